"""Margins: perceptron, support vector machines, many classes, boosting."""
