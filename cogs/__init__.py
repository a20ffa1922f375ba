"""Discord: what people press and type, and what they are shown."""
