; The installer for Windows, made by installer.py:
;
;   makensis -DVERSION=… -DNUMBERS=… -DBUNDLE=… -DTARGET=… -DICON=… -DLICENCE=… -DKILOBYTES=… installer.nsi
;
; For the person alone, without an administrator's rights, or for everybody (/AllUsers). Silent with
; /S. It installs over an earlier version, and asks to close a program that is running first. The
; uninstaller asks whether the data goes too; silent, it stays unless /EraseData is given. Exit code 3: the program is running, nothing was done.

Unicode true
Target amd64-unicode ; as the program is; it needs no 32-bit part of Windows
SetCompressor /SOLID lzma
AllowSkipFiles off ; a file that cannot be written ends it: half a version is none
ManifestDPIAware true
ManifestLongPathAware true
!define NAME "EpicRec"
!define PROGRAM "epicrec-desktop"
!define KEY "Software\Microsoft\Windows\CurrentVersion\Uninstall\${PROGRAM}"
!define LINKS "Software\Classes\epicrec" ; invitations: SCHEME in recommend/invitation.py
!define RUN "Software\Microsoft\Windows\CurrentVersion\Run"

!define MULTIUSER_EXECUTIONLEVEL Highest
!define MULTIUSER_MUI
!define MULTIUSER_INSTALLMODE_COMMANDLINE
!define MULTIUSER_INSTALLMODE_DEFAULT_CURRENTUSER
!define MULTIUSER_INSTALLMODE_INSTDIR "${NAME}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_KEY "${KEY}"
!define MULTIUSER_INSTALLMODE_INSTDIR_REGISTRY_VALUENAME "InstallLocation"
!define MULTIUSER_USE_PROGRAMFILES64
!include MultiUser.nsh
!include MUI2.nsh
!include FileFunc.nsh
!include WinVer.nsh
!include x64.nsh

Name "${NAME}"
OutFile "${TARGET}"
BrandingText "${NAME} ${VERSION}"
VIProductVersion "${NUMBERS}.0"
VIAddVersionKey "ProductName" "EpicRec Desktop"
VIAddVersionKey "CompanyName" "The EpicRec Desktop authors"
VIAddVersionKey "FileDescription" "Installs ${NAME}"
VIAddVersionKey "FileVersion" "${VERSION}"
VIAddVersionKey "ProductVersion" "${VERSION}"
VIAddVersionKey "LegalCopyright" "MIT licence"

; Signing: where there is a certificate, SIGN is a command that signs the file it is given.
!ifdef SIGN
  !finalize '${SIGN} "%1"'
  !uninstfinalize '${SIGN} "%1"'
!endif

!define MUI_ICON "${ICON}"
!define MUI_UNICON "${ICON}"
!define MUI_ABORTWARNING
!define MUI_FINISHPAGE_RUN "$INSTDIR\${PROGRAM}.exe"
!insertmacro MULTIUSER_PAGE_INSTALLMODE
!insertmacro MUI_PAGE_DIRECTORY
!insertmacro MUI_PAGE_INSTFILES
!insertmacro MUI_PAGE_FINISH
!insertmacro MUI_UNPAGE_CONFIRM
!insertmacro MUI_UNPAGE_INSTFILES
!insertmacro MUI_LANGUAGE "English"
!insertmacro MUI_LANGUAGE "German"

LangString RUNNING ${LANG_ENGLISH} "${NAME} is running. Close it, then go on."
LangString RUNNING ${LANG_GERMAN} "${NAME} läuft. Schließen Sie es und machen Sie dann weiter."
LangString TOO_OLD ${LANG_ENGLISH} "${NAME} needs Windows 10, version 1809 or newer, with 64 bits."
LangString TOO_OLD ${LANG_GERMAN} "${NAME} braucht Windows 10, Version 1809 oder neuer, mit 64 Bit."
LangString ERASE ${LANG_ENGLISH} "Remove your movies, privacy levels and the record of what left, too?$\n$\nChoose No to keep them for a later installation."
LangString ERASE ${LANG_GERMAN} "Auch Ihre Filme, Freigabestufen und das Verzeichnis dessen entfernen, was diesen Computer verlassen hat?$\n$\nMit Nein bleiben sie für eine spätere Installation."

; A program that runs holds its file: it cannot be opened for writing. A command in a
; terminal counts too: it uses the same libraries as the window.
!macro NOTE_WHEN_RUNNING FILE
  ${If} ${FileExists} "${FILE}"
    ClearErrors
    FileOpen $0 "${FILE}" a
    ${If} ${Errors}
      StrCpy $1 "running"
    ${Else}
      FileClose $0
    ${EndIf}
  ${EndIf}
!macroend

