"""What is no part of the text: furniture, watermarks, contents lists, hidden and garbled lines."""

from pipeline.stages.boilerplate.stage import find_boilerplate

__all__ = ["find_boilerplate"]
