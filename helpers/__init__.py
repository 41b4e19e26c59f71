"""What the notebooks share: algorithms, pictures that move, live figures and the exercise desk.

    check           bad input gets one sentence that says what to do
    trace           Trace, the record of a run that every iterative method returns
    losses          losses of a margin or a residual, with their derivatives and constants
    data            five real data sets and the generators of all others
    lookup          any result of the lecture notes, and the notebook that shows it

    descent         gradient, stochastic, adaptive and Newton methods, their bounds, Langevin chains
    linear          least squares and ridge, subsets, the lasso, logistic and softmax regression
    learning        risks known exactly, convexity, surrogates of the 0-1 loss
    kernels         the algebra of kernels, ridge, Gaussian processes, random features, MMD
    margins         perceptron, support vector machines, many classes, boosting
    online          experts, mirror descent, bandits, from online to batch
    generalisation  concentration, PAC and VC bounds, Rademacher complexity, stability
    estimation      limit laws of estimators, and moments instead of search
    networks        small neural networks: forward, backward, sharpness, tangent kernel

    plots           movers: draw once on the axes given, return a function that moves the drawing
    live            figures with sliders, handles, a guess, a story and claims
    desk            exercises: ask, check, solution, hand in

The families take arrays and return arrays; they and the first five know nothing of pictures and
widgets. An import points upwards in this list, never downwards.
"""
