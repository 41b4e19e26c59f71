"""Linear models: least squares, the lasso, logistic and softmax regression."""
