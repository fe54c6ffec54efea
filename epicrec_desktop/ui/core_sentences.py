"""Sentences of errors that rise in the parts without a window, to be translated.

Written there in English, and shown in the person's language by `core_words.localized`; a test asks
for each that the window can show. {0}, {1} … stand for what is filled in.
"""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import QT_TRANSLATE_NOOP

SENTENCES: tuple[Any, ...] = (
    # Trouble with a browser's history
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile is no longer there. What was found before is kept; "
        "start the browser once, or choose another profile.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile may not be read by you. Nothing was changed; give "
        "yourself read access to the profile folder, or choose another profile.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Where this profile's history should be is something that is not a file. Nothing was "
        "changed; choose another profile.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile is empty, as before a browser's first start. Nothing "
        "was changed; visit a page with this browser and scan again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile is not a database a browser writes. Nothing was "
        "changed; if it is encrypted or from a backup, restore it first.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile is larger than 2 GB, more than a browser needs. Nothing "
        "was read; clear old history in the browser and scan again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "There is not enough free space for a private copy of the history. Nothing was "
        "changed and the copy was removed; free some space and scan again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The private folder for copies of the history is not writable. Nothing was changed; "
        "check the access rights of the program's folder.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The browser keeps changing its history right now. Nothing was changed; wait until "
        "it is idle, or close it, and scan again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The disk could not deliver this profile's history. Nothing was changed; check the "
        "disk, or choose another profile.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile is damaged. What was found before is kept; the browser "
        "usually repairs it at its next start: open and close it, and scan again.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The history of this profile has a form this version does not know. Nothing was "
        "changed; look for a newer version of this program.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} is not a browser's history. Nothing was changed; name a profile folder, or its "
        "{1} or {2}.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} holds several profiles ({1}). Nothing was read; name one of them.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} holds no browser profile. Nothing was changed; name the folder that has {1} "
        "(Chrome and its relatives) or {2} (Firefox) in it.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "There is nothing at {0}. Nothing was changed; check the path. `epicrec browsers` "
        "lists the profiles found here.",
    ),
    # Trouble with the database and data
    QT_TRANSLATE_NOOP(
        "Core",
        "The file {0} is not a database of EpicRec. It was left as it is. Move it away, or "
        "choose another folder.",
    ),
    QT_TRANSLATE_NOOP("Core", "Cancelled. Nothing was changed."),
    QT_TRANSLATE_NOOP(
        "Core",
        "Cancelled. The release is in the ledger, which says whether it was sent. The "
        "recommendations are those of before.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The recommendation model kept on this computer is damaged and was not used; your "
        "library is untouched. Import or download the catalog again to make a new one.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "There are no public ratings to train a model on; nothing was changed.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "There are no public ratings to train on. Recommendations are made as before. Import "
        "MovieLens first: `epicrec catalog import movielens`.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The starter catalog of this installation is missing or damaged. Your own data is "
        "kept. Install the program again.",
    ),
    # What erasing tells
    QT_TRANSLATE_NOOP("Core", "The library was damaged and could not be counted."),
    QT_TRANSLATE_NOOP("Core", "{0} movies of the library ({1} confirmed) were forgotten."),
    QT_TRANSLATE_NOOP(
        "Core",
        "The record of {0} releases was forgotten. What was sent cannot be called back, and "
        "anything sent in the future adds to it.",
    ),
    QT_TRANSLATE_NOOP("Core", "{0} ({1} files) were removed from {2}."),
    QT_TRANSLATE_NOOP("Core", "{0} ({1} files) could not be removed whole from {2}."),
    QT_TRANSLATE_NOOP("Core", "The database, settings, models and logs"),
    QT_TRANSLATE_NOOP("Core", "Downloads and temporary copies"),
    # Trouble with a provider
    QT_TRANSLATE_NOOP(
        "Core",
        "There is no provider named {0}. Nothing was sent. Add it first, or give its address.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "There is a provider named {0} already, at {1}. Nothing was changed. Choose another name, "
        "or remove that one first.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Trust is a part of the privacy budget, from {0} to 1. Nothing was "
        "changed. To trust a provider with nothing, remove it or choose No Release.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "What is released to this computer stays here, so there is nothing to limit. Nothing "
        "was changed.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The address must end before “?” and “#”; nothing was changed. Enter only the part "
        "before them.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "This release was made for another provider than {0}; nothing was sent.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The stored release is not what was committed to the ledger; nothing was sent. "
        "Restore the database from a copy.",
    ),
    QT_TRANSLATE_NOOP("Core", "{0} does not publish a catalog. {1}"),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} sent a model that is damaged or of an unknown kind; it was not kept. {1}",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} did not accept the release: {1}. The release is kept in the ledger.",
    ),
    QT_TRANSLATE_NOOP("Core", "{0} answered with more data than is allowed. {1}"),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} has a certificate file that cannot be read; choose the file again. {1}",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "{0} could not prove who it is: its certificate is not trusted, has expired or "
        "belongs to another. Only if you know who runs it, add its certificate. {1}",
    ),
    QT_TRANSLATE_NOOP("Core", "{0} did not agree to an encrypted connection. {1}"),
    QT_TRANSLATE_NOOP("Core", "{0} could not be reached through the system's proxy. {1}"),
    QT_TRANSLATE_NOOP("Core", "{0} could not be reached. {1}"),
    QT_TRANSLATE_NOOP("Core", "{0} broke off its answer. {1}"),
    QT_TRANSLATE_NOOP("Core", "{0} could not be asked. {1}"),
    QT_TRANSLATE_NOOP("Core", "{0} has a problem of its own (status {1}). {2}"),
    QT_TRANSLATE_NOOP("Core", "{0} has a problem of its own (status {1}): “{2}”. {3}"),
    QT_TRANSLATE_NOOP("Core", "{0} refused the request (status {1}). {2}"),
    QT_TRANSLATE_NOOP("Core", "{0} refused the request (status {1}): “{2}”. {3}"),
    QT_TRANSLATE_NOOP("Core", "Nothing about you was sent."),
    QT_TRANSLATE_NOOP(
        "Core",
        "Your release is kept in the ledger; sending it again later costs nothing.",
    ),
    # What a guarantee forbids
    QT_TRANSLATE_NOOP(
        "Core",
        "This release would tell the provider more than its privacy budget allows, so "
        "nothing was released and nothing was charged. Wait for the next release window, or "
        "give the provider a larger budget.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Providers that share what they know could learn more than the largest of their "
        "privacy budgets allows, so nothing was released and nothing was charged. Wait for "
        "the next release window, where all providers get copies of one release.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The noise of this release would not keep its privacy budget, so nothing was "
        "released. Please report this as a fault of the program.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The catalog or the levels are not those this release was planned for, so nothing "
        "was released. Please try again.",
    ),
    # Trouble with a catalog
    QT_TRANSLATE_NOOP(
        "Core",
        "There is no catalog named {0}. The catalog before is kept.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "TMDB asks for a key of your own. The catalog you had is kept. Make one on the API "
        "page of your TMDB account, and set {0} to it.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The catalog was imported. Training was cancelled, so recommendations are made as "
        "before; `epicrec train` or another import makes up for it.",
    ),
    QT_TRANSLATE_NOOP("Core", "{0} The catalog you had is kept. {1}"),
    QT_TRANSLATE_NOOP(
        "Core",
        "The catalog could not be downloaded: the publisher's server was not reached, or the "
        "connection broke.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "Check the network, or import a MovieLens file that you have.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The connection to the publisher's server is not safe: its certificate is not valid.",
    ),
    QT_TRANSLATE_NOOP("Core", "Check the date of this computer and its network."),
    QT_TRANSLATE_NOOP(
        "Core",
        "The downloaded catalog is not what its publisher says it is (wrong checksum), so it "
        "was thrown away.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "The checksum of the catalog could not be read, so nothing was downloaded.",
    ),
    QT_TRANSLATE_NOOP("Core", "The catalog is no longer at its address."),
    QT_TRANSLATE_NOOP(
        "Core",
        "Download MovieLens from grouplens.org yourself, then import the file.",
    ),
    QT_TRANSLATE_NOOP("Core", "The publisher's server answered with an error ({0})."),
    QT_TRANSLATE_NOOP("Core", "The download took too long and was stopped."),
    QT_TRANSLATE_NOOP("Core", "The download could not be saved."),
    QT_TRANSLATE_NOOP("Core", "Check the free space on the disk."),
    QT_TRANSLATE_NOOP("Core", "Try again later."),
    QT_TRANSLATE_NOOP(
        "Core",
        "Check the network, or try again later: it goes on from there.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "There is no catalog at “{0}”: no file or folder has that name.",
    ),
    QT_TRANSLATE_NOOP(
        "Core",
        "“{0}” is not a MovieLens catalog: it has no table of movies (movies.csv, movies.dat "
        "or u.item).",
    ),
    QT_TRANSLATE_NOOP("Core", "“{0}” may not be read by you."),
    QT_TRANSLATE_NOOP("Core", "“{0}” could not be read; it is damaged or incomplete."),
    QT_TRANSLATE_NOOP("Core", "Choose a MovieLens folder or zip file."),
    QT_TRANSLATE_NOOP("Core", "Download it again, then import it once more."),
    QT_TRANSLATE_NOOP("Core", "Change its permissions, or copy it."),
    QT_TRANSLATE_NOOP(
        "Core",
        "This is no key of TMDB: an API key has 32 characters, an access token two dots.",
    ),
    QT_TRANSLATE_NOOP("Core", "Copy the key from the API page of your TMDB account."),
    QT_TRANSLATE_NOOP("Core", "TMDB does not accept this key."),
    QT_TRANSLATE_NOOP(
        "Core",
        "Compare it with the one on the API page of your TMDB account.",
    ),
)
