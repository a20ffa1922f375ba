"""Sator Arepo Tenet Opera Rotas, by Enrico Pesce and Federica Rinaldi (Scribabs / Post Scriptum,
2008): Acolytes on footbridges that turn and slide over an abyss.
"""
