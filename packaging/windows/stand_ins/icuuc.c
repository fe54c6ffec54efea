/* Windows has a library of ICU's converters, icuuc.dll, that Qt links to. Wine has none.
 *
 * Here every converter is missing: ucnv_open gives none, and the lists of names are empty. Qt then
 * knows the encodings it brings itself, which are all that the program uses. This library lies in
 * Wine's system folder alone and is part of no bundle. */

typedef void *answer;

/* Without the C library nothing is to be set up when the library is loaded. */
int DllMainCRTStartup(void *library, unsigned reason, void *reserved) { return 1; }

#define MISSING(name) \
    __declspec(dllexport) answer name(void) { return 0; }

/* Opening and asking about converters */
MISSING(ucnv_open)
MISSING(ucnv_close)
MISSING(ucnv_reset)
MISSING(ucnv_getName)
MISSING(ucnv_getStandardName)
MISSING(ucnv_getAvailableName)
MISSING(ucnv_countAvailable)
MISSING(ucnv_getMaxCharSize)

/* Converting */
MISSING(ucnv_fromUnicode)
MISSING(ucnv_toUnicode)
MISSING(ucnv_fromUCountPending)
MISSING(ucnv_toUCountPending)

/* What to do with characters that cannot be converted */
MISSING(ucnv_getFromUCallBack)
MISSING(ucnv_getToUCallBack)
MISSING(ucnv_setFromUCallBack)
MISSING(ucnv_setToUCallBack)
MISSING(ucnv_cbFromUWriteUChars)
MISSING(ucnv_cbToUWriteUChars)
MISSING(UCNV_FROM_U_CALLBACK_SUBSTITUTE)
MISSING(UCNV_TO_U_CALLBACK_SUBSTITUTE)
