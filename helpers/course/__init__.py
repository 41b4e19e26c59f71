"""What keeps the collection in order: execute and normalise notebooks, edit them as text, look results up."""
