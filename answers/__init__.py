"""Exercises: what is right, known mistakes and rubrics. No student's process ever sees these."""