!macro ONLY_WHEN_CLOSED UN
Function ${UN}OnlyWhenClosed
  ${Do}
    StrCpy $1 ""
    !insertmacro NOTE_WHEN_RUNNING "$INSTDIR\${PROGRAM}.exe"
    !insertmacro NOTE_WHEN_RUNNING "$INSTDIR\epicrec.exe"
    ${If} $1 == ""
      Return
    ${EndIf}
    ${If} ${Silent}
      SetErrorLevel 3
      Quit
    ${EndIf}
    MessageBox MB_OKCANCEL|MB_ICONEXCLAMATION "$(RUNNING)" IDOK +3
      SetErrorLevel 3
      Quit
  ${Loop}
FunctionEnd
!macroend
!insertmacro ONLY_WHEN_CLOSED ""
!insertmacro ONLY_WHEN_CLOSED "un."

Function .onInit
  ${IfNot} ${RunningX64}
  ${OrIfNot} ${AtLeastWin10}
  ${OrIfNot} ${AtLeastBuild} 17763 ; 1809, which Qt 6.11 asks for
    MessageBox MB_OK|MB_ICONSTOP "$(TOO_OLD)" /SD IDOK
    SetErrorLevel 2
    Abort
  ${EndIf}
  !insertmacro MULTIUSER_INIT
FunctionEnd

Function un.onInit
  !insertmacro MULTIUSER_UNINIT
FunctionEnd

Section "install"
  Call OnlyWhenClosed
  ; What an earlier version had and this one has not must not be found by it.
  RMDir /r "$INSTDIR\_internal"
  SetOutPath "$INSTDIR"
  File /r "${BUNDLE}\*"
  File "/oname=LICENCE.txt" "${LICENCE}"
  WriteUninstaller "$INSTDIR\uninstall.exe"
  CreateShortCut "$SMPROGRAMS\${NAME}.lnk" "$INSTDIR\${PROGRAM}.exe"
  WriteRegStr SHCTX "${KEY}" "DisplayName" "${NAME}"
  WriteRegStr SHCTX "${KEY}" "DisplayVersion" "${VERSION}"
  WriteRegStr SHCTX "${KEY}" "DisplayIcon" "$INSTDIR\${PROGRAM}.exe"
  WriteRegStr SHCTX "${KEY}" "Publisher" "The EpicRec Desktop authors"
  WriteRegStr SHCTX "${KEY}" "InstallLocation" "$INSTDIR"
  WriteRegStr SHCTX "${KEY}" "UninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode'
  WriteRegStr SHCTX "${KEY}" "QuietUninstallString" '"$INSTDIR\uninstall.exe" /$MultiUser.InstallMode /S'
  WriteRegDWORD SHCTX "${KEY}" "EstimatedSize" ${KILOBYTES}
  WriteRegDWORD SHCTX "${KEY}" "NoModify" 1
  WriteRegDWORD SHCTX "${KEY}" "NoRepair" 1
  WriteRegStr SHCTX "${LINKS}" "" "URL:${NAME}"
  WriteRegStr SHCTX "${LINKS}" "URL Protocol" ""
  ; What comes after "--" is no option, whatever a page puts into a link.
  WriteRegStr SHCTX "${LINKS}\shell\open\command" "" '"$INSTDIR\${PROGRAM}.exe" -- "%1"'
SectionEnd

Section "uninstall"
  Call un.OnlyWhenClosed
  ${GetParameters} $1
  ClearErrors
  ${GetOptions} $1 "/EraseData" $2
  ${If} ${Errors}
    MessageBox MB_YESNO|MB_ICONQUESTION|MB_DEFBUTTON2 "$(ERASE)" /SD IDNO IDNO kept
  ${EndIf}
  ; The program knows every place that it keeps something in.
  nsExec::Exec '"$INSTDIR\epicrec.exe" erase --everybody --yes'
  Pop $0
  kept:
  Delete "$SMPROGRAMS\${NAME}.lnk"
  RMDir /r "$INSTDIR\_internal"
  Delete "$INSTDIR\epicrec.exe"
  Delete "$INSTDIR\${PROGRAM}.exe"
  Delete "$INSTDIR\LICENCE.txt"
  Delete "$INSTDIR\uninstall.exe"
  RMDir "$INSTDIR"
  DeleteRegKey SHCTX "${KEY}"
  DeleteRegKey SHCTX "${LINKS}"
  ; "Start when I log in" (services/autostart.py) would start what is no more.
  DeleteRegValue HKCU "${RUN}" "EpicRec"
  ; Whoever was added to this account has a value of their own: "EpicRec-" and a number.
  StrCpy $0 0
  ${Do}
    EnumRegValue $1 HKCU "${RUN}" $0
    ${If} $1 == ""
      ${ExitDo}
    ${EndIf}
    StrCpy $2 $1 8
    ${If} $2 == "EpicRec-"
      DeleteRegValue HKCU "${RUN}" $1
    ${Else}
      IntOp $0 $0 + 1
    ${EndIf}
  ${Loop}
SectionEnd
