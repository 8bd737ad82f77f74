"""Every scenario may ask for a project of its own."""

from support.batches import batch_port, fragile_project, project

__all__ = ["batch_port", "fragile_project", "project"]
