"""Small tested pieces that the notebooks are built from: algorithms, movers that draw them, live
figures."""
