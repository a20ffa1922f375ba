"""Shared by all tests: the toy game is there beside the real ones."""

from tests import toy

toy.install()
