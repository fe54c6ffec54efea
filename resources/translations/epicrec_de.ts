<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
  <context>
    <name>AboutSection</name>
    <message>
      <source>About</source>
      <translation>Über EpicRec</translation>
    </message>
    <message>
      <source>EpicRec Desktop {version}</source>
      <translation>EpicRec Desktop {version}</translation>
    </message>
    <message>
      <source>Free software under the MIT license. The Inter typeface: SIL Open Font License.</source>
      <translation>Freie Software unter der MIT-Lizenz. Die Schrift Inter: SIL Open Font License.</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Your data is kept in {folder}</source>
      <translation>Ihre Daten liegen in {folder}</translation>
    </message>
  </context>
  <context>
    <name>Activity</name>
    <message numerus="yes">
      <source>%Ln movies were sent as they are to {provider}: those are known.</source>
      <translation>
        <numerusform>Ein Film wurde unverändert an {provider} gesendet: Er ist bekannt.</numerusform>
        <numerusform>%Ln Filme wurden unverändert an {provider} gesendet: Sie sind bekannt.</numerusform>
      </translation>
    </message>
    <message>
      <source>100 %</source>
      <translation>100 %</translation>
    </message>
    <message>
      <source>A guess of 50:50 about one blurred movie, with nothing else to go by, gets to {percent} % at most.</source>
      <translation>Wer bei einem unscharf genannten Film 50:50 rät und sonst nichts weiß, kommt auf höchstens {percent} %.</translation>
    </message>
    <message>
      <source>Every movie in it, for certain.</source>
      <translation>Jeden Film darin, mit Gewissheit.</translation>
    </message>
    <message>
      <source>Made here, nothing left.</source>
      <translation>Hier entstanden, nichts ging hinaus.</translation>
    </message>
    <message>
      <source>Made on this computer, {when}</source>
      <translation>Auf diesem Computer entstanden, {when}</translation>
    </message>
    <message>
      <source>Movies that were sent as they are, it knows for certain.</source>
      <translation>Filme, die unverändert gesendet wurden, kennt er mit Sicherheit.</translation>
    </message>
    <message>
      <source>Not yet.</source>
      <translation>Noch nicht.</translation>
    </message>
    <message>
      <source>Nothing about any movie.</source>
      <translation>Nichts über irgendeinen Film.</translation>
    </message>
    <message>
      <source>Nothing has left this computer yet. The lists below were made here and stayed here.</source>
      <translation>Noch hat nichts diesen Computer verlassen. Die Listen unten sind hier entstanden und hier geblieben.</translation>
    </message>
    <message>
      <source>So far, someone whose guess about one blurred movie is 50:50 gets to {percent} % at most, even if all providers put together what they have.</source>
      <translation>Bisher kommt, wer bei einem unscharf genannten Film 50:50 rät, auf höchstens {percent} %, selbst wenn alle Anbieter zusammenlegen, was sie haben.</translation>
    </message>
    <message>
      <source>So far, someone whose guess about one blurred movie is 50:50 gets to {percent} % at most.</source>
      <translation>Bisher kommt, wer bei einem unscharf genannten Film 50:50 rät, auf höchstens {percent} %.</translation>
    </message>
    <message>
      <source>To {provider}, {when}</source>
      <translation>An {provider}, {when}</translation>
    </message>
    <message>
      <source>last attempt failed</source>
      <translation>letzter Versuch gescheitert</translation>
    </message>
    <message>
      <source>made here, nothing left</source>
      <translation>hier entstanden, nichts ging hinaus</translation>
    </message>
    <message>
      <source>not sent</source>
      <translation>nicht gesendet</translation>
    </message>
    <message>
      <source>not sent yet</source>
      <translation>noch nicht gesendet</translation>
    </message>
    <message numerus="yes">
      <source>sent %Ln times</source>
      <translation>
        <numerusform>einmal gesendet</numerusform>
        <numerusform>%Ln-mal gesendet</numerusform>
      </translation>
    </message>
    <message>
      <source>stayed here</source>
      <translation>blieb hier</translation>
    </message>
    <message>
      <source>{count} bytes</source>
      <translation>{count} Bytes</translation>
    </message>
  </context>
  <context>
    <name>ActivityPage</name>
    <message>
      <source>Activity</source>
      <translation>Aktivität</translation>
    </message>
    <message>
      <source>Each release is kept here before its first byte is sent, to be read again.</source>
      <translation>Jede Freigabe wird hier festgehalten, bevor ihr erstes Byte gesendet wird, und bleibt nachlesbar.</translation>
    </message>
    <message>
      <source>Everything that ever left this computer, and where it went.</source>
      <translation>Alles, was diesen Computer je verlassen hat, und wohin es ging.</translation>
    </message>
    <message>
      <source>Nothing has left this computer.</source>
      <translation>Nichts hat diesen Computer verlassen.</translation>
    </message>
    <message>
      <source>Nothing was sent: this is not what your levels would release now. Look at Privacy to see what is.</source>
      <translation>Nichts wurde gesendet: Ihre Stufen würden jetzt etwas anderes freigeben. Unter „Privatsphäre“ sehen Sie, was.</translation>
    </message>
    <message>
      <source>Releases, newest first</source>
      <translation>Freigaben, die neueste zuerst</translation>
    </message>
    <message>
      <source>Sending the stored bytes…</source>
      <translation>Die gespeicherten Bytes werden gesendet …</translation>
    </message>
    <message>
      <source>The same bytes were sent again. That cost nothing.</source>
      <translation>Dieselben Bytes wurden noch einmal gesendet. Das hat nichts gekostet.</translation>
    </message>
  </context>
  <context>
    <name>AddMovieDialog</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a movie</source>
      <translation>Film hinzufügen</translation>
    </message>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Movies found</source>
      <translation>Gefundene Filme</translation>
    </message>
    <message>
      <source>No movie of this title.</source>
      <translation>Kein Film mit diesem Titel.</translation>
    </message>
    <message>
      <source>Title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <source>Title of a movie you have watched</source>
      <translation>Titel eines Films, den Sie gesehen haben</translation>
    </message>
  </context>
  <context>
    <name>AnswerBar</name>
    <message numerus="yes">
      <source>%Ln selected</source>
      <translation>
        <numerusform>%Ln ausgewählt</numerusform>
        <numerusform>%Ln ausgewählt</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Confirm %Ln sure</source>
      <translation>
        <numerusform>Sicheren bestätigen</numerusform>
        <numerusform>%Ln sichere bestätigen</numerusform>
      </translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Details</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Vergessen</translation>
    </message>
    <message>
      <source>I or a double click</source>
      <translation>I oder Doppelklick</translation>
    </message>
    <message>
      <source>I watched it</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>Keep to myself</source>
      <translation>Für mich behalten</translation>
    </message>
    <message>
      <source>N or Delete</source>
      <translation>N oder Entf</translation>
    </message>
    <message>
      <source>Not mine</source>
      <translation>Nicht meiner</translation>
    </message>
    <message>
      <source>Ranks here as before, but is never part of a release</source>
      <translation>Zählt hier wie bisher, ist aber nie Teil einer Freigabe</translation>
    </message>
    <message>
      <source>Release as usual</source>
      <translation>Normal freigeben</translation>
    </message>
    <message>
      <source>Select all</source>
      <translation>Alle auswählen</translation>
    </message>
    <message>
      <source>Those that a page named and that were visited more than once</source>
      <translation>Die eine Seite eindeutig nennt und die mehr als einmal besucht wurden</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Undo: {step}</source>
      <translation>Rückgängig: {step}</translation>
    </message>
    <message>
      <source>Y or Enter</source>
      <translation>Y oder Eingabe</translation>
    </message>
  </context>
  <context>
    <name>AppearanceSection</name>
    <message>
      <source>Appearance</source>
      <translation>Aussehen</translation>
    </message>
    <message>
      <source>Applied at once.</source>
      <translation>Gilt sofort.</translation>
    </message>
    <message>
      <source>Dark</source>
      <translation>Dunkel</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>System</source>
      <translation>System</translation>
    </message>
  </context>
  <context>
    <name>Banner</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
  </context>
  <context>
    <name>BehaviorSection</name>
    <message>
      <source>Behavior</source>
      <translation>Verhalten</translation>
    </message>
    <message>
      <source>Keep running in the system tray</source>
      <translation>Im Infobereich weiterlaufen</translation>
    </message>
    <message>
      <source>Rescans go on after the window is closed. The icon's menu opens EpicRec, scans, pauses and quits.</source>
      <translation>Auch nach dem Schließen des Fensters wird weiter gesucht. Im Menü des Symbols lässt sich EpicRec öffnen, suchen, anhalten und beenden.</translation>
    </message>
    <message>
      <source>This desktop has no system tray, so closing the window ends EpicRec.</source>
      <translation>Dieser Desktop hat keinen Infobereich. Wird das Fenster geschlossen, endet EpicRec.</translation>
    </message>
    <message>
      <source>What happens when you close the window.</source>
      <translation>Was geschieht, wenn Sie das Fenster schließen.</translation>
    </message>
  </context>
  <context>
    <name>BrowsersSection</name>
    <message>
      <source>Browser profiles</source>
      <translation>Browserprofile</translation>
    </message>
    <message>
      <source>Choose a browser profile</source>
      <translation>Browserprofil wählen</translation>
    </message>
    <message>
      <source>Choose a folder…</source>
      <translation>Ordner wählen …</translation>
    </message>
    <message>
      <source>Every day</source>
      <translation>Täglich</translation>
    </message>
    <message>
      <source>Every hour</source>
      <translation>Stündlich</translation>
    </message>
    <message>
      <source>Every six hours</source>
      <translation>Alle sechs Stunden</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Vergessen</translation>
    </message>
    <message numerus="yes">
      <source>Forget these %Ln movies?</source>
      <translation>
        <numerusform>Diesen Film vergessen?</numerusform>
        <numerusform>Diese %Ln Filme vergessen?</numerusform>
      </translation>
    </message>
    <message>
      <source>Forget what I deleted there…</source>
      <translation>Vergessen, was dort gelöscht wurde …</translation>
    </message>
    <message>
      <source>Look for new movies</source>
      <translation>Nach neuen Filmen suchen</translation>
    </message>
    <message>
      <source>Looking at your browsers…</source>
      <translation>Ihre Browser werden durchgesehen …</translation>
    </message>
    <message>
      <source>Looks for movies of which no visit is left in your browsers</source>
      <translation>Sucht Filme, von denen in Ihren Browsern kein Besuch mehr übrig ist</translation>
    </message>
    <message>
      <source>No browser profile was found.</source>
      <translation>Kein Browserprofil gefunden.</translation>
    </message>
    <message>
      <source>No movie was found that you deleted in your browsers.</source>
      <translation>Kein Film gefunden, den Sie in Ihren Browsern gelöscht haben.</translation>
    </message>
    <message>
      <source>Only ticked profiles are read, and only on this computer. Chrome forgets visits after about 90 days; movies found before stay.</source>
      <translation>Nur angehakte Profile werden gelesen, und nur auf diesem Computer. Chrome vergisst Besuche nach etwa 90 Tagen; bereits gefundene Filme bleiben.</translation>
    </message>
    <message>
      <source>Only when I ask</source>
      <translation>Nur auf Wunsch</translation>
    </message>
    <message>
      <source>Stop reading</source>
      <translation>Nicht mehr lesen</translation>
    </message>
    <message>
      <source>Stop reading {profile}?</source>
      <translation>{profile} nicht mehr lesen?</translation>
    </message>
    <message>
      <source>What was seen there is removed at once: {found}. Suggestions that came from this profile alone go too. Movies you answered yourself stay in My movies.</source>
      <translation>Was dort gesehen wurde, wird sofort entfernt: {found}. Auch Vorschläge, die nur aus diesem Profil stammen, verschwinden. Filme, zu denen Sie sich geäußert haben, bleiben unter „Meine Filme“.</translation>
    </message>
    <message>
      <source>You deleted every visit of them: {movies}. What was seen of them goes too. Movies that a browser may have forgotten by itself are not among them.</source>
      <translation>Sie haben jeden Besuch gelöscht: {movies}. Was davon gesehen wurde, wird mit vergessen. Filme, die ein Browser von selbst vergessen haben kann, sind nicht dabei.</translation>
    </message>
    <message>
      <source>{movies} and others</source>
      <translation>{movies} und weitere</translation>
    </message>
  </context>
  <context>
    <name>CatalogSection</name>
    <message numerus="yes">
      <source>%Ln posters came.</source>
      <translation>
        <numerusform>Ein Poster ist gekommen.</numerusform>
        <numerusform>%Ln Poster sind gekommen.</numerusform>
      </translation>
    </message>
    <message>
      <source>9,700 movies with public ratings, which recommendations learn from. Published by GroupLens for research; non-commercial use only.</source>
      <translation>9.700 Filme mit öffentlichen Bewertungen, aus denen die Empfehlungen lernen. Von GroupLens für die Forschung veröffentlicht, nur für nichtkommerzielle Zwecke.</translation>
    </message>
    <message>
      <source>Archives and tables (*.zip *.csv *.dat)</source>
      <translation>Archive und Tabellen (*.zip *.csv *.dat)</translation>
    </message>
    <message>
      <source>Catalog</source>
      <translation>Katalog</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>Herunterladen</translation>
    </message>
    <message>
      <source>Download MovieLens</source>
      <translation>MovieLens herunterladen</translation>
    </message>
    <message>
      <source>Downloading MovieLens…</source>
      <translation>MovieLens wird heruntergeladen …</translation>
    </message>
    <message>
      <source>Get posters</source>
      <translation>Poster holen</translation>
    </message>
    <message>
      <source>Getting posters…</source>
      <translation>Poster werden geholt …</translation>
    </message>
    <message>
      <source>Import</source>
      <translation>Importieren</translation>
    </message>
    <message>
      <source>Import a catalog</source>
      <translation>Katalog importieren</translation>
    </message>
    <message>
      <source>Import a file…</source>
      <translation>Datei importieren …</translation>
    </message>
    <message>
      <source>Import a folder…</source>
      <translation>Ordner importieren …</translation>
    </message>
    <message>
      <source>Import from TMDB</source>
      <translation>Aus TMDB importieren</translation>
    </message>
    <message>
      <source>Import from Wikidata</source>
      <translation>Aus Wikidata importieren</translation>
    </message>
    <message>
      <source>Importing from TMDB…</source>
      <translation>Import aus TMDB …</translation>
    </message>
    <message>
      <source>Importing from Wikidata…</source>
      <translation>Import aus Wikidata …</translation>
    </message>
    <message>
      <source>Importing…</source>
      <translation>Wird importiert …</translation>
    </message>
    <message>
      <source>No new posters. They come with what TMDB describes: import it.</source>
      <translation>Keine neuen Poster. Sie kommen zu dem, was TMDB beschreibt: Importieren Sie es zuerst.</translation>
    </message>
    <message>
      <source>No public ratings yet: recommendations on this computer go by categories and years. MovieLens makes them much better.</source>
      <translation>Noch keine öffentlichen Bewertungen: Empfehlungen auf diesem Computer richten sich nach Kategorien und Jahren. Mit MovieLens werden sie viel besser.</translation>
    </message>
    <message>
      <source>Popularity, descriptions and posters, with a key of your own: TMDB gives one to every account. The key is kept in the settings of this computer.</source>
      <translation>Beliebtheit, Beschreibungen und Poster, mit einem eigenen Schlüssel: TMDB gibt jedem Konto einen. Der Schlüssel bleibt in den Einstellungen auf diesem Computer.</translation>
    </message>
    <message>
      <source>Some 100,000 movies with their names in your language and their numbers on film and streaming sites. Free for every use. It takes a while, and goes on where it was stopped.</source>
      <translation>Rund 100.000 Filme mit ihren Namen in Ihrer Sprache und ihren Nummern auf Film- und Streamingseiten. Frei für jeden Zweck. Es dauert eine Weile und geht dort weiter, wo es angehalten wurde.</translation>
    </message>
    <message>
      <source>Stopped. What was finished before is kept.</source>
      <translation>Angehalten. Was vorher fertig war, bleibt.</translation>
    </message>
    <message>
      <source>The public list of movies that your history is compared with. Sources are merged, and your movies keep their places.</source>
      <translation>Die öffentliche Liste von Filmen, mit der Ihr Verlauf verglichen wird. Quellen werden zusammengeführt, und Ihre Filme behalten ihren Platz.</translation>
    </message>
    <message>
      <source>Those of the whole catalog, so that nobody learns which ones you look at</source>
      <translation>Die des ganzen Katalogs, damit niemand erfährt, welche Sie ansehen</translation>
    </message>
    <message>
      <source>Your TMDB key</source>
      <translation>Ihr TMDB-Schlüssel</translation>
    </message>
    <message>
      <source>{movies} movies, {known} with an IMDb number. Version {version}.</source>
      <translation>{movies} Filme, {known} mit IMDb-Nummer. Version {version}.</translation>
    </message>
    <message>
      <source>{name} is in use now. Your movies kept their places.</source>
      <translation>{name} wird jetzt verwendet. Ihre Filme sind geblieben, wo sie waren.</translation>
    </message>
    <message>
      <source>{ratings} public ratings by {users} people: recommendations on this computer learn from them.</source>
      <translation>{ratings} öffentliche Bewertungen von {users} Menschen: Daraus lernen die Empfehlungen auf diesem Computer.</translation>
    </message>
  </context>
  <context>
    <name>Categories</name>
    <message>
      <source>Action</source>
      <translation>Action</translation>
    </message>
    <message>
      <source>Adventure</source>
      <translation>Abenteuer</translation>
    </message>
    <message>
      <source>Animation</source>
      <translation>Animation</translation>
    </message>
    <message>
      <source>Children</source>
      <translation>Kinder</translation>
    </message>
    <message>
      <source>Comedy</source>
      <translation>Komödie</translation>
    </message>
    <message>
      <source>Crime</source>
      <translation>Krimi</translation>
    </message>
    <message>
      <source>Documentary</source>
      <translation>Dokumentation</translation>
    </message>
    <message>
      <source>Drama</source>
      <translation>Drama</translation>
    </message>
    <message>
      <source>Fantasy</source>
      <translation>Fantasy</translation>
    </message>
    <message>
      <source>Film noir</source>
      <translation>Film noir</translation>
    </message>
    <message>
      <source>Horror</source>
      <translation>Horror</translation>
    </message>
    <message>
      <source>Musical</source>
      <translation>Musical</translation>
    </message>
    <message>
      <source>Mystery</source>
      <translation>Mystery</translation>
    </message>
    <message>
      <source>Romance</source>
      <translation>Romanze</translation>
    </message>
    <message>
      <source>Science fiction</source>
      <translation>Science-Fiction</translation>
    </message>
    <message>
      <source>Thriller</source>
      <translation>Thriller</translation>
    </message>
    <message>
      <source>War</source>
      <translation>Krieg</translation>
    </message>
    <message>
      <source>Western</source>
      <translation>Western</translation>
    </message>
  </context>
  <context>
    <name>CategoryLevels</name>
    <message>
      <source>Category</source>
      <translation>Kategorie</translation>
    </message>
    <message>
      <source>Clear</source>
      <translation>Zurücksetzen</translation>
    </message>
    <message>
      <source>Every category follows the overall level again</source>
      <translation>Jede Kategorie folgt wieder der Stufe für alles</translation>
    </message>
    <message>
      <source>Level</source>
      <translation>Stufe</translation>
    </message>
    <message>
      <source>Set all categories to {level}</source>
      <translation>Alle Kategorien auf {level} setzen</translation>
    </message>
    <message>
      <source>Set all to</source>
      <translation>Alle auf</translation>
    </message>
    <message>
      <source>The strictest level wins for a movie in several categories.</source>
      <translation>Gehört ein Film zu mehreren Kategorien, gilt die strengste Stufe.</translation>
    </message>
    <message>
      <source>Watched</source>
      <translation>Gesehen</translation>
    </message>
  </context>
  <context>
    <name>CategoryRow</name>
    <message>
      <source>{category}: follow the overall level again</source>
      <translation>{category}: wieder der Stufe für alles folgen</translation>
    </message>
    <message>
      <source>{count} watched. A level of its own</source>
      <translation>{count} gesehen. Eigene Stufe</translation>
    </message>
    <message>
      <source>{count} watched. Follows the overall level</source>
      <translation>{count} gesehen. Folgt der Stufe für alles</translation>
    </message>
  </context>
  <context>
    <name>ChartPanel</name>
    <message>
      <source>Movies per category</source>
      <translation>Filme je Kategorie</translation>
    </message>
  </context>
  <context>
    <name>Core</name>
    <message>
      <source>A provider needs a name of its own. Nothing was changed.</source>
      <translation>Ein Anbieter braucht einen eigenen Namen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>An address with a user name or password is not supported; nothing was changed.</source>
      <translation>Eine Adresse mit Benutzername oder Passwort wird nicht unterstützt; nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Another EpicRec is writing to the database for long. Nothing was changed. Wait until it is done, and try again.</source>
      <translation>Ein anderes EpicRec schreibt gerade länger in die Datenbank. Nichts wurde geändert. Warten Sie, bis es fertig ist, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Another EpicRec window or command is using the data. Nothing was removed. Close it, and try again.</source>
      <translation>Ein anderes Fenster oder ein Befehl von EpicRec verwendet die Daten. Nichts wurde entfernt. Schließen Sie es, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Asking {0}</source>
      <translation>{0} wird gefragt</translation>
    </message>
    <message>
      <source>Cancelled. Nothing was changed.</source>
      <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Cancelled. The release is in the ledger, which says whether it was sent. The recommendations are those of before.</source>
      <translation>Abgebrochen. Die Freigabe steht im Verzeichnis, das sagt, ob sie gesendet wurde. Die Empfehlungen sind die von vorher.</translation>
    </message>
    <message>
      <source>Change its permissions, or copy it.</source>
      <translation>Ändern Sie die Rechte, oder kopieren Sie es.</translation>
    </message>
    <message>
      <source>Check the date of this computer and its network.</source>
      <translation>Prüfen Sie das Datum dieses Computers und sein Netz.</translation>
    </message>
    <message>
      <source>Check the free space on the disk.</source>
      <translation>Prüfen Sie den freien Platz.</translation>
    </message>
    <message>
      <source>Check the network, or import a MovieLens file that you have.</source>
      <translation>Prüfen Sie das Netz, oder importieren Sie eine MovieLens-Datei, die Sie haben.</translation>
    </message>
    <message>
      <source>Check the network, or try again later: it goes on from there.</source>
      <translation>Prüfen Sie das Netz, oder versuchen Sie es später: Es geht dort weiter.</translation>
    </message>
    <message>
      <source>Choose a MovieLens folder or zip file.</source>
      <translation>Wählen Sie einen MovieLens-Ordner oder eine Zip-Datei.</translation>
    </message>
    <message>
      <source>Compare it with the one on the API page of your TMDB account.</source>
      <translation>Vergleichen Sie ihn mit dem auf der API-Seite Ihres TMDB-Kontos.</translation>
    </message>
    <message>
      <source>Copy the key from the API page of your TMDB account.</source>
      <translation>Kopieren Sie den Schlüssel von der API-Seite Ihres TMDB-Kontos.</translation>
    </message>
    <message>
      <source>Copying the history</source>
      <translation>Der Verlauf wird kopiert</translation>
    </message>
    <message>
      <source>Done</source>
      <translation>Fertig</translation>
    </message>
    <message>
      <source>Download MovieLens from grouplens.org yourself, then import the file.</source>
      <translation>Laden Sie MovieLens selbst von grouplens.org, und importieren Sie dann die Datei.</translation>
    </message>
    <message>
      <source>Download it again, then import it once more.</source>
      <translation>Laden Sie es neu, und importieren Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Downloading MovieLens</source>
      <translation>MovieLens wird heruntergeladen</translation>
    </message>
    <message>
      <source>Downloads and temporary copies</source>
      <translation>Downloads und vorübergehende Kopien</translation>
    </message>
    <message>
      <source>Fetching the public model</source>
      <translation>Das öffentliche Modell wird geholt</translation>
    </message>
    <message>
      <source>Films of {0} from TMDB</source>
      <translation>Filme von {0} aus TMDB</translation>
    </message>
    <message>
      <source>Films of {0} from Wikidata</source>
      <translation>Filme von {0} aus Wikidata</translation>
    </message>
    <message>
      <source>Finding the budget</source>
      <translation>Das Budget wird bestimmt</translation>
    </message>
    <message>
      <source>Fitting the noise to the catalog</source>
      <translation>Das Rauschen wird auf den Katalog abgestimmt</translation>
    </message>
    <message>
      <source>Looking for movies</source>
      <translation>Filme werden gesucht</translation>
    </message>
    <message>
      <source>Measuring the model on users it has not seen</source>
      <translation>Das Modell wird an unbekannten Nutzern gemessen</translation>
    </message>
    <message>
      <source>Nothing about you was sent.</source>
      <translation>Nichts über Sie wurde gesendet.</translation>
    </message>
    <message>
      <source>Posters of the whole catalog</source>
      <translation>Plakate des ganzen Katalogs</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>Wird vorbereitet</translation>
    </message>
    <message>
      <source>Preparing the catalog</source>
      <translation>Der Katalog wird vorbereitet</translation>
    </message>
    <message>
      <source>Preparing the release</source>
      <translation>Die Freigabe wird vorbereitet</translation>
    </message>
    <message>
      <source>Providers that share what they know could learn more than the largest of their privacy budgets allows, so nothing was released and nothing was charged. Wait for the next release window, where all providers get copies of one release.</source>
      <translation>Anbieter, die ihr Wissen teilen, könnten mehr erfahren, als das größte ihrer Budgets erlaubt; also wurde nichts freigegeben und nichts angerechnet. Warten Sie auf den nächsten Monat, in dem alle Anbieter Kopien einer Freigabe bekommen.</translation>
    </message>
    <message>
      <source>Putting the movies into the catalog</source>
      <translation>Die Filme kommen in den Katalog</translation>
    </message>
    <message>
      <source>Ranking on this computer</source>
      <translation>Wird auf diesem Computer geordnet</translation>
    </message>
    <message>
      <source>Reading movies</source>
      <translation>Filme werden gelesen</translation>
    </message>
    <message>
      <source>Reading public ratings</source>
      <translation>Öffentliche Bewertungen werden gelesen</translation>
    </message>
    <message>
      <source>Reading the history</source>
      <translation>Der Verlauf wird gelesen</translation>
    </message>
    <message>
      <source>Reading {0}</source>
      <translation>{0} wird gelesen</translation>
    </message>
    <message>
      <source>Something unexpected happened ({0} at {1}). Nothing was changed. Please try again.</source>
      <translation>Etwas Unerwartetes ist geschehen ({0} bei {1}). Nichts wurde geändert. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>TMDB asks for a key of your own. The catalog you had is kept. Make one on the API page of your TMDB account, and set {0} to it.</source>
      <translation>TMDB verlangt einen eigenen Schlüssel. Ihr bisheriger Katalog bleibt. Machen Sie einen auf der API-Seite Ihres TMDB-Kontos, und setzen Sie {0} darauf.</translation>
    </message>
    <message>
      <source>TMDB does not accept this key.</source>
      <translation>TMDB nimmt diesen Schlüssel nicht an.</translation>
    </message>
    <message>
      <source>The address must end before “?” and “#”; nothing was changed. Enter only the part before them.</source>
      <translation>Die Adresse muss vor „?“ und „#“ enden; nichts wurde geändert. Geben Sie nur den Teil davor ein.</translation>
    </message>
    <message>
      <source>The browser keeps changing its history right now. Nothing was changed; wait until it is idle, or close it, and scan again.</source>
      <translation>Der Browser ändert seinen Verlauf gerade ständig. Nichts wurde geändert; warten Sie, bis er ruht, oder schließen Sie ihn, und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>The catalog could not be downloaded: the publisher's server was not reached, or the connection broke.</source>
      <translation>Der Katalog konnte nicht geladen werden: Der Server des Herausgebers war nicht erreichbar, oder die Verbindung brach ab.</translation>
    </message>
    <message>
      <source>The catalog is no longer at its address.</source>
      <translation>Der Katalog ist nicht mehr an seiner Adresse.</translation>
    </message>
    <message>
      <source>The catalog or the levels are not those this release was planned for, so nothing was released. Please try again.</source>
      <translation>Katalog oder Stufen sind nicht die, für die diese Freigabe geplant war; also wurde nichts freigegeben. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The catalog was imported. Training was cancelled, so recommendations are made as before; `epicrec train` or another import makes up for it.</source>
      <translation>Der Katalog wurde importiert. Das Training wurde abgebrochen, also werden Empfehlungen gemacht wie bisher; `epicrec train` oder ein weiterer Import holt es nach.</translation>
    </message>
    <message>
      <source>The checksum of the catalog could not be read, so nothing was downloaded.</source>
      <translation>Die Prüfsumme des Katalogs war nicht lesbar, also wurde nichts geladen.</translation>
    </message>
    <message>
      <source>The connection to the publisher's server is not safe: its certificate is not valid.</source>
      <translation>Die Verbindung zum Server des Herausgebers ist nicht sicher: Sein Zertifikat ist nicht gültig.</translation>
    </message>
    <message>
      <source>The database must be updated, but another EpicRec is using it. Nothing was changed. Close the other window or command, and try again.</source>
      <translation>Die Datenbank muss aktualisiert werden, aber ein anderes EpicRec verwendet sie. Nichts wurde geändert. Schließen Sie das andere Fenster oder den Befehl, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The database was made by a newer version of EpicRec. It was left as it is. Please update the program.</source>
      <translation>Die Datenbank stammt von einer neueren Version von EpicRec. Sie blieb, wie sie ist. Bitte aktualisieren Sie das Programm.</translation>
    </message>
    <message>
      <source>The database {0} is damaged or cannot be read. It was left as it is. Restore a copy, or move it away to start anew.</source>
      <translation>Die Datenbank {0} ist beschädigt oder nicht lesbar. Sie blieb, wie sie ist. Stellen Sie eine Kopie wieder her, oder verschieben Sie sie, um neu zu beginnen.</translation>
    </message>
    <message>
      <source>The database, settings, models and logs</source>
      <translation>Datenbank, Einstellungen, Modelle und Protokolle</translation>
    </message>
    <message>
      <source>The disk could not deliver this profile's history. Nothing was changed; check the disk, or choose another profile.</source>
      <translation>Der Datenträger konnte den Verlauf dieses Profils nicht liefern. Nichts wurde geändert; prüfen Sie den Datenträger, oder wählen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>The download could not be saved.</source>
      <translation>Der Download konnte nicht gespeichert werden.</translation>
    </message>
    <message>
      <source>The download took too long and was stopped.</source>
      <translation>Der Download dauerte zu lange und wurde beendet.</translation>
    </message>
    <message>
      <source>The downloaded catalog is not what its publisher says it is (wrong checksum), so it was thrown away.</source>
      <translation>Der geladene Katalog ist nicht, was der Herausgeber angibt (falsche Prüfsumme), also wurde er verworfen.</translation>
    </message>
    <message>
      <source>The export could not be written to {0} ({1}). Nothing was changed. Choose another place.</source>
      <translation>Der Export konnte nicht nach {0} geschrieben werden ({1}). Nichts wurde geändert. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
      <source>The file {0} is not a database of EpicRec. It was left as it is. Move it away, or choose another folder.</source>
      <translation>Die Datei {0} ist keine Datenbank von EpicRec. Sie blieb, wie sie ist. Verschieben Sie sie, oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <source>The history of this profile has a form this version does not know. Nothing was changed; look for a newer version of this program.</source>
      <translation>Der Verlauf dieses Profils hat eine Form, die diese Version nicht kennt. Nichts wurde geändert; suchen Sie nach einer neueren Version dieses Programms.</translation>
    </message>
    <message>
      <source>The history of this profile is damaged. What was found before is kept; the browser usually repairs it at its next start: open and close it, and scan again.</source>
      <translation>Der Verlauf dieses Profils ist beschädigt. Was gefunden wurde, bleibt; der Browser repariert ihn meist beim nächsten Start: Öffnen und schließen Sie ihn, und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>The history of this profile is empty, as before a browser's first start. Nothing was changed; visit a page with this browser and scan again.</source>
      <translation>Der Verlauf dieses Profils ist leer, wie vor dem ersten Start eines Browsers. Nichts wurde geändert; besuchen Sie mit diesem Browser eine Seite und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>The history of this profile is larger than 2 GB, more than a browser needs. Nothing was read; clear old history in the browser and scan again.</source>
      <translation>Der Verlauf dieses Profils ist größer als 2 GB, mehr als ein Browser braucht. Nichts wurde gelesen; löschen Sie im Browser alten Verlauf und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>The history of this profile is no longer there. What was found before is kept; start the browser once, or choose another profile.</source>
      <translation>Der Verlauf dieses Profils ist nicht mehr da. Was gefunden wurde, bleibt; starten Sie den Browser einmal, oder wählen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>The history of this profile is not a database a browser writes. Nothing was changed; if it is encrypted or from a backup, restore it first.</source>
      <translation>Der Verlauf dieses Profils ist keine Datenbank, wie Browser sie schreiben. Nichts wurde geändert; ist er verschlüsselt oder aus einer Sicherung, stellen Sie ihn erst wieder her.</translation>
    </message>
    <message>
      <source>The history of this profile may not be read by you. Nothing was changed; give yourself read access to the profile folder, or choose another profile.</source>
      <translation>Den Verlauf dieses Profils dürfen Sie nicht lesen. Nichts wurde geändert; geben Sie sich Leserechte für den Profilordner, oder wählen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>The library was damaged and could not be counted.</source>
      <translation>Die Bibliothek war beschädigt und konnte nicht gezählt werden.</translation>
    </message>
    <message>
      <source>The noise of this release would not keep its privacy budget, so nothing was released. Please report this as a fault of the program.</source>
      <translation>Das Rauschen dieser Freigabe würde ihr Budget nicht einhalten; also wurde nichts freigegeben. Bitte melden Sie das als Fehler des Programms.</translation>
    </message>
    <message>
      <source>The private folder for copies of the history is not writable. Nothing was changed; check the access rights of the program's folder.</source>
      <translation>Der private Ordner für Kopien des Verlaufs ist nicht beschreibbar. Nichts wurde geändert; prüfen Sie die Zugriffsrechte des Programmordners.</translation>
    </message>
    <message>
      <source>The publisher's server answered with an error ({0}).</source>
      <translation>Der Server des Herausgebers hat mit einem Fehler geantwortet ({0}).</translation>
    </message>
    <message>
      <source>The recommendation model kept on this computer is damaged and was not used; your library is untouched. Import or download the catalog again to make a new one.</source>
      <translation>Das Empfehlungsmodell auf diesem Computer ist beschädigt und wurde nicht benutzt; Ihre Bibliothek ist unberührt. Importieren oder laden Sie den Katalog neu, um ein neues zu machen.</translation>
    </message>
    <message>
      <source>The record of {0} releases was forgotten. What was sent cannot be called back, and anything sent in the future adds to it.</source>
      <translation>Das Verzeichnis von {0} Freigaben wurde vergessen. Was gesendet wurde, lässt sich nicht zurückholen, und alles künftig Gesendete kommt hinzu.</translation>
    </message>
    <message>
      <source>The starter catalog of this installation is missing or damaged. Your own data is kept. Install the program again.</source>
      <translation>Der mitgelieferte Katalog dieser Installation fehlt oder ist beschädigt. Ihre Daten bleiben. Installieren Sie das Programm noch einmal.</translation>
    </message>
    <message>
      <source>The stored release is not what was committed to the ledger; nothing was sent. Restore the database from a copy.</source>
      <translation>Die gespeicherte Freigabe ist nicht, was ins Verzeichnis geschrieben wurde; nichts wurde gesendet. Stellen Sie die Datenbank aus einer Kopie wieder her.</translation>
    </message>
    <message>
      <source>The work broke off unexpectedly. Nothing was changed. Please try again.</source>
      <translation>Die Arbeit brach unerwartet ab. Nichts wurde geändert. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>There are no public ratings to train a model on; nothing was changed.</source>
      <translation>Es gibt keine öffentlichen Bewertungen, um ein Modell zu trainieren; nichts wurde geändert.</translation>
    </message>
    <message>
      <source>There are no public ratings to train on. Recommendations are made as before. Import MovieLens first: `epicrec catalog import movielens`.</source>
      <translation>Es gibt keine öffentlichen Bewertungen zum Trainieren. Empfehlungen werden gemacht wie bisher. Importieren Sie erst MovieLens: `epicrec catalog import movielens`.</translation>
    </message>
    <message>
      <source>There is a provider named {0} already, at {1}. Nothing was changed. Choose another name, or remove that one first.</source>
      <translation>Es gibt schon einen Anbieter namens {0}, unter {1}. Nichts wurde geändert. Wählen Sie einen anderen Namen, oder entfernen Sie jenen zuerst.</translation>
    </message>
    <message>
      <source>There is no catalog at “{0}”: no file or folder has that name.</source>
      <translation>Bei „{0}“ ist kein Katalog: Keine Datei und kein Ordner heißt so.</translation>
    </message>
    <message>
      <source>There is no catalog named {0}. The catalog before is kept.</source>
      <translation>Es gibt keinen Katalog namens {0}. Der bisherige bleibt.</translation>
    </message>
    <message>
      <source>There is no certificate at {0}. Nothing was changed. Choose a PEM file.</source>
      <translation>Unter {0} liegt kein Zertifikat. Nichts wurde geändert. Wählen Sie eine PEM-Datei.</translation>
    </message>
    <message>
      <source>There is no provider named {0}. Nothing was sent. Add it first, or give its address.</source>
      <translation>Es gibt keinen Anbieter namens {0}. Nichts wurde gesendet. Fügen Sie ihn erst hinzu, oder geben Sie seine Adresse an.</translation>
    </message>
    <message>
      <source>There is not enough free space for a private copy of the history. Nothing was changed and the copy was removed; free some space and scan again.</source>
      <translation>Für eine private Kopie des Verlaufs ist nicht genug Platz. Nichts wurde geändert, die Kopie wurde entfernt; schaffen Sie Platz und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>There is nothing at {0}. Nothing was changed; check the path. `epicrec browsers` lists the profiles found here.</source>
      <translation>Bei {0} ist nichts. Nichts wurde geändert; prüfen Sie den Pfad. `epicrec browsers` listet die hier gefundenen Profile.</translation>
    </message>
    <message>
      <source>This address is not encrypted, so others on the way could read what you release; nothing was changed. Use an address that begins with https://.</source>
      <translation>Diese Adresse ist nicht verschlüsselt: Andere könnten unterwegs mitlesen, was Sie freigeben. Nichts wurde geändert. Verwenden Sie eine Adresse, die mit https:// beginnt.</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Dieser Computer</translation>
    </message>
    <message>
      <source>This is no key of TMDB: an API key has 32 characters, an access token two dots.</source>
      <translation>Das ist kein Schlüssel von TMDB: Ein API-Schlüssel hat 32 Zeichen, ein Zugangstoken zwei Punkte.</translation>
    </message>
    <message>
      <source>This is not the address of a provider; nothing was changed. An address looks like https://recommendations.example.</source>
      <translation>Das ist nicht die Adresse eines Anbieters; nichts wurde geändert. Eine Adresse sieht so aus: https://recommendations.example.</translation>
    </message>
    <message>
      <source>This release was made for another provider than {0}; nothing was sent.</source>
      <translation>Diese Freigabe wurde für einen anderen Anbieter als {0} gemacht; nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>This release would tell the provider more than its privacy budget allows, so nothing was released and nothing was charged. Wait for the next release window, or give the provider a larger budget.</source>
      <translation>Diese Freigabe würde dem Anbieter mehr sagen, als sein Budget erlaubt; also wurde nichts freigegeben und nichts angerechnet. Warten Sie auf den nächsten Monat, oder geben Sie dem Anbieter ein größeres Budget.</translation>
    </message>
    <message>
      <source>Training the recommendation model</source>
      <translation>Das Empfehlungsmodell wird trainiert</translation>
    </message>
    <message>
      <source>Trust is a part of the privacy budget, from {0} to 1. Nothing was changed. To trust a provider with nothing, remove it or choose No Release.</source>
      <translation>Vertrauen ist ein Teil des Budgets, von {0} bis 1. Nichts wurde geändert. Um einem Anbieter nichts anzuvertrauen, entfernen Sie ihn, oder wählen Sie „Keine Freigabe“.</translation>
    </message>
    <message>
      <source>Try again later.</source>
      <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
      <source>What is released to this computer stays here, so there is nothing to limit. Nothing was changed.</source>
      <translation>Was diesem Computer freigegeben wird, bleibt hier, also gibt es nichts zu begrenzen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Where this profile's history should be is something that is not a file. Nothing was changed; choose another profile.</source>
      <translation>Wo der Verlauf dieses Profils sein sollte, ist etwas, das keine Datei ist. Nichts wurde geändert; wählen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>Your release is kept in the ledger; sending it again later costs nothing.</source>
      <translation>Ihre Freigabe bleibt im Verzeichnis; sie später noch einmal zu senden, kostet nichts.</translation>
    </message>
    <message>
      <source>{0} ({1} files) could not be removed whole from {2}.</source>
      <translation>{0} ({1} Dateien) konnten nicht ganz aus {2} entfernt werden.</translation>
    </message>
    <message>
      <source>{0} ({1} files) were removed from {2}.</source>
      <translation>{0} ({1} Dateien) wurden aus {2} entfernt.</translation>
    </message>
    <message>
      <source>{0} The catalog you had is kept. {1}</source>
      <translation>{0} Ihr bisheriger Katalog bleibt. {1}</translation>
    </message>
    <message>
      <source>{0} answered with more data than is allowed. {1}</source>
      <translation>{0} hat mit mehr Daten geantwortet als erlaubt. {1}</translation>
    </message>
    <message>
      <source>{0} broke off its answer. {1}</source>
      <translation>{0} hat die Antwort abgebrochen. {1}</translation>
    </message>
    <message>
      <source>{0} could not be asked. {1}</source>
      <translation>{0} konnte nicht gefragt werden. {1}</translation>
    </message>
    <message>
      <source>{0} could not be reached through the system's proxy. {1}</source>
      <translation>{0} war über den Proxy des Systems nicht erreichbar. {1}</translation>
    </message>
    <message>
      <source>{0} could not be reached. {1}</source>
      <translation>{0} war nicht erreichbar. {1}</translation>
    </message>
    <message>
      <source>{0} could not prove who it is: its certificate is not trusted, has expired or belongs to another. Only if you know who runs it, add its certificate. {1}</source>
      <translation>{0} konnte nicht beweisen, wer er ist: Sein Zertifikat ist nicht vertrauenswürdig, abgelaufen oder gehört jemand anderem. Nur wenn Sie wissen, wer ihn betreibt, fügen Sie sein Zertifikat hinzu. {1}</translation>
    </message>
    <message>
      <source>{0} did not accept the release: {1}. The release is kept in the ledger.</source>
      <translation>{0} hat die Freigabe nicht angenommen: {1}. Die Freigabe bleibt im Verzeichnis.</translation>
    </message>
    <message>
      <source>{0} did not agree to an encrypted connection. {1}</source>
      <translation>{0} hat keiner verschlüsselten Verbindung zugestimmt. {1}</translation>
    </message>
    <message>
      <source>{0} did not answer in time. {1}</source>
      <translation>{0} hat nicht rechtzeitig geantwortet. {1}</translation>
    </message>
    <message>
      <source>{0} does not publish a catalog. {1}</source>
      <translation>{0} veröffentlicht keinen Katalog. {1}</translation>
    </message>
    <message>
      <source>{0} gave an answer that is not one of a recommendation service. {1}</source>
      <translation>{0} gab eine Antwort, die nicht von einem Empfehlungsdienst stammt. {1}</translation>
    </message>
    <message>
      <source>{0} has a certificate file that cannot be read; choose the file again. {1}</source>
      <translation>Die Zertifikatsdatei von {0} ist nicht lesbar; wählen Sie die Datei noch einmal. {1}</translation>
    </message>
    <message>
      <source>{0} has a problem of its own (status {1}). {2}</source>
      <translation>{0} hat selbst ein Problem (Status {1}). {2}</translation>
    </message>
    <message>
      <source>{0} has a problem of its own (status {1}): “{2}”. {3}</source>
      <translation>{0} hat selbst ein Problem (Status {1}): „{2}“. {3}</translation>
    </message>
    <message>
      <source>{0} holds no browser profile. Nothing was changed; name the folder that has {1} (Chrome and its relatives) or {2} (Firefox) in it.</source>
      <translation>{0} enthält kein Browserprofil. Nichts wurde geändert; nennen Sie den Ordner, in dem {1} (Chrome und Verwandte) oder {2} (Firefox) liegt.</translation>
    </message>
    <message>
      <source>{0} holds several profiles ({1}). Nothing was read; name one of them.</source>
      <translation>{0} enthält mehrere Profile ({1}). Nichts wurde gelesen; nennen Sie eines davon.</translation>
    </message>
    <message>
      <source>{0} is not a browser's history. Nothing was changed; name a profile folder, or its {1} or {2}.</source>
      <translation>{0} ist kein Browserverlauf. Nichts wurde geändert; nennen Sie einen Profilordner oder darin {1} oder {2}.</translation>
    </message>
    <message>
      <source>{0} may not be read by you. Nothing was changed; ask for access to it, or name another profile.</source>
      <translation>{0} dürfen Sie nicht lesen. Nichts wurde geändert; bitten Sie um Zugriff, oder nennen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>{0} movies of the library ({1} confirmed) were forgotten.</source>
      <translation>{0} Filme der Bibliothek ({1} bestätigt) wurden vergessen.</translation>
    </message>
    <message>
      <source>{0} refused the request (status {1}). {2}</source>
      <translation>{0} hat die Anfrage abgelehnt (Status {1}). {2}</translation>
    </message>
    <message>
      <source>{0} refused the request (status {1}): “{2}”. {3}</source>
      <translation>{0} hat die Anfrage abgelehnt (Status {1}): „{2}“. {3}</translation>
    </message>
    <message>
      <source>{0} sent a model that is damaged or of an unknown kind; it was not kept. {1}</source>
      <translation>{0} hat ein Modell gesendet, das beschädigt oder von unbekannter Art ist; es wurde nicht behalten. {1}</translation>
    </message>
    <message>
      <source>{0} wants to send you to another address. That is not followed, because what you release would go to a stranger. {1}</source>
      <translation>{0} will Sie an eine andere Adresse schicken. Dem wird nicht gefolgt, denn was Sie freigeben, ginge an Fremde. {1}</translation>
    </message>
    <message>
      <source>“{0}” could not be read; it is damaged or incomplete.</source>
      <translation>„{0}“ konnte nicht gelesen werden; es ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
      <source>“{0}” is not a MovieLens catalog: it has no table of movies (movies.csv, movies.dat or u.item).</source>
      <translation>„{0}“ ist kein MovieLens-Katalog: Er hat keine Tabelle von Filmen (movies.csv, movies.dat oder u.item).</translation>
    </message>
    <message>
      <source>“{0}” may not be read by you.</source>
      <translation>„{0}“ dürfen Sie nicht lesen.</translation>
    </message>
  </context>
  <context>
    <name>CountChart</name>
    <message>
      <source>Watched and released movies per category</source>
      <translation>Gesehene und freigegebene Filme je Kategorie</translation>
    </message>
    <message>
      <source>{category}: {true} watched</source>
      <translation>{category}: {true} gesehen</translation>
    </message>
    <message>
      <source>{category}: {true} watched, {released} in the list</source>
      <translation>{category}: {true} gesehen, {released} in der Liste</translation>
    </message>
  </context>
  <context>
    <name>CrashDialog</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Crash report</source>
      <translation>Absturzbericht</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <source>The kind of the fault and the places in the program where it rose. No movie, no address and no folder of yours is in it. If you want someone to look into it, copy it and send it yourself.</source>
      <translation>Die Art des Fehlers und die Stellen im Programm, an denen er auftrat. Kein Film, keine Adresse und kein Ordner von Ihnen steht darin. Soll jemand nachsehen, kopieren Sie den Bericht und senden ihn selbst.</translation>
    </message>
    <message>
      <source>What broke</source>
      <translation>Was schiefging</translation>
    </message>
  </context>
  <context>
    <name>CrashNotice</name>
    <message>
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Zeigen</translation>
    </message>
    <message>
      <source>Something broke in EpicRec last time. A report of it is on this computer. It is never sent.</source>
      <translation>Beim letzten Mal ging in EpicRec etwas schief. Der Bericht darüber liegt auf diesem Computer und wird nie gesendet.</translation>
    </message>
  </context>
  <context>
    <name>DataSection</name>
    <message>
      <source>Erase everything</source>
      <translation>Alles löschen</translation>
    </message>
    <message>
      <source>Erase everything?</source>
      <translation>Alles löschen?</translation>
    </message>
    <message>
      <source>Erase everything…</source>
      <translation>Alles löschen …</translation>
    </message>
    <message>
      <source>Erased</source>
      <translation>Gelöscht</translation>
    </message>
    <message>
      <source>Export your data</source>
      <translation>Daten exportieren</translation>
    </message>
    <message>
      <source>Exported: your movies, levels and releases. The file is not encrypted.</source>
      <translation>Exportiert: Ihre Filme, Stufen und Freigaben. Die Datei ist nicht verschlüsselt.</translation>
    </message>
    <message>
      <source>Export…</source>
      <translation>Exportieren …</translation>
    </message>
    <message>
      <source>Take it along as one file, or leave nothing on this computer.</source>
      <translation>Nehmen Sie alles als eine Datei mit, oder lassen Sie nichts auf diesem Computer.</translation>
    </message>
    <message>
      <source>Your data</source>
      <translation>Ihre Daten</translation>
    </message>
    <message>
      <source>Your movies, levels, settings, the record of what was sent, imported catalogs and logs are removed from this computer. The browsers' own history is not touched.

