# Parlour on Discord in a container; docs/hosting.md says how it is built and run.
FROM python:3.13-slim

WORKDIR /parlour
# By name, so that no .env, database or environment that lies beside gets into the image.
COPY pyproject.toml README.md LICENSE bot.py local.py logs.py settings.py ./
COPY cogs cogs
COPY data data
COPY rendering rendering
COPY rules rules
RUN pip install --no-cache-dir -e .

# The matches outlive the container. Any user will do, if the volume is that user's.
RUN mkdir /data && chown 10001:10001 /data
VOLUME /data
USER 10001:10001
ENV PARLOUR_DATABASE=/data/parlour.db PYTHONDONTWRITEBYTECODE=1
ENTRYPOINT ["python", "/parlour/bot.py"]
CMD ["run"]
