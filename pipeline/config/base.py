"""What every section of the settings builds on: frozen, strict, no unknown key; and the ranges that many of them share."""

from typing import Annotated

from pydantic import BaseModel, ConfigDict, Field

Share = Annotated[float, Field(ge=0, le=1)]
Positive = Annotated[float, Field(gt=0)]
Count = Annotated[int, Field(ge=1)]


class Settings(BaseModel):
    """Base of all sections: frozen, strict, no unknown key."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True)