What was already sent cannot be called back. Later releases add to it, and without the record this program can no longer count that.</source>
      <translation>Ihre Filme, Stufen, Einstellungen, das Verzeichnis des Gesendeten, importierte Kataloge und Protokolle werden von diesem Computer entfernt. Der Verlauf der Browser selbst bleibt unberührt.

Was schon gesendet wurde, lässt sich nicht zurückholen. Spätere Freigaben kommen hinzu, und ohne das Verzeichnis kann dieses Programm das nicht mehr mitzählen.</translation>
    </message>
    <message>
      <source>erase</source>
      <translation>löschen</translation>
    </message>
  </context>
  <context>
    <name>Dates</name>
    <message>
      <source>d MMM yyyy</source>
      <translation>d. MMM yyyy</translation>
    </message>
    <message>
      <source>d MMMM yyyy</source>
      <translation>d. MMMM yyyy</translation>
    </message>
  </context>
  <context>
    <name>Details</name>
    <message>
      <source>Level</source>
      <translation>Stufe</translation>
    </message>
    <message>
      <source>Movies</source>
      <translation>Filme</translation>
    </message>
    <message>
      <source>Send again</source>
      <translation>Erneut senden</translation>
    </message>
    <message>
      <source>Sent</source>
      <translation>Gesendet</translation>
    </message>
    <message>
      <source>Trouble</source>
      <translation>Störung</translation>
    </message>
    <message>
      <source>What it can tell</source>
      <translation>Was sie verrät</translation>
    </message>
  </context>
  <context>
    <name>EdgeHint</name>
    <message>
      <source>Scroll back</source>
      <translation>Zurückblättern</translation>
    </message>
    <message>
      <source>Scroll on</source>
      <translation>Weiterblättern</translation>
    </message>
  </context>
  <context>
    <name>EntryCard</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>In a release</source>
      <translation>In einer Freigabe</translation>
    </message>
    <message>
      <source>It is never part of a release. Recommendations made here still count it.</source>
      <translation>Er ist nie Teil einer Freigabe. Für Empfehlungen von hier zählt er weiter.</translation>
    </message>
    <message>
      <source>It is treated like every other movie of its categories.</source>
      <translation>Er wird wie jeder andere Film seiner Kategorien behandelt.</translation>
    </message>
    <message>
      <source>It leaves half the trace in what is perturbed, and is never told openly. Recommendations made here count it in full.</source>
      <translation>Er hinterlässt im Verrauschten nur die halbe Spur und wird nie offen genannt. Für Empfehlungen von hier zählt er voll.</translation>
    </message>
    <message>
      <source>Last visit {day}</source>
      <translation>Zuletzt besucht am {day}</translation>
    </message>
    <message>
      <source>Less</source>
      <translation>Weniger</translation>
    </message>
    <message>
      <source>Never tell</source>
      <translation>Nie verraten</translation>
    </message>
    <message>
      <source>Poster of {movie}</source>
      <translation>Plakat von {movie}</translation>
    </message>
    <message>
      <source>Usual</source>
      <translation>Normal</translation>
    </message>
    <message>
      <source>Why it is here</source>
      <translation>Warum er hier steht</translation>
    </message>
  </context>
  <context>
    <name>EntryView</name>
    <message>
      <source>Kept to yourself</source>
      <translation>Bleibt bei Ihnen</translation>
    </message>
    <message>
      <source>Movies</source>
      <translation>Filme</translation>
    </message>
    <message>
      <source>Told less</source>
      <translation>Weniger verraten</translation>
    </message>
  </context>
  <context>
    <name>ExpanderButton</name>
    <message>
      <source>closed</source>
      <translation>zugeklappt</translation>
    </message>
    <message>
      <source>open</source>
      <translation>aufgeklappt</translation>
    </message>
  </context>
  <context>
    <name>FirstRunWizard</name>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Skip the rest</source>
      <translation>Rest überspringen</translation>
    </message>
    <message>
      <source>Step {at} of {all}</source>
      <translation>Schritt {at} von {all}</translation>
    </message>
  </context>
  <context>
    <name>LeavingList</name>
    <message>
      <source>Movies that would leave</source>
      <translation>Filme, die hinausgingen</translation>
    </message>
  </context>
  <context>
    <name>Legend</name>
    <message>
      <source>released</source>
      <translation>freigegeben</translation>
    </message>
    <message>
      <source>watched</source>
      <translation>gesehen</translation>
    </message>
  </context>
  <context>
    <name>LevelCard</name>
    <message>
      <source>none</source>
      <translation>keine</translation>
    </message>
  </context>
  <context>
    <name>LevelCards</name>
    <message>
      <source>What may leave this computer</source>
      <translation>Was diesen Computer verlassen darf</translation>
    </message>
  </context>
  <context>
    <name>LevelStep</name>
    <message>
      <source>Nothing is sent yet. Before anything leaves you see what it is, and afterwards you can read every byte in Activity.</source>
      <translation>Noch wird nichts gesendet. Bevor etwas hinausgeht, sehen Sie, was es ist, und danach können Sie unter „Aktivität“ jedes Byte nachlesen.</translation>
    </message>
    <message>
      <source>What may leave this computer?</source>
      <translation>Was darf diesen Computer verlassen?</translation>
    </message>
    <message>
      <source>You can change this at any time, also for single categories of movies.</source>
      <translation>Sie können das jederzeit ändern, auch für einzelne Kategorien von Filmen.</translation>
    </message>
  </context>
  <context>
    <name>MainWindow</name>
    <message>
      <source>One moment</source>
      <translation>Einen Moment</translation>
    </message>
    <message>
      <source>Your library is being opened.</source>
      <translation>Ihre Bibliothek wird geöffnet.</translation>
    </message>
  </context>
  <context>
    <name>MechanismSection</name>
    <message>
      <source>A movie of several categories is shared out among them, so the blurred counts come out about four times as exact.</source>
      <translation>Ein Film mehrerer Kategorien wird unter ihnen aufgeteilt; so werden die unscharfen Zahlen etwa viermal so genau.</translation>
    </message>
    <message>
      <source>As in the EpicRec paper, to compare with. A provider can make little of what it gets.</source>
      <translation>Wie im EpicRec-Aufsatz, zum Vergleich. Ein Anbieter kann mit dem, was er erhält, wenig anfangen.</translation>
    </message>
    <message>
      <source>As published</source>
      <translation>Wie veröffentlicht</translation>
    </message>
    <message>
      <source>How a Perturbed Release is made. Both ways protect you alike. A change applies to months that are not drawn yet.</source>
      <translation>Wie eine Unscharfe Freigabe entsteht. Beide Arten schützen Sie gleich gut. Eine Änderung gilt für Monate, die noch nicht gezogen sind.</translation>
    </message>
    <message>
      <source>Improved</source>
      <translation>Verbessert</translation>
    </message>
    <message>
      <source>Perturbation</source>
      <translation>Unschärfe</translation>
    </message>
  </context>
  <context>
    <name>MonthTile</name>
    <message>
      <source>Blurred once on {day}, for this computer</source>
      <translation>Einmal unscharf gemacht am {day}, für diesen Computer</translation>
    </message>
    <message>
      <source>Blurred once on {day}, for {provider}</source>
      <translation>Einmal unscharf gemacht am {day}, für {provider}</translation>
    </message>
    <message numerus="yes">
      <source>Blurred once, for %Ln providers</source>
      <translation>
        <numerusform>Einmal unscharf gemacht, für einen Anbieter</numerusform>
        <numerusform>Einmal unscharf gemacht, für %Ln Anbieter</numerusform>
      </translation>
    </message>
    <message>
      <source>Goes with the next release</source>
      <translation>Geht mit der nächsten Freigabe</translation>
    </message>
    <message>
      <source>Waits for the month to begin</source>
      <translation>Wartet, bis der Monat beginnt</translation>
    </message>
  </context>
  <context>
    <name>MovieCard</name>
    <message>
      <source>Because you watched {movie}.</source>
      <translation>Weil Sie {movie} gesehen haben.</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>From {provider}. It saw only what was released.</source>
      <translation>Von {provider}. Dort ist nur bekannt, was freigegeben wurde.</translation>
    </message>
    <message>
      <source>It is close to what you watched, taken together.</source>
      <translation>Er passt zu dem, was Sie insgesamt gesehen haben.</translation>
    </message>
    <message>
      <source>It is not recommended again</source>
      <translation>Er wird nicht wieder empfohlen</translation>
    </message>
    <message>
      <source>Not for me</source>
      <translation>Nichts für mich</translation>
    </message>
    <message>
      <source>Poster of {movie}</source>
      <translation>Plakat von {movie}</translation>
    </message>
    <message>
      <source>Puts it among your movies, as watched</source>
      <translation>Kommt als gesehen zu Ihren Filmen</translation>
    </message>
    <message>
      <source>Ranked here, with your whole history. Nobody else learns of it.</source>
      <translation>Hier geordnet, mit Ihrem ganzen Verlauf. Niemand sonst erfährt davon.</translation>
    </message>
    <message>
      <source>Seen it</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>Take off the watchlist</source>
      <translation>Von der Merkliste nehmen</translation>
    </message>
    <message>
      <source>To the watchlist</source>
      <translation>Auf die Merkliste</translation>
    </message>
    <message>
      <source>Why it is here</source>
      <translation>Warum er hier steht</translation>
    </message>
    <message>
      <source>You put it on your watchlist.</source>
      <translation>Sie haben ihn auf die Merkliste gesetzt.</translation>
    </message>
    <message>
      <source>Your watchlist is kept on this computer. Nobody else learns of it.</source>
      <translation>Ihre Merkliste bleibt auf diesem Computer. Niemand sonst erfährt davon.</translation>
    </message>
    <message>
      <source>{provider} suggested it for the list you released.</source>
      <translation>{provider} hat ihn zu Ihrer freigegebenen Liste vorgeschlagen.</translation>
    </message>
  </context>
  <context>
    <name>MovieDelegate</name>
    <message>
      <source>not sure</source>
      <translation>unsicher</translation>
    </message>
  </context>
  <context>
    <name>MovieFilters</name>
    <message>
      <source>Search titles</source>
      <translation>Titel suchen</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Anzeigen</translation>
    </message>
  </context>
  <context>
    <name>MoviesPage</name>
    <message numerus="yes">
      <source>%Ln movies are not yours</source>
      <translation>
        <numerusform>Ein Film ist nicht Ihrer</numerusform>
        <numerusform>%Ln Filme sind nicht Ihre</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies confirmed</source>
      <translation>
        <numerusform>Ein Film bestätigt</numerusform>
        <numerusform>%Ln Filme bestätigt</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies found in your history. Which of them did you watch?</source>
      <translation>
        <numerusform>Ein Film in Ihrem Verlauf gefunden. Haben Sie ihn gesehen?</numerusform>
        <numerusform>%Ln Filme in Ihrem Verlauf gefunden. Welche davon haben Sie gesehen?</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies kept to yourself</source>
      <translation>
        <numerusform>Ein Film für sich behalten</numerusform>
        <numerusform>%Ln Filme für sich behalten</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies released as usual</source>
      <translation>
        <numerusform>Ein Film wie üblich freigegeben</numerusform>
        <numerusform>%Ln Filme wie üblich freigegeben</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies told in part</source>
      <translation>
        <numerusform>Ein Film zum Teil freigegeben</numerusform>
        <numerusform>%Ln Filme zum Teil freigegeben</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln new movies found.</source>
      <translation>
        <numerusform>Ein neuer Film gefunden.</numerusform>
        <numerusform>%Ln neue Filme gefunden.</numerusform>
      </translation>
    </message>
    <message>
      <source>Add a movie</source>
      <translation>Film hinzufügen</translation>
    </message>
    <message>
      <source>All answered</source>
      <translation>Alles beantwortet</translation>
    </message>
    <message>
      <source>Choose browsers</source>
      <translation>Browser wählen</translation>
    </message>
    <message>
      <source>EpicRec looks for movies in the history of the browsers you agreed to. What it finds stays on this computer. You can also add movies by hand.</source>
      <translation>EpicRec sucht Filme im Verlauf der Browser, denen Sie zugestimmt haben. Was es findet, bleibt auf diesem Computer. Sie können Filme auch von Hand hinzufügen.</translation>
    </message>
    <message>
      <source>Forget</source>
      <translation>Vergessen</translation>
    </message>
    <message numerus="yes">
      <source>Forget these %Ln movies?</source>
      <translation>
        <numerusform>Diesen Film vergessen?</numerusform>
        <numerusform>Diese %Ln Filme vergessen?</numerusform>
      </translation>
    </message>
    <message>
      <source>Looking at your browsers…</source>
      <translation>Ihre Browser werden durchgesehen …</translation>
    </message>
    <message>
      <source>Looking for movies</source>
      <translation>Filme werden gesucht</translation>
    </message>
    <message>
      <source>Movies you put here can be put back at any time.</source>
      <translation>Filme, die Sie hierher legen, können jederzeit zurück.</translation>
    </message>
    <message>
      <source>My movies</source>
      <translation>Meine Filme</translation>
    </message>
    <message>
      <source>No browser may be read yet, so nothing was. Choose which ones may.</source>
      <translation>Noch darf kein Browser gelesen werden, also wurde nichts gelesen. Wählen Sie, welche es dürfen.</translation>
    </message>
    <message>
      <source>No browser may be read yet. What EpicRec finds in those you choose stays on this computer. You can also add movies by hand.</source>
      <translation>Noch darf kein Browser gelesen werden. Was EpicRec in denen findet, die Sie wählen, bleibt auf diesem Computer. Sie können Filme auch von Hand hinzufügen.</translation>
    </message>
    <message>
      <source>No movies yet</source>
      <translation>Noch keine Filme</translation>
    </message>
    <message>
      <source>Not mine</source>
      <translation>Nicht meine</translation>
    </message>
    <message>
      <source>Nothing by this title</source>
      <translation>Nichts mit diesem Titel</translation>
    </message>
    <message>
      <source>Nothing here</source>
      <translation>Hier ist nichts</translation>
    </message>
    <message>
      <source>Nothing new since the last scan.</source>
      <translation>Nichts Neues seit der letzten Suche.</translation>
    </message>
    <message>
      <source>Nothing waits for you here. A scan may find more.</source>
      <translation>Hier wartet nichts auf Sie. Eine Suche findet vielleicht mehr.</translation>
    </message>
    <message>
      <source>Only movies you confirm count, and only for you.</source>
      <translation>Nur Filme, die Sie bestätigen, zählen, und nur für Sie.</translation>
    </message>
    <message>
      <source>Scan</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Scan again</source>
      <translation>Neu suchen</translation>
    </message>
    <message>
      <source>Show as a list</source>
      <translation>Als Liste zeigen</translation>
    </message>
    <message>
      <source>Show as a wall of posters</source>
      <translation>Als Plakatwand zeigen</translation>
    </message>
    <message>
      <source>Show {part}</source>
      <translation>{part} zeigen</translation>
    </message>
    <message>
      <source>Suggestions</source>
      <translation>Vorschläge</translation>
    </message>
    <message>
      <source>Try another word, or add the movie by hand.</source>
      <translation>Versuchen Sie ein anderes Wort, oder fügen Sie den Film von Hand hinzu.</translation>
    </message>
    <message>
      <source>Watched</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>What was seen of it goes too, and this cannot be undone. A later scan may suggest it again.</source>
      <translation>Auch was davon gesehen wurde, verschwindet, und das lässt sich nicht rückgängig machen. Eine spätere Suche schlägt ihn vielleicht wieder vor.</translation>
    </message>
    <message>
      <source>Your browsers' history is read on this computer and stays on it.</source>
      <translation>Der Verlauf Ihrer Browser wird auf diesem Computer gelesen und bleibt hier.</translation>
    </message>
    <message>
      <source>{count} in {part}</source>
      <translation>{count} unter „{part}“</translation>
    </message>
  </context>
  <context>
    <name>MoviesStep</name>
    <message>
      <source>All</source>
      <translation>Alle</translation>
    </message>
    <message>
      <source>Confirm {n}</source>
      <translation>{n} bestätigen</translation>
    </message>
    <message>
      <source>Did you watch these?</source>
      <translation>Haben Sie diese gesehen?</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Movies found; the space bar ticks</source>
      <translation>Gefundene Filme; die Leertaste hakt an</translation>
    </message>
    <message>
      <source>None</source>
      <translation>Keine</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>Search the movies found</source>
      <translation>In den gefundenen Filmen suchen</translation>
    </message>
    <message>
      <source>Tick all that are shown</source>
      <translation>Alle gezeigten anhaken</translation>
    </message>
    <message>
      <source>Untick all that are shown</source>
      <translation>Alle gezeigten abwählen</translation>
    </message>
    <message>
      <source>Untick what you did not watch. Unticked movies count for nothing; you can answer later in My movies.</source>
      <translation>Wählen Sie ab, was Sie nicht gesehen haben. Abgewählte Filme zählen nicht; Sie können später unter „Meine Filme“ antworten.</translation>
    </message>
    <message>
      <source>{ticked} of {all} ticked</source>
      <translation>{ticked} von {all} angehakt</translation>
    </message>
  </context>
  <context>
    <name>NavButton</name>
    <message>
      <source>{n} waiting for you</source>
      <translation>{n} warten auf Sie</translation>
    </message>
  </context>
  <context>
    <name>Navigation</name>
    <message>
      <source>Activity</source>
      <translation>Aktivität</translation>
    </message>
    <message>
      <source>Last release {day}</source>
      <translation>Freigabe {day}</translation>
    </message>
    <message>
      <source>My movies</source>
      <translation>Meine Filme</translation>
    </message>
    <message>
      <source>Nothing has left yet</source>
      <translation>Noch ging nichts hinaus</translation>
    </message>
    <message>
      <source>Pages</source>
      <translation>Seiten</translation>
    </message>
    <message>
      <source>Privacy</source>
      <translation>Privatsphäre</translation>
    </message>
    <message>
      <source>Recommendations</source>
      <translation>Empfehlungen</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
  </context>
  <context>
    <name>PayloadView</name>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Exact bytes</source>
      <translation>Genaue Bytes</translation>
    </message>
    <message>
      <source>How to show what was sent</source>
      <translation>Wie das Gesendete gezeigt wird</translation>
    </message>
    <message>
      <source>Readable</source>
      <translation>Lesbar</translation>
    </message>
    <message>
      <source>Save as…</source>
      <translation>Speichern unter …</translation>
    </message>
    <message>
      <source>Save what was sent</source>
      <translation>Gesendetes speichern</translation>
    </message>
    <message>
      <source>The file could not be written. The release is still kept here; choose another place.</source>
      <translation>Die Datei konnte nicht geschrieben werden. Die Freigabe liegt weiter hier; wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
      <source>What was made here, byte for byte</source>
      <translation>Was hier entstand, Byte für Byte</translation>
    </message>
    <message>
      <source>What was sent</source>
      <translation>Was gesendet wurde</translation>
    </message>
    <message>
      <source>What was sent, byte for byte</source>
      <translation>Was gesendet wurde, Byte für Byte</translation>
    </message>
  </context>
  <context>
    <name>Privacy</name>
    <message numerus="yes">
      <source>%Ln categories have a level of their own.</source>
      <translation>
        <numerusform>Eine Kategorie hat eine eigene Stufe.</numerusform>
        <numerusform>%Ln Kategorien haben eine eigene Stufe.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln confirmed movies are sent as they are. Those you keep to yourself stay here.</source>
      <translation>
        <numerusform>Ein bestätigter Film wird unverändert gesendet. Was Sie für sich behalten, bleibt hier.</numerusform>
        <numerusform>%Ln bestätigte Filme werden unverändert gesendet. Was Sie für sich behalten, bleibt hier.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln kept here</source>
      <translation>
        <numerusform>%Ln bleibt hier</numerusform>
        <numerusform>%Ln bleiben hier</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies</source>
      <translation>
        <numerusform>%Ln Film</numerusform>
        <numerusform>%Ln Filme</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies confirmed since wait for {month}: one draw a month, shared by all providers, so that it cannot be averaged away.</source>
      <translation>
        <numerusform>Ein seither bestätigter Film wartet auf {month}: ein Zug im Monat, derselbe für alle Anbieter, damit er sich nicht herausmitteln lässt.</numerusform>
        <numerusform>%Ln seither bestätigte Filme warten auf {month}: ein Zug im Monat, derselbe für alle Anbieter, damit er sich nicht herausmitteln lässt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln only as blurred counts</source>
      <translation>
        <numerusform>%Ln nur als unscharfe Zahl</numerusform>
        <numerusform>%Ln nur als unscharfe Zahlen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln sent as they are</source>
      <translation>
        <numerusform>%Ln unverändert gesendet</numerusform>
        <numerusform>%Ln unverändert gesendet</numerusform>
      </translation>
    </message>
    <message>
      <source>A blurred list is sent: right on average, wrong on any one movie.</source>
      <translation>Eine unscharfe Liste wird gesendet: im Mittel richtig, beim einzelnen Film nicht verlässlich.</translation>
    </message>
    <message>
      <source>A row made from the list alone</source>
      <translation>Eine Reihe allein aus der Liste</translation>
    </message>
    <message>
      <source>All</source>
      <translation>Alles</translation>
    </message>
    <message numerus="yes">
      <source>All %Ln confirmed movies are sent as they are.</source>
      <translation>
        <numerusform>Ihr einziger bestätigter Film wird unverändert gesendet.</numerusform>
        <numerusform>Alle %Ln bestätigten Filme werden unverändert gesendet.</numerusform>
      </translation>
    </message>
    <message>
      <source>All Release</source>
      <translation>Volle Freigabe</translation>
    </message>
    <message>
      <source>An example: the real draw is made once, at release.</source>
      <translation>Ein Beispiel: Gelost wird nur einmal, bei der Freigabe.</translation>
    </message>
    <message>
      <source>At No Release nothing is sent. Recommendations are ranked on this computer.</source>
      <translation>Ohne Freigabe wird nichts gesendet. Empfehlungen werden auf diesem Computer geordnet.</translation>
    </message>
    <message>
      <source>Confirm movies in My movies, and they appear here.</source>
      <translation>Bestätigen Sie Filme unter „Meine Filme“, dann erscheinen sie hier.</translation>
    </message>
    <message>
      <source>Exactly this list would be sent.</source>
      <translation>Genau diese Liste würde gesendet.</translation>
    </message>
    <message>
      <source>Get recommendations</source>
      <translation>Empfehlungen holen</translation>
    </message>
    <message>
      <source>If you released before, from another computer or before erasing everything here, that still counts: what each release can tell adds up.</source>
      <translation>Haben Sie früher freigegeben, von einem anderen Computer oder bevor Sie hier alles gelöscht haben, so zählt das weiter: Was die Freigaben verraten, summiert sich.</translation>
    </message>
    <message>
      <source>Movies sent as they are cannot be called back.</source>
      <translation>Unverändert gesendete Filme lassen sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>No</source>
      <translation>Keine</translation>
    </message>
    <message>
      <source>No Release</source>
      <translation>Keine Freigabe</translation>
    </message>
    <message>
      <source>No movie</source>
      <translation>Kein Film</translation>
    </message>
    <message>
      <source>Nothing about your movies is sent. Recommendations are ranked here.</source>
      <translation>Nichts über Ihre Filme wird gesendet. Empfehlungen werden hier geordnet.</translation>
    </message>
    <message numerus="yes">
      <source>Nothing is sent, except from %Ln categories set below.</source>
      <translation>
        <numerusform>Nichts wird gesendet, außer aus einer unten gewählten Kategorie.</numerusform>
        <numerusform>Nichts wird gesendet, außer aus %Ln unten gewählten Kategorien.</numerusform>
      </translation>
    </message>
    <message>
      <source>Nothing is sent, so nothing is spent.</source>
      <translation>Nichts wird gesendet, also wird nichts verbraucht.</translation>
    </message>
    <message>
      <source>Nothing leaves, so nothing is spent.</source>
      <translation>Nichts geht hinaus, also wird nichts verbraucht.</translation>
    </message>
    <message>
      <source>Nothing leaves: every category is set to No.</source>
      <translation>Nichts geht hinaus: Alle Kategorien stehen auf „Keine“.</translation>
    </message>
    <message>
      <source>Only a blurred list leaves: every category is set to Perturbed.</source>
      <translation>Nur eine unscharfe Liste geht hinaus: Alle Kategorien stehen auf „Unscharf“.</translation>
    </message>
    <message>
      <source>Perturbed</source>
      <translation>Unscharf</translation>
    </message>
    <message>
      <source>Perturbed Release</source>
      <translation>Unscharfe Freigabe</translation>
    </message>
    <message>
      <source>Release and get recommendations</source>
      <translation>Freigeben und Empfehlungen holen</translation>
    </message>
    <message>
      <source>Send again and get recommendations</source>
      <translation>Erneut senden und Empfehlungen holen</translation>
    </message>
    <message>
      <source>Someone who guessed 50:50 that you saw a movie, with nothing else to go by, can get to {one} % at most; for three that go together, to {three} %.</source>
      <translation>Wer 50:50 rät, dass Sie einen Film gesehen haben, und sonst nichts weiß, kommt auf höchstens {one} %; bei drei Filmen, die zusammengehören, auf {three} %.</translation>
    </message>
    <message>
      <source>Spends {month}'s share of each blurred movie once; asking again repeats the list at no cost.</source>
      <translation>Verbraucht den Anteil für {month} je unscharf genanntem Film einmal; erneutes Fragen wiederholt die Liste ohne Kosten.</translation>
    </message>
    <message>
      <source>The bars say how good a row made from what leaves can be, measured on public ratings: 100 % with your whole list, {popular} % with nothing but what is popular. Rows ranked on this computer are the same at every level.</source>
      <translation>Die Balken sagen, wie gut eine Reihe aus dem Freigegebenen sein kann, gemessen an öffentlichen Bewertungen: 100 % mit Ihrer ganzen Liste, {popular} % mit nichts als dem Beliebten. Reihen von diesem Computer sind auf jeder Stufe gleich.</translation>
    </message>
    <message>
      <source>The list goes to {name}.</source>
      <translation>Die Liste geht an {name}.</translation>
    </message>
    <message>
      <source>The list stays on this computer.</source>
      <translation>Die Liste bleibt auf diesem Computer.</translation>
    </message>
    <message>
      <source>This is what was sent in {month}; it would be sent again unchanged.</source>
      <translation>Das wurde im {month} gesendet und würde unverändert noch einmal gesendet.</translation>
    </message>
    <message>
      <source>This list was made in {month}; it would be used again unchanged.</source>
      <translation>Diese Liste entstand im {month}; sie würde unverändert wieder verwendet.</translation>
    </message>
    <message>
      <source>Use it again and get recommendations</source>
      <translation>Wieder verwenden und Empfehlungen holen</translation>
    </message>
    <message>
      <source>What is sent as it is cannot be called back.</source>
      <translation>Was unverändert gesendet wird, lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>What would leave is not known before {name} answers, so nothing can be released. Your levels are kept.</source>
      <translation>Was hinausginge, ist erst bekannt, wenn {name} antwortet; bis dahin kann nichts freigegeben werden. Ihre Stufen bleiben.</translation>
    </message>
    <message>
      <source>With levels per category they are an estimate between measured figures.</source>
      <translation>Mit Stufen je Kategorie sind sie eine Schätzung zwischen gemessenen Werten.</translation>
    </message>
    <message>
      <source>Your confirmed movies are sent as they are.</source>
      <translation>Ihre bestätigten Filme werden unverändert gesendet.</translation>
    </message>
    <message>
      <source>Your confirmed movies are sent as they are: every category is set to All.</source>
      <translation>Ihre bestätigten Filme werden unverändert gesendet: Alle Kategorien stehen auf „Alle“.</translation>
    </message>
    <message>
      <source>about {movies}</source>
      <translation>etwa {movies}</translation>
    </message>
    <message>
      <source>{category}: {true} watched</source>
      <translation>{category}: {true} gesehen</translation>
    </message>
    <message>
      <source>{category}: {true} watched, {released} in the list</source>
      <translation>{category}: {true} gesehen, {released} in der Liste</translation>
    </message>
    <message>
      <source>{month}'s list is sent again, byte for byte. That costs nothing.</source>
      <translation>Die Liste vom {month} wird noch einmal gesendet, Byte für Byte. Das kostet nichts.</translation>
    </message>
    <message>
      <source>{month}'s list is used again. That costs nothing.</source>
      <translation>Die Liste vom {month} wird wieder verwendet. Das kostet nichts.</translation>
    </message>
    <message>
      <source>{movies}, made before</source>
      <translation>{movies}, früher entstanden</translation>
    </message>
    <message>
      <source>{movies}, sent before</source>
      <translation>{movies}, schon gesendet</translation>
    </message>
    <message>
      <source>{name}'s own row</source>
      <translation>Die Reihe von {name}</translation>
    </message>
  </context>
  <context>
    <name>PrivacyPage</name>
    <message numerus="yes">
      <source>%Ln changed</source>
      <translation>
        <numerusform>%Ln geändert</numerusform>
        <numerusform>%Ln geändert</numerusform>
      </translation>
    </message>
    <message>
      <source>Asking for recommendations…</source>
      <translation>Empfehlungen werden erfragt …</translation>
    </message>
    <message>
      <source>Choose what may leave this computer when you ask for recommendations.</source>
      <translation>Wählen Sie, was diesen Computer verlassen darf, wenn Sie nach Empfehlungen fragen.</translation>
    </message>
    <message>
      <source>Different levels per category</source>
      <translation>Eigene Stufen je Kategorie</translation>
    </message>
    <message>
      <source>Drawing an example…</source>
      <translation>Ein Beispiel wird gelost …</translation>
    </message>
    <message>
      <source>Get recommendations</source>
      <translation>Empfehlungen holen</translation>
    </message>
    <message>
      <source>Privacy</source>
      <translation>Privatsphäre</translation>
    </message>
    <message>
      <source>The example was not drawn. Your level is kept, and nothing was sent.</source>
      <translation>Das Beispiel wurde nicht gelost. Ihre Stufe bleibt, und nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>What would leave</source>
      <translation>Was hinausginge</translation>
    </message>
    <message>
      <source>all as above</source>
      <translation>alle wie oben</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>nicht bekannt</translation>
    </message>
  </context>
  <context>
    <name>Profiles</name>
    <message numerus="yes">
      <source>%Ln movies found</source>
      <translation>
        <numerusform>%Ln Film gefunden</numerusform>
        <numerusform>%Ln Filme gefunden</numerusform>
      </translation>
    </message>
    <message>
      <source>Last read {when} · {found}</source>
      <translation>Zuletzt gelesen {when} · {found}</translation>
    </message>
    <message>
      <source>Last used {when}</source>
      <translation>Zuletzt benutzt {when}</translation>
    </message>
    <message>
      <source>No longer on this computer. Its movies are kept.</source>
      <translation>Nicht mehr auf diesem Computer. Seine Filme bleiben.</translation>
    </message>
    <message>
      <source>Not read.</source>
      <translation>Wird nicht gelesen.</translation>
    </message>
    <message>
      <source>Will be read at the next scan.</source>
      <translation>Wird bei der nächsten Suche gelesen.</translation>
    </message>
  </context>
  <context>
    <name>ProfilesStep</name>
    <message>
      <source>Choose a browser profile</source>
      <translation>Browserprofil wählen</translation>
    </message>
    <message>
      <source>Choose a folder…</source>
      <translation>Ordner wählen …</translation>
    </message>
    <message>
      <source>Chrome and its relatives forget visits after about 90 days. Movies from before cannot be found there; you can add them by hand later.</source>
      <translation>Chrome und seine Verwandten vergessen Besuche nach etwa 90 Tagen. Ältere Filme lassen sich dort nicht finden; Sie können sie später von Hand hinzufügen.</translation>
    </message>
    <message>
      <source>Chrome, Chromium, Edge, Brave, Firefox and their relatives are looked for in their usual places. You can choose the folder of a profile yourself.</source>
      <translation>Chrome, Chromium, Edge, Brave, Firefox und ihre Verwandten werden an ihren üblichen Orten gesucht. Sie können den Ordner eines Profils auch selbst wählen.</translation>
    </message>
    <message>
      <source>Go on without</source>
      <translation>Ohne weitermachen</translation>
    </message>
    <message>
      <source>Look for movies</source>
      <translation>Filme suchen</translation>
    </message>
    <message>
      <source>No browser was found</source>
      <translation>Kein Browser gefunden</translation>
    </message>
    <message>
      <source>Only the ones you tick, and only on this computer. The pages you visited are compared with a list of movies and then forgotten.</source>
      <translation>Nur die angehakten, und nur auf diesem Computer. Die besuchten Seiten werden mit einer Liste von Filmen verglichen und dann vergessen.</translation>
    </message>
    <message>
      <source>Which browsers may be read?</source>
      <translation>Welche Browser dürfen gelesen werden?</translation>
    </message>
  </context>
  <context>
    <name>ProgressStrip</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Stopping…</source>
      <translation>Wird angehalten …</translation>
    </message>
  </context>
  <context>
    <name>Proof</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
  </context>
  <context>
    <name>ProviderRow</name>
    <message>
      <source>A quarter</source>
      <translation>Ein Viertel</translation>
    </message>
    <message>
      <source>Full trust</source>
      <translation>Volles Vertrauen</translation>
    </message>
    <message>
      <source>Gets your counts as your levels blur them.</source>
      <translation>Bekommt Ihre Zahlen so unscharf, wie Ihre Stufen es vorsehen.</translation>
    </message>
    <message>
      <source>Gets your counts blurred twice as much.</source>
      <translation>Bekommt Ihre Zahlen doppelt so unscharf.</translation>
    </message>
    <message>
      <source>Gets your counts blurred {times} times as much.</source>
      <translation>Bekommt Ihre Zahlen {times}-mal so unscharf.</translation>
    </message>
    <message>
      <source>Half</source>
      <translation>Halbes</translation>
    </message>
    <message>
      <source>In this program. What is released to it stays here.</source>
      <translation>In diesem Programm. Was ihm freigegeben wird, bleibt hier.</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>{name} entfernen</translation>
    </message>
    <message>
      <source>Test</source>
      <translation>Testen</translation>
    </message>
    <message>
      <source>Test {name}</source>
      <translation>{name} testen</translation>
    </message>
    <message>
      <source>Trust in {name}</source>
      <translation>Vertrauen in {name}</translation>
    </message>
  </context>
  <context>
    <name>ProviderTotals</name>
    <message>
      <source>A 50:50 guess gets to</source>
      <translation>Aus 50:50 wird höchstens</translation>
    </message>
    <message>
      <source>In all, per provider</source>
      <translation>Insgesamt, je Anbieter</translation>
    </message>
    <message>
      <source>Last time</source>
      <translation>Zuletzt</translation>
    </message>
    <message>
      <source>Movies named</source>
      <translation>Genannte Filme</translation>
    </message>
    <message>
      <source>Provider</source>
      <translation>Anbieter</translation>
    </message>
    <message>
      <source>Releases</source>
      <translation>Freigaben</translation>
    </message>
    <message>
      <source>Sent</source>
      <translation>Gesendet</translation>
    </message>
  </context>
  <context>
    <name>ProvidersSection</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a provider</source>
      <translation>Anbieter hinzufügen</translation>
    </message>
    <message>
      <source>Address</source>
      <translation>Adresse</translation>
    </message>
    <message>
      <source>Certificate</source>
      <translation>Zertifikat</translation>
    </message>
    <message>
      <source>Certificates (*.pem *.crt *.cer)</source>
      <translation>Zertifikate (*.pem *.crt *.cer)</translation>
    </message>
    <message>
      <source>Change the address</source>
      <translation>Adresse ändern</translation>
    </message>
    <message>
      <source>Change the address of {name}?</source>
      <translation>Die Adresse von {name} ändern?</translation>
    </message>
    <message>
      <source>Choose a certificate</source>
      <translation>Zertifikat wählen</translation>
    </message>
    <message>
      <source>Choose…</source>
      <translation>Wählen …</translation>
    </message>
    <message>
      <source>It will not be asked again. What was released to it stays in Activity, and what it has received cannot be called back.</source>
      <translation>Er wird nicht mehr gefragt. Was ihm freigegeben wurde, bleibt unter „Aktivität“, und was er erhalten hat, lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Only for a provider with its own authority</source>
      <translation>Nur für Anbieter mit eigener Zertifizierungsstelle</translation>
    </message>
    <message>
      <source>Providers</source>
      <translation>Anbieter</translation>
    </message>
    <message>
      <source>Reaching {name}…</source>
      <translation>{name} wird erreicht …</translation>
    </message>
    <message>
      <source>Remove</source>
      <translation>Entfernen</translation>
    </message>
    <message>
      <source>Remove {name}?</source>
      <translation>{name} entfernen?</translation>
    </message>
    <message>
      <source>Who is asked for recommendations. Adding or testing one sends no movies. Who is trusted less gets counts that are blurred more: at once if it was not asked this month, else from the next month on. Providers that put together what they have learn no more than the one you trust most.</source>
      <translation>Wer nach Empfehlungen gefragt wird. Hinzufügen und Testen sendet keine Filme. Wem Sie weniger vertrauen, der bekommt unschärfere Zahlen: sofort, wenn er diesen Monat noch nicht gefragt wurde, sonst ab dem nächsten. Anbieter, die zusammenlegen, was sie haben, erfahren nicht mehr als der, dem Sie am meisten vertrauen.</translation>
    </message>
    <message>
      <source>{name} exists already, at {known}. From now on it would be asked at {address}, with the trust it has.</source>
      <translation>{name} gibt es schon, unter {known}. Von nun an würde unter {address} gefragt, mit demselben Vertrauen wie bisher.</translation>
    </message>
    <message>
      <source>{name} was added. Choose it above to ask it from now on.</source>
      <translation>{name} wurde hinzugefügt. Wählen Sie den Anbieter oben, um ihn von nun an zu fragen.</translation>
    </message>
  </context>
  <context>
    <name>Question</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
    <message>
      <source>Type “{word}” to go on</source>
      <translation>Zum Fortfahren „{word}“ eingeben</translation>
    </message>
  </context>
  <context>
    <name>ReadyStep</name>
    <message>
      <source>All set</source>
      <translation>Alles bereit</translation>
    </message>
    <message>
      <source>Making recommendations…</source>
      <translation>Empfehlungen entstehen …</translation>
    </message>
    <message>
      <source>Recommendations are ranked here first; nothing is sent to {name} until you release it in Privacy.</source>
      <translation>Zuerst werden Empfehlungen hier geordnet; an {name} wird nichts gesendet, bis Sie es unter „Privatsphäre“ freigeben.</translation>
    </message>
    <message>
      <source>Recommendations are ranked on this computer, and nothing is released: this month's release would be drawn without a movie of yours. Add movies in My movies first.</source>
      <translation>Empfehlungen werden auf diesem Computer geordnet, und nichts wird freigegeben: Die Freigabe dieses Monats würde ohne einen Film von Ihnen gezogen. Fügen Sie zuerst unter „Meine Filme“ Filme hinzu.</translation>
    </message>
    <message>
      <source>Show my recommendations</source>
      <translation>Meine Empfehlungen zeigen</translation>
    </message>
    <message>
      <source>The provider is This computer: recommendations are made here, and nothing leaves.</source>
      <translation>Der Anbieter ist „Dieser Computer“: Empfehlungen entstehen hier, und nichts geht hinaus.</translation>
    </message>
    <message>
      <source>Your first recommendations are next.</source>
      <translation>Als Nächstes kommen Ihre ersten Empfehlungen.</translation>
    </message>
    <message>
      <source>{movies} confirmed · {level}</source>
      <translation>{movies} bestätigt · {level}</translation>
    </message>
  </context>
  <context>
    <name>RecommendationsPage</name>
    <message numerus="yes">
      <source>%Ln movies found in your history wait for your answer. Recommendations begin with the first one you confirm.</source>
      <translation>
        <numerusform>Ein Film in Ihrem Verlauf wartet auf Ihre Antwort. Empfehlungen beginnen, sobald Sie ihn bestätigen.</numerusform>
        <numerusform>%Ln Filme in Ihrem Verlauf warten auf Ihre Antwort. Empfehlungen beginnen mit dem ersten, den Sie bestätigen.</numerusform>
      </translation>
    </message>
    <message>
      <source>Asking for recommendations…</source>
      <translation>Empfehlungen werden erfragt …</translation>
    </message>
    <message>
      <source>EpicRec looks for movies in your browsers' history. What it finds stays on this computer.</source>
      <translation>EpicRec sucht im Verlauf Ihrer Browser nach Filmen. Was es findet, bleibt auf diesem Computer.</translation>
    </message>
    <message>
      <source>Find my movies</source>
      <translation>Meine Filme finden</translation>
    </message>
    <message>
      <source>For you</source>
      <translation>Für Sie</translation>
    </message>
    <message>
      <source>From what you released</source>
      <translation>Aus Ihrer Freigabe</translation>
    </message>
    <message>
      <source>From {provider}</source>
      <translation>Von {provider}</translation>
    </message>
    <message>
      <source>Look through them</source>
      <translation>Durchsehen</translation>
    </message>
    <message>
      <source>Looking for movies you may like</source>
      <translation>Filme, die Ihnen gefallen könnten, werden gesucht</translation>
    </message>
    <message>
      <source>No movies yet</source>
      <translation>Noch keine Filme</translation>
    </message>
    <message>
      <source>Nothing by this name</source>
      <translation>Nichts unter diesem Namen</translation>
    </message>
    <message>
      <source>Nothing could be fetched</source>
      <translation>Nichts konnte geholt werden</translation>
    </message>
    <message>
      <source>Nothing left this computer.</source>
      <translation>Nichts hat diesen Computer verlassen.</translation>
    </message>
    <message>
      <source>Nothing new was sent.</source>
      <translation>Nichts Neues wurde gesendet.</translation>
    </message>
    <message>
      <source>Nothing was sent.</source>
      <translation>Nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>Popular</source>
      <translation>Beliebt</translation>
    </message>
    <message>
      <source>Popular movies, until you say what you watched.</source>
      <translation>Beliebte Filme, bis Sie sagen, was Sie gesehen haben.</translation>
    </message>
    <message numerus="yes">
      <source>Ranked on this computer with your %Ln movies.</source>
      <translation>
        <numerusform>Auf diesem Computer geordnet, mit Ihrem einen Film.</numerusform>
        <numerusform>Auf diesem Computer geordnet, mit Ihren %Ln Filmen.</numerusform>
      </translation>
    </message>
    <message>
      <source>Ranking on this computer…</source>
      <translation>Wird auf diesem Computer geordnet …</translation>
    </message>
    <message>
      <source>Recommendations</source>
      <translation>Empfehlungen</translation>
    </message>
    <message>
      <source>Refresh</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <source>Search</source>
      <translation>Suchen</translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
      <source>This movie is not in the catalog on this computer, so nothing could be kept of it.</source>
      <translation>Dieser Film ist nicht im Katalog auf diesem Computer; darum konnte nichts festgehalten werden.</translation>
    </message>
    <message>
      <source>This takes a few seconds, the first time a little longer.</source>
      <translation>Das dauert ein paar Sekunden, beim ersten Mal etwas länger.</translation>
    </message>
    <message>
      <source>Try a title, a year or a category, such as “crime”.</source>
      <translation>Versuchen Sie einen Titel, ein Jahr oder eine Kategorie, etwa „Krimi“.</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Which of these have you watched?</source>
      <translation>Welche davon haben Sie gesehen?</translation>
    </message>
    <message>
      <source>Your watchlist</source>
      <translation>Ihre Merkliste</translation>
    </message>
    <message>
      <source>from {provider}</source>
      <translation>von {provider}</translation>
    </message>
    <message>
      <source>kept on this computer</source>
      <translation>bleibt auf diesem Computer</translation>
    </message>
    <message>
      <source>ranked by the provider, from what you released</source>
      <translation>vom Anbieter geordnet, nach Ihrer Freigabe</translation>
    </message>
    <message>
      <source>ranked here</source>
      <translation>hier geordnet</translation>
    </message>
    <message>
      <source>ranked here, from that alone</source>
      <translation>hier geordnet, allein danach</translation>
    </message>
    <message>
      <source>the provider's candidates, ranked here</source>
      <translation>Vorschläge des Anbieters, hier geordnet</translation>
    </message>
    <message>
      <source>{movie} is among your movies now.</source>
      <translation>{movie} gehört jetzt zu Ihren Filmen.</translation>
    </message>
    <message>
      <source>{movie} is off your watchlist.</source>
      <translation>{movie} ist von Ihrer Merkliste genommen.</translation>
    </message>
    <message>
      <source>{movie} is on your watchlist.</source>
      <translation>{movie} steht auf Ihrer Merkliste.</translation>
    </message>
    <message>
      <source>{movie} will not be recommended again.</source>
      <translation>{movie} wird nicht wieder empfohlen.</translation>
    </message>
    <message>
      <source>{n} watched</source>
      <translation>{n} gesehen</translation>
    </message>
    <message>
      <source>{provider} was sent a new list; Activity shows it.</source>
      <translation>{provider} hat eine neue Liste erhalten; „Aktivität“ zeigt sie.</translation>
    </message>
    <message>
      <source>{provider} was sent the same list as before.</source>
      <translation>{provider} hat dieselbe Liste wie zuvor erhalten.</translation>
    </message>
  </context>
  <context>
    <name>ReleaseDialog</name>
    <message>
      <source>Before anything leaves</source>
      <translation>Bevor etwas hinausgeht</translation>
    </message>
    <message>
      <source>Before the list is made</source>
      <translation>Bevor die Liste entsteht</translation>
    </message>
    <message>
      <source>Make a list like this on this computer?</source>
      <translation>Eine Liste wie diese auf diesem Computer erstellen?</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>Send a list like this to {name}?</source>
      <translation>Eine Liste wie diese an {name} senden?</translation>
    </message>
    <message>
      <source>Send this list to {name} again?</source>
      <translation>Diese Liste noch einmal an {name} senden?</translation>
    </message>
    <message>
      <source>Send this list to {name}?</source>
      <translation>Diese Liste an {name} senden?</translation>
    </message>
    <message>
      <source>Use this list again on this computer?</source>
      <translation>Diese Liste auf diesem Computer wieder verwenden?</translation>
    </message>
    <message>
      <source>Use this list on this computer?</source>
      <translation>Diese Liste auf diesem Computer verwenden?</translation>
    </message>
  </context>
  <context>
    <name>ScanStep</name>
    <message numerus="yes">
      <source>%Ln movies found</source>
      <translation>
        <numerusform>%Ln Film gefunden</numerusform>
        <numerusform>%Ln Filme gefunden</numerusform>
      </translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Looking for movies</source>
      <translation>Filme werden gesucht</translation>
    </message>
    <message>
      <source>No movies found</source>
      <translation>Keine Filme gefunden</translation>
    </message>
    <message>
      <source>Nothing could be read</source>
      <translation>Nichts konnte gelesen werden</translation>
    </message>
    <message>
      <source>Nothing of this scan was kept. You can start again, or go on without.</source>
      <translation>Von dieser Suche wurde nichts behalten. Sie können neu beginnen oder ohne sie weitermachen.</translation>
    </message>
    <message>
      <source>Reading your history…</source>
      <translation>Ihr Verlauf wird gelesen …</translation>
    </message>
    <message>
      <source>See the movies</source>
      <translation>Filme ansehen</translation>
    </message>
    <message>
      <source>Start again</source>
      <translation>Neu beginnen</translation>
    </message>
    <message>
      <source>Stopped</source>
      <translation>Angehalten</translation>
    </message>
    <message>
      <source>The history is copied, read and compared on this computer.</source>
      <translation>Der Verlauf wird auf diesem Computer kopiert, gelesen und verglichen.</translation>
    </message>
    <message>
      <source>The scan did not finish</source>
      <translation>Die Suche wurde nicht fertig</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal</translation>
    </message>
    <message>
      <source>Usually a few seconds. Nothing is sent.</source>
      <translation>Meist ein paar Sekunden. Nichts wird gesendet.</translation>
    </message>
    <message>
      <source>What stands below says why. You can try again, or go on without.</source>
      <translation>Unten steht, warum. Sie können es noch einmal versuchen oder ohne weitermachen.</translation>
    </message>
    <message>
      <source>You can add movies by hand in My movies.</source>
      <translation>Unter „Meine Filme“ können Sie Filme von Hand hinzufügen.</translation>
    </message>
    <message>
      <source>{visits} pages were compared, and forgotten again.</source>
      <translation>{visits} Seiten wurden verglichen und wieder vergessen.</translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>What is read, who is asked, how it looks, and what is kept.</source>
      <translation>Was gelesen wird, wer gefragt wird, wie es aussieht und was bleibt.</translation>
    </message>
  </context>
  <context>
    <name>ShortcutRow</name>
    <message>
      <source> or </source>
      <translation> oder </translation>
    </message>
  </context>
  <context>
    <name>Shortcuts</name>
    <message>
      <source>Activity</source>
      <translation>Aktivität</translation>
    </message>
    <message>
      <source>Another level</source>
      <translation>Eine andere Stufe</translation>
    </message>
    <message>
      <source>Close the movie</source>
      <translation>Film schließen</translation>
    </message>
    <message>
      <source>Everywhere</source>
      <translation>Überall</translation>
    </message>
    <message>
      <source>First run</source>
      <translation>Erster Start</translation>
    </message>
    <message>
      <source>From movie to movie</source>
      <translation>Von Film zu Film</translation>
    </message>
    <message>
      <source>From poster to poster and row to row</source>
      <translation>Von Plakat zu Plakat und Reihe zu Reihe</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>I watched it</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>More of the movie</source>
      <translation>Mehr zum Film</translation>
    </message>
    <message>
      <source>My movies</source>
      <translation>Meine Filme</translation>
    </message>
    <message>
      <source>Not mine</source>
      <translation>Nicht meiner</translation>
    </message>
    <message>
      <source>One step back</source>
      <translation>Einen Schritt zurück</translation>
    </message>
    <message>
      <source>Open a movie</source>
      <translation>Film öffnen</translation>
    </message>
    <message>
      <source>Privacy</source>
      <translation>Privatsphäre</translation>
    </message>
    <message>
      <source>Quit EpicRec</source>
      <translation>EpicRec beenden</translation>
    </message>
    <message>
      <source>Recommendations</source>
      <translation>Empfehlungen</translation>
    </message>
    <message>
      <source>Refresh</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <source>Search recommendations</source>
      <translation>Empfehlungen suchen</translation>
    </message>
    <message>
      <source>Search titles</source>
      <translation>Titel suchen</translation>
    </message>
    <message>
      <source>Select all</source>
      <translation>Alle auswählen</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
    <message>
      <source>Take the last answer back</source>
      <translation>Letzte Antwort zurücknehmen</translation>
    </message>
    <message>
      <source>Take the last change back</source>
      <translation>Letzte Änderung zurücknehmen</translation>
    </message>
    <message>
      <source>The next control, the one before</source>
      <translation>Nächstes Bedienelement, voriges</translation>
    </message>
    <message>
      <source>These shortcuts</source>
      <translation>Diese Tastenkürzel</translation>
    </message>
  </context>
  <context>
    <name>ShortcutsDialog</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Everything can be done with the keyboard alone.</source>
      <translation>Alles geht auch allein mit der Tastatur.</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
  </context>
  <context>
    <name>Sightings</name>
    <message numerus="yes">
      <source>%Ln more places</source>
      <translation>
        <numerusform>ein weiterer Ort</numerusform>
        <numerusform>%Ln weitere Orte</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln visits</source>
      <translation>
        <numerusform>ein Besuch</numerusform>
        <numerusform>%Ln Besuche</numerusform>
      </translation>
    </message>
    <message>
      <source>A search for this title and year can mean other things.</source>
      <translation>Eine Suche nach Titel und Jahr kann auch anderes meinen.</translation>
    </message>
    <message>
      <source>Added by you</source>
      <translation>Von Ihnen hinzugefügt</translation>
    </message>
    <message>
      <source>Booked at a cinema</source>
      <translation>Im Kino gebucht</translation>
    </message>
    <message>
      <source>Looked for subtitles</source>
      <translation>Untertitel gesucht</translation>
    </message>
    <message>
      <source>Looked up at a cinema</source>
      <translation>Bei einem Kino nachgesehen</translation>
    </message>
    <message>
      <source>Looked up at a rental shop</source>
      <translation>Bei einem Verleih nachgesehen</translation>
    </message>
    <message>
      <source>Looked up in a guide</source>
      <translation>In einem Filmführer nachgesehen</translation>
    </message>
    <message>
      <source>Looked up on a film site</source>
      <translation>Auf einer Filmseite nachgesehen</translation>
    </message>
    <message>
      <source>Looked up on a media server</source>
      <translation>Auf einem Medienserver nachgesehen</translation>
    </message>
    <message>
      <source>Looked up on {site}</source>
      <translation>Auf {site} nachgesehen</translation>
    </message>
    <message>
      <source>Named on a page you visited</source>
      <translation>Auf einer besuchten Seite genannt</translation>
    </message>
    <message>
      <source>No year was told: it may be another work of this title.</source>
      <translation>Ein Jahr war nicht genannt: Es kann ein anderes Werk dieses Titels sein.</translation>
    </message>
    <message>
      <source>One page, opened once and not for long: perhaps by accident.</source>
      <translation>Eine einzige Seite, einmal und nicht lange geöffnet: vielleicht aus Versehen.</translation>
    </message>
    <message>
      <source>Opened as a video file</source>
      <translation>Als Videodatei geöffnet</translation>
    </message>
    <message>
      <source>Played as an online video</source>
      <translation>Als Online-Video abgespielt</translation>
    </message>
    <message>
      <source>Played in the browser</source>
      <translation>Im Browser abgespielt</translation>
    </message>
    <message>
      <source>Played on a media server</source>
      <translation>Auf einem Medienserver abgespielt</translation>
    </message>
    <message>
      <source>Played on {site}</source>
      <translation>Auf {site} abgespielt</translation>
    </message>
    <message>
      <source>Read a review</source>
      <translation>Kritik gelesen</translation>
    </message>
    <message>
      <source>Read about in a forum</source>
      <translation>In einem Forum davon gelesen</translation>
    </message>
    <message>
      <source>Rented</source>
      <translation>Geliehen</translation>
    </message>
    <message>
      <source>Rented from {site}</source>
      <translation>Bei {site} geliehen</translation>
    </message>
    <message>
      <source>Searched for</source>
      <translation>Danach gesucht</translation>
    </message>
    <message>
      <source>The page did not name this movie for certain.</source>
      <translation>Die Seite hat diesen Film nicht eindeutig genannt.</translation>
    </message>
    <message>
      <source>The page need not be about the movie: it only names it.</source>
      <translation>Die Seite muss nicht von dem Film handeln: Sie nennt ihn nur.</translation>
    </message>
    <message>
      <source>Watched the trailer</source>
      <translation>Trailer angesehen</translation>
    </message>
    <message>
      <source>You wanted no recommendation of it</source>
      <translation>Sie wollten ihn nicht empfohlen bekommen</translation>
    </message>
    <message numerus="yes">
      <source>open for %Ln hours</source>
      <translation>
        <numerusform>eine Stunde geöffnet</numerusform>
        <numerusform>%Ln Stunden geöffnet</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>open for %Ln minutes</source>
      <translation>
        <numerusform>eine Minute geöffnet</numerusform>
        <numerusform>%Ln Minuten geöffnet</numerusform>
      </translation>
    </message>
    <message>
      <source>open for less than a minute</source>
      <translation>weniger als eine Minute geöffnet</translation>
    </message>
  </context>
  <context>
    <name>StartFailed</name>
    <message>
      <source>EpicRec could not open</source>
      <translation>EpicRec konnte nicht öffnen</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
  </context>
  <context>
    <name>StartFailedWindow</name>
    <message>
      <source>EpicRec is open already, but it does not answer. Nothing was changed. Wait a moment and start it again, or end the other one first.</source>
      <translation>EpicRec ist schon offen, antwortet aber nicht. Nichts wurde geändert. Warten Sie einen Moment und starten Sie es noch einmal, oder beenden Sie zuerst das andere.</translation>
    </message>
  </context>
  <context>
    <name>Step</name>
    <message>
      <source>Next</source>
      <translation>Weiter</translation>
    </message>
  </context>
  <context>
    <name>Tasks</name>
    <message>
      <source>Something went wrong that should not have. Your data is as it was. Try again; if it happens again, the log in your data folder says more.</source>
      <translation>Etwas ging schief, das nicht hätte schiefgehen dürfen. Ihre Daten sind, wie sie waren. Versuchen Sie es noch einmal; geschieht es wieder, sagt das Protokoll in Ihrem Datenordner mehr.</translation>
    </message>
  </context>
  <context>
    <name>Tray</name>
    <message>
      <source>EpicRec goes on here. Quit it from this icon's menu.</source>
      <translation>EpicRec läuft hier weiter. Beenden lässt es sich im Menü dieses Symbols.</translation>
    </message>
    <message>
      <source>EpicRec, rescans paused</source>
      <translation>EpicRec, Suche angehalten</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Pause rescans</source>
      <translation>Suche anhalten</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Scan now</source>
      <translation>Jetzt suchen</translation>
    </message>
  </context>
  <context>
    <name>WelcomePicture</name>
    <message>
      <source>Movies on a computer, a shield, and a few blurred dots that pass it</source>
      <translation>Filme auf einem Computer, ein Schild und ein paar unscharfe Punkte, die hindurchgehen</translation>
    </message>
  </context>
  <context>
    <name>WelcomeStep</name>
    <message>
      <source>Begin</source>
      <translation>Beginnen</translation>
    </message>
    <message>
      <source>EpicRec finds the movies you watched in the history of your browsers.</source>
      <translation>EpicRec findet im Verlauf Ihrer Browser die Filme, die Sie gesehen haben.</translation>
    </message>
    <message>
      <source>Good movies, without telling what you watched</source>
      <translation>Gute Filme, ohne zu verraten, was Sie gesehen haben</translation>
    </message>
    <message>
      <source>It recommends others, and ranks them on this computer.</source>
      <translation>Es empfiehlt andere und ordnet sie auf diesem Computer.</translation>
    </message>
    <message>
      <source>This takes about a minute. You can leave at any time and go on later.</source>
      <translation>Das dauert etwa eine Minute. Sie können jederzeit aufhören und später weitermachen.</translation>
    </message>
    <message>
      <source>What may leave this computer is your choice: nothing, a blurred list, or all.</source>
      <translation>Was diesen Computer verlassen darf, entscheiden Sie: nichts, eine unscharfe Liste oder alles.</translation>
    </message>
  </context>
</TS>
