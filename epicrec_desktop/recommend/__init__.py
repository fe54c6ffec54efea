"""C-6: models that score movies for a profile: trained, served, folded in, ranked.

`model` is what every model has in common, `factors` and `content` are the two kinds, `files` keeps
them, `als` trains, `metrics` measures, `ranking` ranks here with the true history; `wire` is what
a provider is asked and answers, and `service` is how it finds the answer.
"""
