"""C-6: models that score movies for a profile: trained, served, folded in, ranked.

`model` is what every model has in common, `factor_models` and `knowledge_model` are the two kinds,
`model_files` keeps them, `linear_training` trains, `metrics` measures, `ranking` ranks here with
the true history; `wire` is what a provider is asked and answers, `recommender` finds the answer.
"""
