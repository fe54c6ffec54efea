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
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>Licenses</source>
      <translation>Lizenzen</translation>
    </message>
    <message>
      <source>What is new</source>
      <translation>Was neu ist</translation>
    </message>
    <message>
      <source>version update help license</source>
      <translation>Version Update Hilfe Lizenz</translation>
    </message>
  </context>
  <context>
    <name>Activity</name>
    <message numerus="yes">
      <source>%Ln movies by name</source>
      <translation>
        <numerusform>Ein Film mit Namen</numerusform>
        <numerusform>%Ln Filme mit Namen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies may have reached {provider} as they are.</source>
      <translation>
        <numerusform>Ein Film hat {provider} vielleicht so erreicht, wie er ist.</numerusform>
        <numerusform>%Ln Filme haben {provider} vielleicht so erreicht, wie sie sind.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies were sent to {provider} as they are, so it knows them.</source>
      <translation>
        <numerusform>Ein Film wurde unverändert an {provider} gesendet und ist dort bekannt.</numerusform>
        <numerusform>%Ln Filme wurden unverändert an {provider} gesendet und sind dort bekannt.</numerusform>
      </translation>
    </message>
    <message>
      <source>100 %</source>
      <translation>100 %</translation>
    </message>
    <message>
      <source>It knows for certain the movies that were sent as they are.</source>
      <translation>Die unverändert gesendeten Filme kennt er mit Sicherheit.</translation>
    </message>
    <message>
      <source>Made on this computer, {when}</source>
      <translation>Auf diesem Computer entstanden, {when}</translation>
    </message>
    <message>
      <source>No list was sent from this library. Those below were made here and stayed here.</source>
      <translation>Aus dieser Bibliothek wurde keine Liste gesendet. Die unten wurden hier erstellt und blieben hier.</translation>
    </message>
    <message>
      <source>To {provider}, {when}</source>
      <translation>An {provider}, {when}</translation>
    </message>
    <message>
      <source>Whom EpicRec contacted, itself or through your browser. Lists and contributions you sent stay here for good, of other contacts the newest {count}. A firewall or your router can show you whether that is all.</source>
      <translation>Wen EpicRec kontaktiert hat, selbst oder durch Ihren Browser. Gesendete Listen und Beiträge bleiben dauerhaft, von anderen Kontakten die neuesten {count}. Ob das alles ist, können Ihnen eine Firewall oder Ihr Router zeigen.</translation>
    </message>
    <message numerus="yes">
      <source>blurred list of %Ln</source>
      <translation>
        <numerusform>unscharfe Liste mit einem</numerusform>
        <numerusform>unscharfe Liste mit %Ln</numerusform>
      </translation>
    </message>
    <message>
      <source>last attempt failed</source>
      <translation>letzter Versuch gescheitert</translation>
    </message>
    <message>
      <source>made here, nothing sent</source>
      <translation>hier entstanden, nichts gesendet</translation>
    </message>
    <message>
      <source>may have arrived</source>
      <translation>vielleicht angekommen</translation>
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
    <message>
      <source>{sent} sent, {received} received</source>
      <translation>{sent} gesendet, {received} empfangen</translation>
    </message>
    <message>
      <source>{size}, of which the service got only the films</source>
      <translation>{size}, von denen der Dienst nur die Filme bekam</translation>
    </message>
  </context>
  <context>
    <name>ActivityPage</name>
    <message>
      <source>All contacts</source>
      <translation>Alle Kontakte</translation>
    </message>
    <message>
      <source>By month and service</source>
      <translation>Nach Monat und Dienst</translation>
    </message>
    <message>
      <source>Contacts, newest first</source>
      <translation>Kontakte, die neuesten zuerst</translation>
    </message>
    <message>
      <source>Each release is stored here before its first byte is sent, so that you can look at it again.</source>
      <translation>Jede Freigabe wird hier gespeichert, bevor ihr erstes Byte gesendet wird, damit Sie sie wieder ansehen können.</translation>
    </message>
    <message>
      <source>No list is on record</source>
      <translation>Keine Liste ist verzeichnet</translation>
    </message>
    <message>
      <source>Nothing was sent: a release now would not be this list.</source>
      <translation>Es wurde nichts gesendet: Eine Freigabe jetzt wäre nicht diese Liste.</translation>
    </message>
    <message>
      <source>Older releases</source>
      <translation>Ältere Freigaben</translation>
    </message>
    <message>
      <source>Releases</source>
      <translation>Freigaben</translation>
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
    <message>
      <source>What to list</source>
      <translation>Was aufgelistet wird</translation>
    </message>
    <message>
      <source>What was sent, and to whom.</source>
      <translation>Was gesendet wurde, und an wen.</translation>
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
      <source>Added: {movie}</source>
      <translation>Hinzugefügt: {movie}</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>From Letterboxd, IMDb, Netflix and others, or a table</source>
      <translation>Von Letterboxd, IMDb, Netflix und anderen, oder aus einer Tabelle</translation>
    </message>
    <message>
      <source>Import from a file…</source>
      <translation>Aus einer Datei importieren …</translation>
    </message>
    <message>
      <source>It is not here…</source>
      <translation>Er ist nicht dabei …</translation>
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
      <source>No other movie of this title.</source>
      <translation>Kein anderer Film mit diesem Titel.</translation>
    </message>
    <message>
      <source>This one</source>
      <translation>Dieser</translation>
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
      <source>Not watched</source>
      <translation>Nicht gesehen</translation>
    </message>
    <message>
      <source>Recommendations made here still use it, but it is in no list by name, and in no numbers blurred from now on</source>
      <translation>Empfehlungen hier nutzen ihn weiterhin, aber er steht in keiner Liste mit Namen und ist in keinen Zahlen, die ab jetzt unscharf gemacht werden</translation>
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
      <source>Those that a page named clearly and that you opened more than once</source>
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
      <source>Which one?</source>
      <translation>Welcher ist es?</translation>
    </message>
    <message>
      <source>Y or Enter</source>
      <translation>Y oder Eingabe</translation>
    </message>
  </context>
  <context>
    <name>AppearanceSection</name>
    <message>
      <source>Appearance and language</source>
      <translation>Aussehen und Sprache</translation>
    </message>
    <message>
      <source>dark mode theme contrast translation</source>
      <translation>dunkel hell farben kontrast übersetzung</translation>
    </message>
    <message>
      <source>“System” follows the colors and the language of your desktop.</source>
      <translation>„System“ folgt den Farben und der Sprache Ihres Desktops.</translation>
    </message>
  </context>
  <context>
    <name>AssistantDialog</name>
    <message>
      <source>Connect {name}</source>
      <translation>{name} verbinden</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Put this text into the settings of your assistant, under MCP servers, and start it again. It then answers from what you release to it: choose it as the service in use, and release on the Privacy page. Activity shows each question.</source>
      <translation>Setzen Sie diesen Text in die Einstellungen Ihres Assistenten, unter MCP-Server, und starten Sie ihn neu. Er antwortet dann aus dem, was Sie an ihn freigeben: Wählen Sie ihn als Dienst, und geben Sie auf der Seite Privatsphäre etwas frei. Aktivität zeigt jede Frage.</translation>
    </message>
    <message>
      <source>Text for the settings of your assistant</source>
      <translation>Text für die Einstellungen Ihres Assistenten</translation>
    </message>
    <message>
      <source>This installation cannot answer an assistant: the packages do not have what that needs. Install EpicRec with pip and its extra “assistant”; the guide describes it.</source>
      <translation>Diese Installation kann keinem Assistenten antworten: Den Paketen fehlt, was dazu nötig ist. Installieren Sie EpicRec mit pip und dem Zusatz „assistant“; die Anleitung beschreibt es.</translation>
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
      <source>EpicRec opens its window.</source>
      <translation>EpicRec öffnet sein Fenster.</translation>
    </message>
    <message>
      <source>EpicRec starts as an icon in the system tray.</source>
      <translation>EpicRec startet als Symbol im Infobereich.</translation>
    </message>
    <message>
      <source>Quits when closed</source>
      <translation>Endet mit dem Fenster</translation>
    </message>
    <message>
      <source>Runs in the system tray</source>
      <translation>Läuft im Infobereich weiter</translation>
    </message>
    <message>
      <source>Start when I log in</source>
      <translation>Starten, wenn ich mich anmelde</translation>
    </message>
    <message>
      <source>What happens when you close the window or log in.</source>
      <translation>Was beim Schließen des Fensters und beim Anmelden geschieht.</translation>
    </message>
  </context>
  <context>
    <name>BringBack</name>
    <message numerus="yes">
      <source>%Ln movies were restored to your library.</source>
      <translation>
        <numerusform>Ein Film ist wieder in Ihrer Bibliothek.</numerusform>
        <numerusform>%Ln Filme sind wieder in Ihrer Bibliothek.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>BrowsersSection</name>
    <message>
      <source>Browsers</source>
      <translation>Browser</translation>
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
      <source>Finds movies whose visits you have all deleted in your browsers</source>
      <translation>Findet Filme, deren Besuche Sie in Ihren Browsern alle gelöscht haben</translation>
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
      <source>Looking at your browsers…</source>
      <translation>Ihre Browser werden durchgesehen …</translation>
    </message>
    <message>
      <source>No browser profile was found.</source>
      <translation>Kein Browserprofil gefunden.</translation>
    </message>
    <message>
      <source>No movies were found whose visits you have all deleted in your browsers.</source>
      <translation>Es wurde kein Film gefunden, dessen Besuche Sie in Ihren Browsern alle gelöscht haben.</translation>
    </message>
    <message>
      <source>None found</source>
      <translation>Keine gefunden</translation>
    </message>
    <message>
      <source>Only ticked profiles are read, and only on this computer. Chrome forgets visits after about 90 days; movies found before stay.</source>
      <translation>Nur angehakte Profile werden gelesen, und nur auf diesem Computer. Chrome vergisst Besuche nach etwa 90 Tagen; bereits gefundene Filme bleiben.</translation>
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
      <source>What EpicRec noted of the visits there is removed at once ({found}). Suggestions that came only from this profile are removed too. Movies you have answered stay in My movies.</source>
      <translation>Was EpicRec zu den Besuchen dort notiert hat, wird sofort entfernt ({found}). Auch Vorschläge, die nur aus diesem Profil stammen, werden entfernt. Filme, zu denen Sie schon geantwortet haben, bleiben unter „Meine Filme“.</translation>
    </message>
    <message>
      <source>You deleted every visit to these in your browsers: {movies}. What EpicRec noted of the visits is removed too. Movies whose visits a browser may have dropped by itself are not listed.</source>
      <translation>Sie haben in Ihren Browsern jeden Besuch gelöscht von: {movies}. Was EpicRec zu den Besuchen notiert hat, wird mit entfernt. Filme, deren Besuche ein Browser von selbst verworfen haben kann, sind nicht dabei.</translation>
    </message>
    <message>
      <source>{movies} and others</source>
      <translation>{movies} und weitere</translation>
    </message>
    <message>
      <source>{read} of {all} read</source>
      <translation>{read} von {all} gelesen</translation>
    </message>
  </context>
  <context>
    <name>Button</name>
    <message>
      <source>Copied</source>
      <translation>Kopiert</translation>
    </message>
  </context>
  <context>
    <name>CandidatePicker</name>
    <message>
      <source>N or Delete</source>
      <translation>N oder Entf</translation>
    </message>
    <message>
      <source>None of these</source>
      <translation>Keiner davon</translation>
    </message>
    <message>
      <source>Several movies have this title, and no page gave the year.</source>
      <translation>Mehrere Filme heißen so, und keine Seite nannte das Jahr.</translation>
    </message>
    <message>
      <source>Which one?</source>
      <translation>Welcher ist es?</translation>
    </message>
  </context>
  <context>
    <name>CatalogSection</name>
    <message>
      <source>Archives and tables (*.zip *.csv *.dat)</source>
      <translation>Archive und Tabellen (*.zip *.csv *.dat)</translation>
    </message>
    <message>
      <source>Downloading {name}…</source>
      <translation>{name} wird heruntergeladen …</translation>
    </message>
    <message>
      <source>Fetching the films of this year…</source>
      <translation>Die Filme dieses Jahres werden geholt …</translation>
    </message>
    <message>
      <source>Films of this year</source>
      <translation>Filme dieses Jahres</translation>
    </message>
    <message>
      <source>Get a key…</source>
      <translation>Schlüssel besorgen …</translation>
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
      <source>Movies and ratings</source>
      <translation>Filme und Bewertungen</translation>
    </message>
    <message>
      <source>Movies, how popular they are, and their titles in your language. You need a key of your own, which TMDB gives to every account. It is kept in the settings on this computer.</source>
      <translation>Filme, ihre Beliebtheit und ihre Titel in Ihrer Sprache. Sie brauchen einen eigenen Schlüssel, den TMDB jedem Konto gibt. Er bleibt in den Einstellungen auf diesem Computer.</translation>
    </message>
    <message>
      <source>New films and series, from Wikidata: whole years, the same question from everybody.</source>
      <translation>Neue Filme und Serien aus Wikidata: ganze Jahre, von allen dieselbe Frage.</translation>
    </message>
    <message>
      <source>No public ratings yet: recommendations on this computer go by what EpicRec itself knows of movies. Public ratings make them much better.</source>
      <translation>Noch keine öffentlichen Bewertungen: Empfehlungen auf diesem Computer richten sich nach dem, was EpicRec selbst über Filme weiß. Öffentliche Bewertungen machen sie viel besser.</translation>
    </message>
    <message>
      <source>Opens themoviedb.org in your browser</source>
      <translation>Öffnet themoviedb.org in Ihrem Browser</translation>
    </message>
    <message>
      <source>Some 100,000 movies with their names in your language and their numbers on film and streaming sites. Free for any use. The import takes a while; if you stop it, it continues there the next time.</source>
      <translation>Rund 100.000 Filme mit ihren Namen in Ihrer Sprache und ihren Nummern auf Film- und Streamingseiten. Frei für jeden Zweck. Der Import dauert eine Weile; wenn Sie ihn anhalten, geht er beim nächsten Mal dort weiter.</translation>
    </message>
    <message>
      <source>Stopped. What was finished before is kept.</source>
      <translation>Angehalten. Was vorher fertig war, bleibt.</translation>
    </message>
    <message>
      <source>The public list of movies that your history is compared with. Imported sources are merged, and the movies in My movies stay there.</source>
      <translation>Die öffentliche Liste von Filmen, mit der Ihr Verlauf verglichen wird. Importierte Quellen werden zusammengeführt, und was unter „Meine Filme“ steht, bleibt dort.</translation>
    </message>
    <message>
      <source>Update</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <source>Update the films of this year</source>
      <translation>Die Filme dieses Jahres aktualisieren</translation>
    </message>
    <message>
      <source>Your TMDB key</source>
      <translation>Ihr TMDB-Schlüssel</translation>
    </message>
    <message>
      <source>catalog download</source>
      <translation>katalog herunterladen</translation>
    </message>
    <message>
      <source>{movies} movies</source>
      <translation>{movies} Filme</translation>
    </message>
    <message>
      <source>{movies} movies, {known} with an IMDb number.</source>
      <translation>{movies} Filme, {known} mit IMDb-Nummer.</translation>
    </message>
    <message>
      <source>{name} is in use now. Your movies are still in My movies.</source>
      <translation>{name} wird jetzt verwendet. Ihre Filme stehen weiter unter „Meine Filme“.</translation>
    </message>
    <message>
      <source>{ratings} public ratings by {users} people: recommendations on this computer learn from them.</source>
      <translation>{ratings} öffentliche Bewertungen von {users} Menschen: Daraus lernen die Empfehlungen auf diesem Computer.</translation>
    </message>
  </context>
  <context>
    <name>CatalogText</name>
    <message>
      <source>100,836 ratings, 610 people</source>
      <translation>100.836 Bewertungen, 610 Menschen</translation>
    </message>
    <message>
      <source>33 million ratings, 331,000 people</source>
      <translation>33 Mio. Bewertungen, 331.000 Menschen</translation>
    </message>
    <message>
      <source>921,398 ratings, 71,707 people</source>
      <translation>921.398 Bewertungen, 71.707 Menschen</translation>
    </message>
    <message>
      <source>Download</source>
      <translation>Herunterladen</translation>
    </message>
    <message>
      <source>Download {name}</source>
      <translation>{name} herunterladen</translation>
    </message>
    <message>
      <source>MIT license. About 30 MB.</source>
      <translation>MIT-Lizenz. Etwa 30 MB.</translation>
    </message>
    <message>
      <source>MovieLens, large</source>
      <translation>MovieLens, groß</translation>
    </message>
    <message>
      <source>MovieLens, small</source>
      <translation>MovieLens, klein</translation>
    </message>
    <message>
      <source>NDCG@10 {model}, popularity {popular}</source>
      <translation>NDCG@10 {model}, Beliebtheit {popular}</translation>
    </message>
    <message>
      <source>Not for commercial use. 1 MB.</source>
      <translation>Nicht für kommerzielle Nutzung. 1 MB.</translation>
    </message>
    <message>
      <source>Not for commercial use. 350 MB.</source>
      <translation>Nicht für kommerzielle Nutzung. 350 MB.</translation>
    </message>
    <message>
      <source>On {people} people it had not learned from, it was {times} times as good as a list of what is popular.</source>
      <translation>Bei {people} Menschen, von denen es nicht gelernt hatte, war es {times}-mal so gut wie eine Liste des Beliebten.</translation>
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
      <source>The strictest level wins for a movie in several categories. A stricter category blurs the others less.</source>
      <translation>Gehört ein Film zu mehreren Kategorien, gilt die strengste Stufe. Eine strengere Kategorie macht die anderen weniger unscharf.</translation>
    </message>
    <message>
      <source>Watched</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>“2 of 5”: two of five watched may leave as they are.</source>
      <translation>„2 von 5“: Zwei von fünf gesehenen dürfen so hinaus, wie sie sind.</translation>
    </message>
  </context>
  <context>
    <name>CategoryRow</name>
    <message>
      <source>No effect yet: each of these {count} has a stricter second category.</source>
      <translation>Noch ohne Wirkung: Jeder dieser {count} hat eine zweite, strengere Kategorie.</translation>
    </message>
    <message>
      <source>{category}: follow the overall level again</source>
      <translation>{category}: wieder der Stufe für alles folgen</translation>
    </message>
    <message>
      <source>{count} watched. Follows the overall level</source>
      <translation>{count} gesehen. Folgt der Stufe für alles</translation>
    </message>
    <message>
      <source>{count} watched. Has a level of its own</source>
      <translation>{count} gesehen. Eigene Stufe</translation>
    </message>
    <message>
      <source>{free} of {watched}</source>
      <translation>{free} von {watched}</translation>
    </message>
    <message>
      <source>{free} of {watched} may leave as they are. Their other categories, or you, hold the rest back.</source>
      <translation>{free} von {watched} dürfen so hinaus, wie sie sind. Die übrigen halten ihre anderen Kategorien oder Sie zurück.</translation>
    </message>
  </context>
  <context>
    <name>Cells</name>
    <message>
      <source>1965 to 1974</source>
      <translation>1965 bis 1974</translation>
    </message>
    <message>
      <source>2005 to 2014, not the late 1970s</source>
      <translation>2005 bis 2014, nicht die späten 1970er</translation>
    </message>
    <message>
      <source>A little of everything</source>
      <translation>Von allem etwas</translation>
    </message>
    <message>
      <source>Action and science fiction of the 1980s, not quiet dramas</source>
      <translation>Action und Science-Fiction der 1980er, nicht stille Dramen</translation>
    </message>
    <message>
      <source>Action since 2008, not romances of around 2000</source>
      <translation>Action seit 2008, nicht Liebesfilme um 2000</translation>
    </message>
    <message>
      <source>Animation and musicals, not adventures</source>
      <translation>Animation und Musicals, nicht Abenteuer</translation>
    </message>
    <message>
      <source>Classics and comedies before 1990, not hits of the 2000s</source>
      <translation>Klassiker und Komödien vor 1990, nicht Hits der 2000er</translation>
    </message>
    <message>
      <source>Comedies of the 1980s and 1990s, not blockbusters</source>
      <translation>Komödien der 1980er und 1990er, nicht Blockbuster</translation>
    </message>
    <message>
      <source>Comedies of the 1980s and 1990s, not science fiction</source>
      <translation>Komödien der 1980er und 1990er, nicht Science-Fiction</translation>
    </message>
    <message>
      <source>Comedies since 2004, not war and action</source>
      <translation>Komödien seit 2004, nicht Krieg und Action</translation>
    </message>
    <message>
      <source>Crime and cult films, not family films</source>
      <translation>Krimis und Kultfilme, nicht Familienfilme</translation>
    </message>
    <message>
      <source>Cult and crime, not family films</source>
      <translation>Kult und Krimi, nicht Familienfilme</translation>
    </message>
    <message>
      <source>Family adventures of the 1980s, not serious dramas</source>
      <translation>Familienabenteuer der 1980er, nicht ernste Dramen</translation>
    </message>
    <message>
      <source>Family classics, not crime of the 1990s</source>
      <translation>Familienklassiker, nicht Krimis der 1990er</translation>
    </message>
    <message>
      <source>Family films of the early 1990s, not the 2000s</source>
      <translation>Familienfilme der frühen 1990er, nicht die 2000er</translation>
    </message>
    <message>
      <source>Favorites of nearly everybody</source>
      <translation>Lieblinge von fast allen</translation>
    </message>
    <message>
      <source>Favorites since 1999, not hits of 1996</source>
      <translation>Lieblinge seit 1999, nicht Hits von 1996</translation>
    </message>
    <message>
      <source>Great adventures, not light comedies</source>
      <translation>Große Abenteuer, nicht leichte Komödien</translation>
    </message>
    <message>
      <source>Hits of 1990 to 1995</source>
      <translation>Hits von 1990 bis 1995</translation>
    </message>
    <message>
      <source>Hits of 1990 to 1995, not of the early 2000s</source>
      <translation>Hits von 1990 bis 1995, nicht der frühen 2000er</translation>
    </message>
    <message>
      <source>Hits of 1995 and 1996</source>
      <translation>Hits von 1995 und 1996</translation>
    </message>
    <message>
      <source>Hits of 1997 to 2004, not old classics</source>
      <translation>Hits von 1997 bis 2004, nicht alte Klassiker</translation>
    </message>
    <message>
      <source>Hits of 2001 to 2011, not of the decades before</source>
      <translation>Hits von 2001 bis 2011, nicht der Jahrzehnte davor</translation>
    </message>
    <message>
      <source>Horror and the late 1960s, not family films</source>
      <translation>Horror und die späten 1960er, nicht Familienfilme</translation>
    </message>
    <message>
      <source>Offbeat films of 2000 to 2006, not dramas of the 1990s</source>
      <translation>Schräge Filme von 2000 bis 2006, nicht Dramen der 1990er</translation>
    </message>
    <message>
      <source>Old Hollywood</source>
      <translation>Altes Hollywood</translation>
    </message>
    <message>
      <source>Romances and family films of 1993 to 1995</source>
      <translation>Liebes- und Familienfilme von 1993 bis 1995</translation>
    </message>
    <message>
      <source>Science fiction and adventures, not dramas of the 2000s</source>
      <translation>Science-Fiction und Abenteuer, nicht Dramen der 2000er</translation>
    </message>
    <message>
      <source>Silent films, not the 2020s</source>
      <translation>Stummfilme, nicht die 2020er</translation>
    </message>
    <message>
      <source>The 1970s and 1980s</source>
      <translation>Die 1970er und 1980er</translation>
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
    <name>CodeDialog</name>
    <message>
      <source>I have written it down</source>
      <translation>Ich habe ihn aufgeschrieben</translation>
    </message>
    <message>
      <source>Keep it elsewhere than on this computer. It is not shown again.</source>
      <translation>Bewahren Sie ihn anderswo als auf diesem Computer auf. Er wird nicht noch einmal gezeigt.</translation>
    </message>
    <message>
      <source>Your new recovery code</source>
      <translation>Ihr neuer Wiederherstellungscode</translation>
    </message>
  </context>
  <context>
    <name>ConfirmDialog</name>
    <message>
      <source>Type “{word}” to go on</source>
      <translation>Zum Fortfahren „{word}“ eingeben</translation>
    </message>
  </context>
  <context>
    <name>ContributionExample</name>
    <message>
      <source>An example of a contribution</source>
      <translation>Ein Beispiel für einen Beitrag</translation>
    </message>
    <message>
      <source>Another example</source>
      <translation>Noch ein Beispiel</translation>
    </message>
    <message>
      <source>In truth</source>
      <translation>In Wahrheit</translation>
    </message>
    <message>
      <source>Movie</source>
      <translation>Film</translation>
    </message>
    <message>
      <source>The answer in this example</source>
      <translation>Die Antwort im Beispiel</translation>
    </message>
    <message>
      <source>no</source>
      <translation>nein</translation>
    </message>
    <message>
      <source>not watched</source>
      <translation>nicht gesehen</translation>
    </message>
    <message>
      <source>watched</source>
      <translation>gesehen</translation>
    </message>
    <message>
      <source>yes</source>
      <translation>ja</translation>
    </message>
    <message>
      <source>{answer}, flipped</source>
      <translation>{answer}, umgedreht</translation>
    </message>
  </context>
  <context>
    <name>ContributionRow</name>
    <message>
      <source>Send again to {name}</source>
      <translation>Erneut an {name} senden</translation>
    </message>
    <message>
      <source>Send again…</source>
      <translation>Erneut senden …</translation>
    </message>
    <message>
      <source>The exact bytes</source>
      <translation>Die genauen Bytes</translation>
    </message>
    <message>
      <source>Withdraw</source>
      <translation>Zurückziehen</translation>
    </message>
    <message>
      <source>Withdraw from {name}</source>
      <translation>Bei {name} zurückziehen</translation>
    </message>
    <message>
      <source>{month}: {state}</source>
      <translation>{month}: {state}</translation>
    </message>
  </context>
  <context>
    <name>ContributionsSection</name>
    <message>
      <source>An example with your movies</source>
      <translation>Ein Beispiel mit Ihren Filmen</translation>
    </message>
    <message>
      <source>Contribute</source>
      <translation>Beitragen</translation>
    </message>
    <message>
      <source>Contribute to {name}?</source>
      <translation>Zu {name} beitragen?</translation>
    </message>
    <message>
      <source>Contribute…</source>
      <translation>Beitragen …</translation>
    </message>
    <message>
      <source>Help others</source>
      <translation>Anderen helfen</translation>
    </message>
    <message>
      <source>Let a service, whether you use it or not, learn which movies are watched together, so that it recommends better. Nothing is sent unless you send it.</source>
      <translation>Lassen Sie einen Dienst, ob Sie ihn nutzen oder nicht, lernen, welche Filme zusammen gesehen werden, damit er besser empfiehlt. Nichts wird gesendet, außer Sie senden es.</translation>
    </message>
    <message>
      <source>Off</source>
      <translation>Aus</translation>
    </message>
    <message>
      <source>On</source>
      <translation>Ein</translation>
    </message>
    <message>
      <source>Sending your contribution…</source>
      <translation>Ihr Beitrag wird gesendet …</translation>
    </message>
    <message>
      <source>To contribute, add a service that takes contributions.</source>
      <translation>Fügen Sie dafür einen Dienst hinzu, der Beiträge annimmt.</translation>
    </message>
    <message>
      <source>To whom you contribute</source>
      <translation>Zu wem Sie beitragen</translation>
    </message>
    <message>
      <source>Withdrawing your contribution…</source>
      <translation>Ihr Beitrag wird zurückgezogen …</translation>
    </message>
  </context>
  <context>
    <name>Core</name>
    <message>
      <source>A blurred list then tells a little of your taste.</source>
      <translation>Eine unscharfe Liste verrät dann ein wenig von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>A blurred list then tells almost nothing of your taste.</source>
      <translation>Eine unscharfe Liste verrät dann fast nichts von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>A blurred list then tells much of your taste.</source>
      <translation>Eine unscharfe Liste verrät dann viel von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>A blurred list then tells something of your taste.</source>
      <translation>Eine unscharfe Liste verrät dann einiges von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>A contribution of yours: answers, some of them flipped at random</source>
      <translation>Ein Beitrag von Ihnen: Antworten, einige davon zufällig umgedreht</translation>
    </message>
    <message>
      <source>A copy of your library as it is now is kept beside it for a month. Nothing that is here is lost.</source>
      <translation>Eine Kopie Ihrer Bibliothek, wie sie jetzt ist, bleibt einen Monat lang daneben liegen. Nichts von dem, was hier ist, geht verloren.</translation>
    </message>
    <message>
      <source>A film has a title. Nothing was changed.</source>
      <translation>Ein Film hat einen Titel. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>A folder that EpicRec uses was moved or removed meanwhile. The last step was not done. Close EpicRec, put the folder back, and start it again.</source>
      <translation>Ein Ordner, den EpicRec verwendet, wurde inzwischen verschoben oder entfernt. Der letzte Schritt wurde nicht ausgeführt. Schließen Sie EpicRec, bringen Sie den Ordner zurück, und starten Sie es noch einmal.</translation>
    </message>
    <message>
      <source>A learned question has no counts by category, so nothing was released. Please report this as a fault of the program.</source>
      <translation>Eine gelernte Frage hat keine Zahlen nach Kategorie; also wurde nichts freigegeben. Bitte melden Sie das als Fehler des Programms.</translation>
    </message>
    <message>
      <source>A list needs a name. Nothing was changed.</source>
      <translation>Eine Liste braucht einen Namen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>A list of yours</source>
      <translation>Eine Liste von Ihnen</translation>
    </message>
    <message numerus="yes">
      <source>A list of {count:,} movies made from the numbers: any may be one you never saw</source>
      <translation>
        <numerusform>Eine Liste mit {count:,} Film, aus den Zahlen gebildet: Es kann einer sein, den Sie nie gesehen haben</numerusform>
        <numerusform>Eine Liste mit {count:,} Filmen, aus den Zahlen gebildet: Jeder kann einer sein, den Sie nie gesehen haben</numerusform>
      </translation>
    </message>
    <message>
      <source>A movie of several categories is shared out among them. In our measurements the blurred counts came out two to five times as exact.</source>
      <translation>Ein Film mit mehreren Kategorien wird auf sie aufgeteilt. In unseren Messungen wurden die unscharfen Zahlen dadurch zwei- bis fünfmal so genau.</translation>
    </message>
    <message>
      <source>A name can have {count} characters. Nothing was changed. Choose a shorter one.</source>
      <translation>Ein Name kann {count} Zeichen haben. Es wurde nichts geändert. Wählen Sie einen kürzeren.</translation>
    </message>
    <message>
      <source>A name in the path of a file or folder is too long for its disk. What was stored is kept. Choose a shorter one.</source>
      <translation>Ein Name im Pfad einer Datei oder eines Ordners ist zu lang für den Datenträger. Was gespeichert war, ist noch da. Wählen Sie einen kürzeren.</translation>
    </message>
    <message>
      <source>A name of a list has at most {most} characters. Nothing was changed.</source>
      <translation>Der Name einer Liste hat höchstens {most} Zeichen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>A passphrase needs {least} characters or more; several words are best. Nothing was changed.</source>
      <translation>Eine Passphrase braucht mindestens {least} Zeichen; am besten sind mehrere Wörter. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>A person needs a name. Nothing was changed.</source>
      <translation>Eine Person braucht einen Namen. Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>A private copy of a history could not be removed, because another program has it open. It was emptied where that was possible, and is removed at the next start.</source>
      <translation>Eine private Kopie eines Verlaufs konnte nicht gelöscht werden, weil ein anderes Programm sie geöffnet hat. Sie wurde geleert, soweit das ging, und wird beim nächsten Start gelöscht.</translation>
    </message>
    <message>
      <source>A question it asked here; of you it gets what you released to it</source>
      <translation>Eine Frage, die er hier stellte; von Ihnen erhält er, was Sie an ihn freigegeben haben</translation>
    </message>
    <message>
      <source>A reader's surest guess, whether you watch some kind of movie more or less than most people, is right in {right} of 100 cases; a coin, in 50.</source>
      <translation>Was ein Leser am sichersten rät, ob Sie von einer Art Filmen mehr oder weniger sehen als die meisten, stimmt in {right} von 100 Fällen; eine Münze in 50.</translation>
    </message>
    <message>
      <source>A release has room for {most:,} movies, and this one would name {count:,}, so nothing was sent and nothing was blurred. Choose Blurred, or Nothing for some categories.</source>
      <translation>In eine Freigabe passen {most:,} Filme, und diese würde {count:,} nennen; es wurde nichts gesendet und nichts unscharf gemacht. Wählen Sie „Unscharf“, oder für einige Kategorien „Nichts“.</translation>
    </message>
    <message>
      <source>A service needs a name of its own. Nothing was changed.</source>
      <translation>Ein Dienst braucht einen eigenen Namen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Adding the movies to the catalog</source>
      <translation>Die Filme werden in den Katalog aufgenommen</translation>
    </message>
    <message>
      <source>Address</source>
      <translation>Adresse</translation>
    </message>
    <message>
      <source>All Release</source>
      <translation>Volle Freigabe</translation>
    </message>
    <message>
      <source>An address with a user name or password is not supported; nothing was changed.</source>
      <translation>Eine Adresse mit Benutzername oder Passwort wird nicht unterstützt; nichts wurde geändert.</translation>
    </message>
    <message>
      <source>An earlier release was made with a mechanism that this version does not know, so nothing was released. Please update the program.</source>
      <translation>Eine frühere Freigabe entstand mit einem Verfahren, das diese Version nicht kennt; daher wurde nichts freigegeben. Bitte aktualisieren Sie das Programm.</translation>
    </message>
    <message>
      <source>An export was restored whose library had made releases in the same months as this one. What both revealed is counted.</source>
      <translation>Ein Export wurde wiederhergestellt, aus dessen Bibliothek in denselben Monaten freigegeben wurde wie aus dieser. Was beide verraten haben, zählt.</translation>
    </message>
    <message>
      <source>Another EpicRec has been writing to the database for some time. Nothing was changed. Wait until it is done, and try again.</source>
      <translation>Ein anderes EpicRec schreibt schon länger in die Datenbank. Nichts wurde geändert. Warten Sie, bis es fertig ist, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Another EpicRec is writing to the library: waiting until it is done</source>
      <translation>Ein anderes EpicRec schreibt in die Bibliothek: es wird gewartet, bis es fertig ist</translation>
    </message>
    <message>
      <source>Another EpicRec window or command is changing the list of people. Nothing was changed. Try again.</source>
      <translation>Ein anderes Fenster oder ein Befehl von EpicRec ändert gerade die Liste der Personen. Es wurde nichts geändert. Versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Another EpicRec window or command is using the data. Nothing was removed. Close it, and try again.</source>
      <translation>Ein anderes Fenster oder ein Befehl von EpicRec verwendet die Daten. Nichts wurde entfernt. Schließen Sie es, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Another EpicRec window or command is using the library. Nothing was changed. Close it, and try again.</source>
      <translation>Ein anderes Fenster oder ein Befehl von EpicRec benutzt die Bibliothek. Nichts wurde geändert. Schließen Sie es und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Another program holds a file of EpicRec open. What was stored before is kept. Close it, or wait a moment, and try again.</source>
      <translation>Ein anderes Programm hält eine Datei von EpicRec offen. Was vorher gespeichert war, ist erhalten. Schließen Sie es, oder warten Sie einen Moment, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Another window or command of EpicRec is downloading this catalog.</source>
      <translation>Ein anderes Fenster oder ein anderer Befehl von EpicRec lädt diesen Katalog gerade herunter.</translation>
    </message>
    <message>
      <source>Appearance</source>
      <translation>Aussehen</translation>
    </message>
    <message>
      <source>As in the EpicRec paper, to compare with. A service can do little with what it gets.</source>
      <translation>Wie in der Veröffentlichung zu EpicRec, zum Vergleich. Ein Dienst kann mit dem, was er erhält, wenig anfangen.</translation>
    </message>
    <message>
      <source>As published</source>
      <translation>Wie veröffentlicht</translation>
    </message>
    <message>
      <source>Asking {provider}</source>
      <translation>{provider} wird gefragt</translation>
    </message>
    <message>
      <source>At “Nothing” no movie leaves, so there is nothing to contribute. Nothing was sent.</source>
      <translation>Bei „Nichts“ geht kein Film hinaus, also gibt es nichts beizutragen. Es wurde nichts gesendet.</translation>
    </message>
    <message>
      <source>Automatic scans go on after the window is closed. Use the icon's menu to open the window, scan, pause or quit.</source>
      <translation>Automatische Suchen laufen auch bei geschlossenem Fenster weiter. Im Menü des Symbols können Sie das Fenster öffnen, suchen, anhalten und beenden.</translation>
    </message>
    <message>
      <source>Because you both watched {title}.</source>
      <translation>Weil Sie beide {title} gesehen haben.</translation>
    </message>
    <message>
      <source>Beside the icon, while the window is closed: a number, never a title. A click opens My movies.</source>
      <translation>Neben dem Symbol, solange das Fenster geschlossen ist: eine Zahl, nie ein Titel. Ein Klick öffnet „Meine Filme“.</translation>
    </message>
    <message>
      <source>Blurred</source>
      <translation>Unscharf</translation>
    </message>
    <message>
      <source>Blurred as “Improved”: your movies are counted in 18 categories, and one of several categories is shared out among them.</source>
      <translation>Unscharf wie „Verbessert“: Ihre Filme werden in 18 Kategorien gezählt; ein Film mit mehreren wird auf sie verteilt.</translation>
    </message>
    <message>
      <source>Blurred as “Learned”: your movies are counted in {count} groups that tell tastes apart.</source>
      <translation>Unscharf wie „Gelernt“: Ihre Filme werden in {count} Gruppen gezählt, die Geschmäcker unterscheiden.</translation>
    </message>
    <message>
      <source>Blurred numbers</source>
      <translation>Unscharfe Zahlen</translation>
    </message>
    <message>
      <source>Blurred numbers: above zero, more of it; below, less, or more of what follows “not”; near zero, perhaps chance</source>
      <translation>Unscharfe Zahlen: über null mehr davon; darunter weniger, oder mehr von dem nach „nicht“; nahe null vielleicht Zufall</translation>
    </message>
    <message>
      <source>Blurred “As published”: your movies are counted in 18 categories.</source>
      <translation>Unscharf „Wie veröffentlicht“: Ihre Filme werden in 18 Kategorien gezählt.</translation>
    </message>
    <message>
      <source>By name</source>
      <translation>Mit Namen</translation>
    </message>
    <message>
      <source>Cancelled, but the release was already made; its record says whether it was sent. The recommendations are still the earlier ones.</source>
      <translation>Abgebrochen, aber die Freigabe war schon gemacht; ihr Eintrag im Verzeichnis sagt, ob sie gesendet wurde. Die Empfehlungen sind noch die früheren.</translation>
    </message>
    <message>
      <source>Cancelled. Nothing was changed.</source>
      <translation>Abgebrochen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Cancelled. What was on its way may have arrived; your contribution is kept as it is, and sending it again costs no more privacy.</source>
      <translation>Abgebrochen. Was unterwegs war, kann angekommen sein; Ihr Beitrag bleibt, wie er ist, und ihn erneut zu senden kostet nicht mehr Privatsphäre.</translation>
    </message>
    <message>
      <source>Catalog</source>
      <translation>Katalog</translation>
    </message>
    <message>
      <source>Certificate</source>
      <translation>Zertifikat</translation>
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
      <source>Check the free space on the disk, then try again.</source>
      <translation>Prüfen Sie den freien Speicherplatz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Check the free space on the disk.</source>
      <translation>Prüfen Sie den freien Speicherplatz.</translation>
    </message>
    <message>
      <source>Check the network, or try again later: it continues where it stopped.</source>
      <translation>Prüfen Sie das Netz, oder versuchen Sie es später noch einmal: Es geht dort weiter, wo es aufgehört hat.</translation>
    </message>
    <message>
      <source>Check the proxy in the system's settings.</source>
      <translation>Prüfen Sie den Proxy in den Einstellungen des Systems.</translation>
    </message>
    <message>
      <source>Choose a MovieLens folder or zip file.</source>
      <translation>Wählen Sie einen MovieLens-Ordner oder eine Zip-Datei.</translation>
    </message>
    <message>
      <source>Choose another MovieLens folder or zip file.</source>
      <translation>Wählen Sie einen anderen MovieLens-Ordner oder eine andere Zip-Datei.</translation>
    </message>
    <message>
      <source>Choose another file.</source>
      <translation>Wählen Sie eine andere Datei.</translation>
    </message>
    <message>
      <source>Choose one of them.</source>
      <translation>Wählen Sie einen davon.</translation>
    </message>
    <message>
      <source>Choosing what a release asks</source>
      <translation>Wählt, wonach eine Liste fragt</translation>
    </message>
    <message>
      <source>Compare it with the one on the API page of your TMDB account.</source>
      <translation>Vergleichen Sie ihn mit dem auf der API-Seite Ihres TMDB-Kontos.</translation>
    </message>
    <message>
      <source>Comparing it with the old one</source>
      <translation>Wird mit der alten verglichen</translation>
    </message>
    <message>
      <source>Contact</source>
      <translation>Kontakt</translation>
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
      <source>Dark</source>
      <translation>Dunkel</translation>
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
      <source>Download the archive again from grouplens.org.</source>
      <translation>Laden Sie das Archiv neu von grouplens.org.</translation>
    </message>
    <message>
      <source>Download the catalog again, then import it once more.</source>
      <translation>Laden Sie den Katalog neu, und importieren Sie ihn noch einmal.</translation>
    </message>
    <message>
      <source>Downloading {name}</source>
      <translation>{name} wird heruntergeladen</translation>
    </message>
    <message>
      <source>Downloads and temporary copies</source>
      <translation>Downloads und vorübergehende Kopien</translation>
    </message>
    <message>
      <source>Each movie is answered once and for good, the same to every service. Movies that your levels keep here, or of which you let less than usual leave, are answered as if never watched.</source>
      <translation>Jeder Film wird genau einmal beantwortet, für jeden Dienst gleich. Filme, die Ihre Stufen hier behalten oder von denen Sie weniger als üblich hinauslassen, werden beantwortet, als hätten Sie sie nie gesehen.</translation>
    </message>
    <message>
      <source>EpicRec cannot read this file. It reads exports from Letterboxd, IMDb, Trakt, Netflix, Prime Video, Disney+, Google Takeout, Plex and Jellyfin, and tables with a title column.</source>
      <translation>EpicRec kann diese Datei nicht lesen. Es liest Exporte von Letterboxd, IMDb, Trakt, Netflix, Prime Video, Disney+, Google Takeout, Plex und Jellyfin sowie Tabellen mit einer Spalte für Titel.</translation>
    </message>
    <message>
      <source>EpicRec was updated or removed while it was running. What was stored is kept. Start it again, and repeat the last step.</source>
      <translation>EpicRec wurde aktualisiert oder entfernt, während es lief. Was gespeichert war, ist noch da. Starten Sie es neu, und wiederholen Sie den letzten Schritt.</translation>
    </message>
    <message>
      <source>Every 6 hours</source>
      <translation>Alle 6 Stunden</translation>
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
      <source>Every movie in it, with certainty.</source>
      <translation>Jeden Film darin, mit Gewissheit.</translation>
    </message>
    <message>
      <source>Everything</source>
      <translation>Alles</translation>
    </message>
    <message>
      <source>Everything in this export is here already.</source>
      <translation>Alles aus diesem Export ist schon hier.</translation>
    </message>
    <message>
      <source>Fetched</source>
      <translation>Abgeholt</translation>
    </message>
    <message>
      <source>Fetching from {provider} took too long and was stopped. {kept}</source>
      <translation>Der Abruf von {provider} dauerte zu lange und wurde beendet. {kept}</translation>
    </message>
    <message>
      <source>Fetching the catalog of {provider}</source>
      <translation>Der Katalog von {provider} wird geholt</translation>
    </message>
    <message>
      <source>Fetching the public model</source>
      <translation>Das öffentliche Modell wird geholt</translation>
    </message>
    <message>
      <source>Films of {year} from TMDB</source>
      <translation>Filme von {year} aus TMDB</translation>
    </message>
    <message>
      <source>Films of {year} from Wikidata</source>
      <translation>Filme von {year} aus Wikidata</translation>
    </message>
    <message>
      <source>Finding how much must be blurred</source>
      <translation>Es wird ermittelt, wie viel Unschärfe nötig ist</translation>
    </message>
    <message>
      <source>Finding the best settings on people the model has not learned from</source>
      <translation>Die besten Einstellungen werden gesucht, an Personen, von denen das Modell nicht gelernt hat</translation>
    </message>
    <message>
      <source>Fitting the noise to the catalog</source>
      <translation>Das Rauschen wird auf den Katalog abgestimmt</translation>
    </message>
    <message>
      <source>For each of {count:,} well-known movies, the same for everybody, EpicRec answers whether you watched it, and flips {percent} of 100 answers at random. One answer proves nothing; over many people the sums come out right.</source>
      <translation>Für jeden von {count:,} bekannten Filmen, für alle dieselben, antwortet EpicRec, ob Sie ihn gesehen haben, und dreht {percent} von 100 Antworten zufällig um. Eine Antwort beweist nichts; über viele Menschen stimmen die Summen.</translation>
    </message>
    <message>
      <source>For the kind that it says least about, such a guess is right in {right}.</source>
      <translation>Bei der Art, über die sie am wenigsten sagt, stimmt es in {right}.</translation>
    </message>
    <message>
      <source>For whom</source>
      <translation>Für wen</translation>
    </message>
    <message numerus="yes">
      <source>For {count} months there is a contribution from there and one from here: {months}. What both gave away adds up. Those from there can be withdrawn there only.</source>
      <translation>
        <numerusform>Für einen Monat gibt es einen Beitrag von dort und einen von hier: {months}. Was beide preisgaben, zählt zusammen. Der von dort kann nur dort zurückgezogen werden.</numerusform>
        <numerusform>Für {count} Monate gibt es einen Beitrag von dort und einen von hier: {months}. Was beide preisgaben, zählt zusammen. Die von dort können nur dort zurückgezogen werden.</numerusform>
      </translation>
    </message>
    <message>
      <source>For {users:,} public people it named what they went on to watch {times} times as well as the most popular movies do (NDCG@10: {ndcg}, popular movies: {popularity}). If it learned from these people, it looks better than it is.</source>
      <translation>Für {users:,} öffentliche Personen nannte es {times}-mal so gut, was sie danach gesehen haben, wie es die beliebtesten Filme tun (NDCG@10: {ndcg}, beliebte Filme: {popularity}). Falls es von diesen Personen gelernt hat, sieht es besser aus, als es ist.</translation>
    </message>
    <message>
      <source>High contrast</source>
      <translation>Hoher Kontrast</translation>
    </message>
    <message>
      <source>High on both your lists.</source>
      <translation>Bei Ihnen beiden weit oben.</translation>
    </message>
    <message>
      <source>If EpicRec goes on sending from where this export was made, this computer cannot know of it. So what was blurred there is counted twice. Send from one of the two only.</source>
      <translation>Wenn EpicRec dort, wo dieser Export entstand, weiter sendet, kann dieser Computer davon nichts wissen. Darum zählt doppelt, was dort unscharf gemacht wurde. Senden Sie nur noch von einem der beiden.</translation>
    </message>
    <message>
      <source>If it is right, say so in the question before a release.</source>
      <translation>Wenn sie stimmt, bestätigen Sie es in der Frage vor einer Freigabe.</translation>
    </message>
    <message>
      <source>If you contributed before, from another computer or before erasing, that still counts: what others know of the same movies adds up.</source>
      <translation>Wenn Sie früher schon beigetragen haben, von einem anderen Computer oder vor dem Löschen, zählt das weiter: Was andere über dieselben Filme wissen, kommt zusammen.</translation>
    </message>
    <message>
      <source>Import it again.</source>
      <translation>Importieren Sie sie noch einmal.</translation>
    </message>
    <message>
      <source>Improved</source>
      <translation>Verbessert</translation>
    </message>
    <message>
      <source>In this example {yes:,} of {size:,} answers are yes, and {true:,} of them are true. It is only an example: what is sent is flipped by chance of its own.</source>
      <translation>In diesem Beispiel sind {yes:,} von {size:,} Antworten ja, und {true:,} davon sind wahr. Es ist nur ein Beispiel: Was gesendet wird, kehrt ein eigener Zufall um.</translation>
    </message>
    <message>
      <source>It agrees little with the order found here, so it may know little of tastes. None of its films are put into other rows.</source>
      <translation>Das stimmt wenig mit der Reihenfolge überein, die hier gefunden wurde: Der Dienst kennt Geschmäcker vielleicht kaum. Keiner seiner Filme kommt in andere Reihen.</translation>
    </message>
    <message>
      <source>It costs privacy: someone who thought it 50:50 that you watched a movie can then be {percent} % sure at most, and {three} % of three that are always watched together. This adds to what your lists reveal, and is the same for every service, however much you trust it.</source>
      <translation>Es kostet Privatsphäre: Wer es 50:50 für möglich hielt, dass Sie einen Film gesehen haben, kann dann höchstens zu {percent} % sicher sein, und zu {three} % bei dreien, die immer zusammen gesehen werden. Das kommt zu dem hinzu, was Ihre Listen verraten, und ist für jeden Dienst gleich, wie sehr Sie ihm auch vertrauen.</translation>
    </message>
    <message>
      <source>It could not be sent.</source>
      <translation>Es ließ sich nicht senden.</translation>
    </message>
    <message>
      <source>It does not say.</source>
      <translation>Er sagt es nicht.</translation>
    </message>
    <message>
      <source>It is not asked, and what it answered was removed.</source>
      <translation>Der Dienst wird nicht gefragt, und seine Antworten wurden entfernt.</translation>
    </message>
    <message>
      <source>It is not counted, as far as is known. {error}</source>
      <translation>Er ist, soweit bekannt, nicht gezählt. {error}</translation>
    </message>
    <message>
      <source>It is not withdrawn, as far as is known. {error}</source>
      <translation>Er ist, soweit bekannt, nicht zurückgezogen. {error}</translation>
    </message>
    <message>
      <source>It lists none.</source>
      <translation>Er listet keine auf.</translation>
    </message>
    <message>
      <source>It may have arrived. {error}</source>
      <translation>Er kann angekommen sein. {error}</translation>
    </message>
    <message>
      <source>It may have been sent: there is no good answer on record.</source>
      <translation>Sie wurde vielleicht gesendet: Eine brauchbare Antwort ist nicht verzeichnet.</translation>
    </message>
    <message>
      <source>It names nearly the same films to everybody, so this is what is popular there, and not your taste. None of its films are put into other rows.</source>
      <translation>Der Dienst nennt allen fast dieselben Filme: Das ist also, was dort beliebt ist, und nicht Ihr Geschmack. Keiner seiner Filme kommt in andere Reihen.</translation>
    </message>
    <message>
      <source>It names no movie of yours and gives no number.</source>
      <translation>Sie nennt keinen Ihrer Filme und gibt keine Zahl an.</translation>
    </message>
    <message>
      <source>It ranks from the numbers that your lists come with now.</source>
      <translation>Er ordnet nach den Zahlen, die jetzt mit Ihren Listen gehen.</translation>
    </message>
    <message>
      <source>It says nothing of itself.</source>
      <translation>Er sagt nichts über sich.</translation>
    </message>
    <message>
      <source>It shares none, so nothing of it can be checked here.</source>
      <translation>Er gibt keines heraus, also kann hier nichts davon geprüft werden.</translation>
    </message>
    <message>
      <source>It takes only counts by category. Your lists come with other groups, so it ranks from the list alone.</source>
      <translation>Er nimmt nur Zahlen nach Kategorien. Mit Ihren Listen gehen andere Gruppen, daher ordnet er nur nach der Liste.</translation>
    </message>
    <message>
      <source>It tells little of your taste, however many movies you have, too little to recommend by.</source>
      <translation>Sie verrät wenig von Ihrem Geschmack, so viele Filme Sie auch haben: zu wenig, um danach zu empfehlen.</translation>
    </message>
    <message>
      <source>It waits: {provider} asked to come back after {time}.</source>
      <translation>Er wartet: {provider} bat darum, nach {time} wiederzukommen.</translation>
    </message>
    <message>
      <source>Its own words. Nobody here can check them.</source>
      <translation>Seine eigenen Worte. Niemand hier kann sie prüfen.</translation>
    </message>
    <message>
      <source>Keep running in the system tray</source>
      <translation>Im Infobereich weiterlaufen</translation>
    </message>
    <message>
      <source>Language</source>
      <translation>Sprache</translation>
    </message>
    <message>
      <source>Last on {time}</source>
      <translation>Zuletzt am {time}</translation>
    </message>
    <message>
      <source>Learned</source>
      <translation>Gelernt</translation>
    </message>
    <message>
      <source>Learned on this computer from what {provider} would recommend to {personas:,} made-up people, the same in every installation. For this it got nothing about you.</source>
      <translation>Auf diesem Computer gelernt aus dem, was {provider} {personas:,} erfundenen Personen empfehlen würde, in jeder Installation denselben. Dafür erhielt der Dienst nichts über Sie.</translation>
    </message>
    <message>
      <source>Letterboxd writes movies watched and the watchlist alike. The file's name must say which it is: watched.csv or watchlist.csv.</source>
      <translation>Letterboxd schreibt gesehene Filme und die Merkliste gleich auf. Der Name der Datei muss sagen, welche es ist: watched.csv oder watchlist.csv.</translation>
    </message>
    <message>
      <source>Level</source>
      <translation>Stufe</translation>
    </message>
    <message>
      <source>Light</source>
      <translation>Hell</translation>
    </message>
    <message>
      <source>Line {number} is not a row: a JSON object with the texts "url" and "title" is needed. The rows before it were matched; correct the line and run this again.</source>
      <translation>Zeile {number} ist kein Eintrag: Gebraucht wird ein JSON-Objekt mit den Texten „url“ und „title“. Die Einträge davor wurden verglichen; berichtigen Sie die Zeile, und starten Sie noch einmal.</translation>
    </message>
    <message>
      <source>Lists sent</source>
      <translation>Gesendete Listen</translation>
    </message>
    <message>
      <source>Lock when you are away</source>
      <translation>Sperren, wenn Sie weg sind</translation>
    </message>
    <message>
      <source>Look for new movies</source>
      <translation>Nach neuen Filmen suchen</translation>
    </message>
    <message>
      <source>Look whether your last answers are there, or import an export that has them.</source>
      <translation>Sehen Sie nach, ob Ihre letzten Antworten da sind, oder importieren Sie einen Export, der sie enthält.</translation>
    </message>
    <message>
      <source>Looking for movies</source>
      <translation>Filme werden gesucht</translation>
    </message>
    <message>
      <source>Made here; nothing was sent.</source>
      <translation>Hier entstanden, nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>Made-up users left there</source>
      <translation>Dort gebliebene erfundene Benutzer</translation>
    </message>
    <message>
      <source>Making the list</source>
      <translation>Die Liste wird erstellt</translation>
    </message>
    <message>
      <source>Model</source>
      <translation>Modell</translation>
    </message>
    <message>
      <source>Model in use since</source>
      <translation>Modell im Einsatz seit</translation>
    </message>
    <message>
      <source>Model learned from</source>
      <translation>Modell hat gelernt von</translation>
    </message>
    <message>
      <source>Movies are counted in groups that tell tastes apart, instead of categories. In our measurements it helps a service most.</source>
      <translation>Filme werden in Gruppen gezählt, die Geschmäcker unterscheiden, statt in Kategorien. In unseren Messungen hilft das einem Dienst am meisten.</translation>
    </message>
    <message>
      <source>Movies of the public catalog were damaged on the disk, so titles, years or categories may be wrong. Import again: {sources}.</source>
      <translation>Filme des öffentlichen Katalogs wurden auf dem Datenträger beschädigt, deshalb können Titel, Jahre oder Kategorien falsch sein. Importieren Sie erneut: {sources}.</translation>
    </message>
    <message>
      <source>Movies of the public catalog were damaged on the disk, so titles, years or categories may be wrong. They were not taken from the program again yet: {reason}</source>
      <translation>Filme des öffentlichen Katalogs wurden auf dem Datenträger beschädigt, deshalb können Titel, Jahre oder Kategorien falsch sein. Sie wurden noch nicht neu aus dem Programm übernommen: {reason}</translation>
    </message>
    <message>
      <source>Movies of the public catalog were damaged on the disk. They were taken from the program again; your library is as it was.</source>
      <translation>Filme des öffentlichen Katalogs wurden auf dem Datenträger beschädigt. Sie wurden neu aus dem Programm übernommen; Ihre Bibliothek ist unverändert.</translation>
    </message>
    <message>
      <source>Movies or ratings of everybody; nothing about your movies</source>
      <translation>Filme oder Bewertungen aller Leute; nichts über Ihre Filme</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Never</source>
      <translation>Nie</translation>
    </message>
    <message>
      <source>No Release</source>
      <translation>Keine Freigabe</translation>
    </message>
    <message>
      <source>No answer is on record, so the release may have arrived. Sending it again costs nothing.</source>
      <translation>Es ist keine Antwort vermerkt, also kann die Freigabe angekommen sein. Sie noch einmal zu senden, kostet nichts.</translation>
    </message>
    <message>
      <source>No answer is on record.</source>
      <translation>Keine Antwort ist verzeichnet.</translation>
    </message>
    <message>
      <source>No answer is on record. Sending it again costs no more privacy; it can also be withdrawn.</source>
      <translation>Keine Antwort ist verzeichnet. Ihn erneut zu senden kostet nicht mehr Privatsphäre; er kann auch zurückgezogen werden.</translation>
    </message>
    <message>
      <source>No answer is on record. Withdraw it again.</source>
      <translation>Keine Antwort ist verzeichnet. Ziehen Sie ihn erneut zurück.</translation>
    </message>
    <message>
      <source>No assistant may ask here. Add one in Settings, under Services, or with “epicrec services add Assistant assistant:”.</source>
      <translation>Kein Assistent darf hier fragen. Fügen Sie einen in den Einstellungen unter Dienste hinzu, oder mit „epicrec providers add Assistant assistant:“.</translation>
    </message>
    <message>
      <source>No contact with anybody is on record.</source>
      <translation>Es ist kein Kontakt mit jemandem verzeichnet.</translation>
    </message>
    <message>
      <source>No copy of the library could be kept beside it, so nothing was changed. Make room on the disk, and try again.</source>
      <translation>Von der Bibliothek ließ sich keine Kopie daneben legen; es wurde nichts geändert. Schaffen Sie Platz auf der Platte, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>No film of the public catalog here is called so.</source>
      <translation>Kein Film des öffentlichen Katalogs hier heißt so.</translation>
    </message>
    <message>
      <source>No list was sent from this library yet. Lists you sent from another computer, or before erasing, add to what others know of the same movies.</source>
      <translation>Aus dieser Bibliothek wurde noch keine Liste gesendet. Listen, die Sie von einem anderen Computer oder vor dem Löschen sendeten, kommen zu dem hinzu, was andere über dieselben Filme wissen.</translation>
    </message>
    <message>
      <source>No movie in {file} has a category of MovieLens.</source>
      <translation>Kein Film in {file} hat eine Kategorie von MovieLens.</translation>
    </message>
    <message>
      <source>Nobody here is called “{name}”. Nothing was done. There are: {names}.</source>
      <translation>Niemand hier heißt „{name}“. Es wurde nichts getan. Es gibt: {names}.</translation>
    </message>
    <message>
      <source>None</source>
      <translation>Keine</translation>
    </message>
    <message>
      <source>None. It runs on this computer, so nothing can be read on the way.</source>
      <translation>Keines. Er läuft auf diesem Computer, also kann unterwegs nichts mitgelesen werden.</translation>
    </message>
    <message numerus="yes">
      <source>Not all could be removed from {folder}: {what} ({count:,} files).</source>
      <translation>
        <numerusform>Nicht alles konnte aus {folder} entfernt werden: {what} ({count:,} Datei).</numerusform>
        <numerusform>Nicht alles konnte aus {folder} entfernt werden: {what} ({count:,} Dateien).</numerusform>
      </translation>
    </message>
    <message>
      <source>Not asked yet. That happens in the next minutes while EpicRec is open.</source>
      <translation>Noch nicht gefragt. Das geschieht in den nächsten Minuten, solange EpicRec geöffnet ist.</translation>
    </message>
    <message>
      <source>Not asked: only the service in use is.</source>
      <translation>Nicht gefragt: Das wird nur der Dienst, der in Gebrauch ist.</translation>
    </message>
    <message>
      <source>Not every old file could be overwritten: parts of the plain library may still be on the disk.</source>
      <translation>Nicht jede alte Datei konnte überschrieben werden: Teile der unverschlüsselten Bibliothek sind vielleicht noch auf dem Datenträger.</translation>
    </message>
    <message>
      <source>Not everything private could be overwritten before: parts of it may still be on the disk, and in backups and snapshots. Only an encrypted disk protects those.</source>
      <translation>Nicht alles Private ließ sich vorher überschreiben: Teile davon können noch auf dem Laufwerk sein, ebenso in Sicherungen und Schnappschüssen. Davor schützt nur ein verschlüsseltes Laufwerk.</translation>
    </message>
    <message>
      <source>Not here yet. Test the service to fetch it.</source>
      <translation>Noch nicht hier. Testen Sie den Dienst, um ihn abzuholen.</translation>
    </message>
    <message>
      <source>Not seen yet. Test the service to see it.</source>
      <translation>Noch nicht gesehen. Testen Sie den Dienst, um es zu sehen.</translation>
    </message>
    <message>
      <source>Not sent yet.</source>
      <translation>Noch nicht gesendet.</translation>
    </message>
    <message>
      <source>Nothing</source>
      <translation>Nichts</translation>
    </message>
    <message>
      <source>Nothing about a movie that only left blurred.</source>
      <translation>Nichts über einen Film, der nur unscharf hinausging.</translation>
    </message>
    <message>
      <source>Nothing about any movie.</source>
      <translation>Nichts über irgendeinen Film.</translation>
    </message>
    <message>
      <source>Nothing about you was sent.</source>
      <translation>Nichts über Sie wurde gesendet.</translation>
    </message>
    <message>
      <source>Nothing leaves this computer, so there is nothing to limit. Nothing was changed.</source>
      <translation>Nichts verlässt diesen Computer, daher gibt es nichts zu begrenzen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Nothing of yours is counted there. Nobody was asked.</source>
      <translation>Nichts von Ihnen wird dort gezählt. Niemand wurde gefragt.</translation>
    </message>
    <message>
      <source>Nothing was changed.</source>
      <translation>Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Nothing was new: your library has all of it.</source>
      <translation>Nichts war neu: Ihre Bibliothek hat schon alles.</translation>
    </message>
    <message>
      <source>Nothing was sent. Your release is kept; sending it later costs no more privacy.</source>
      <translation>Nichts wurde gesendet. Ihre Freigabe ist gespeichert; sie später zu senden, kostet nicht mehr Privatsphäre.</translation>
    </message>
    <message>
      <source>Nothing.</source>
      <translation>Nichts.</translation>
    </message>
    <message>
      <source>Notify me of movies an automatic scan finds</source>
      <translation>Von selbst gefundene Filme melden</translation>
    </message>
    <message>
      <source>Notify me once a month of what is new</source>
      <translation>Einmal im Monat melden, was neu ist</translation>
    </message>
    <message>
      <source>Of a whole series of movies counted in several months, all seen or none, it can be {percent} %.</source>
      <translation>Bei einer ganzen Filmreihe, die in mehreren Monaten gezählt wurde, alle gesehen oder keiner, können es {percent} % sein.</translation>
    </message>
    <message numerus="yes">
      <source>Of the {size:,} movies on the list, {count:,} that you confirmed are answered for the first time, at random.</source>
      <translation>
        <numerusform>Von den {size:,} Filmen der Liste wird ein bestätigter zum ersten Mal beantwortet, zufällig verändert.</numerusform>
        <numerusform>Von den {size:,} Filmen der Liste werden {count:,} bestätigte zum ersten Mal beantwortet, zufällig verändert.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Of {count:,} movies you said something else here. That stays.</source>
      <translation>
        <numerusform>Von einem Film haben Sie hier etwas anderes gesagt. Das bleibt so.</numerusform>
        <numerusform>Von {count:,} Filmen haben Sie hier etwas anderes gesagt. Das bleibt so.</numerusform>
      </translation>
    </message>
    <message>
      <source>Off. Nothing was ever contributed from this library.</source>
      <translation>Aus. Aus dieser Sammlung wurde nie etwas beigetragen.</translation>
    </message>
    <message>
      <source>Older copies may still be in backups and snapshots, and in spare parts of a solid-state disk. No program can reach those.</source>
      <translation>Ältere Kopien sind vielleicht noch in Sicherungen und Schnappschüssen und in Reservebereichen einer SSD. Diese erreicht kein Programm.</translation>
    </message>
    <message>
      <source>Once, on {time}. Activity has it.</source>
      <translation>Einmal, am {time}. Unter Aktivität steht sie.</translation>
    </message>
    <message>
      <source>Only while EpicRec runs in the system tray.</source>
      <translation>Nur solange EpicRec im Infobereich läuft.</translation>
    </message>
    <message>
      <source>Other movies are blurred {percent} % less.</source>
      <translation>Andere Filme werden {percent} % weniger unscharf.</translation>
    </message>
    <message>
      <source>Other movies are blurred {percent} % more.</source>
      <translation>Andere Filme werden {percent} % unschärfer.</translation>
    </message>
    <message>
      <source>Person {number}</source>
      <translation>Person {number}</translation>
    </message>
    <message>
      <source>Perturbed Release</source>
      <translation>Unscharfe Freigabe</translation>
    </message>
    <message>
      <source>Picked here several times: {category}.</source>
      <translation>Hier mehrmals gewählt: {category}.</translation>
    </message>
    <message>
      <source>Posters of all movies; nothing about your movies</source>
      <translation>Plakate aller Filme; nichts über Ihre Filme</translation>
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
      <source>Ranking on this computer</source>
      <translation>Wird auf diesem Computer zusammengestellt</translation>
    </message>
    <message>
      <source>Reading</source>
      <translation>Lesen</translation>
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
      <source>Reading {file}</source>
      <translation>{file} wird gelesen</translation>
    </message>
    <message>
      <source>Reading {profile}</source>
      <translation>{profile} wird gelesen</translation>
    </message>
    <message numerus="yes">
      <source>Removed from {folder}: {what} ({count:,} files).</source>
      <translation>
        <numerusform>Aus {folder} entfernt: {what} ({count:,} Datei).</numerusform>
        <numerusform>Aus {folder} entfernt: {what} ({count:,} Dateien).</numerusform>
      </translation>
    </message>
    <message>
      <source>Run by</source>
      <translation>Betrieben von</translation>
    </message>
    <message>
      <source>Sent on {time}, and counted there.</source>
      <translation>Gesendet am {time}, und dort gezählt.</translation>
    </message>
    <message>
      <source>Sent to {provider}, and counted there. Thank you.</source>
      <translation>An {provider} gesendet, und dort gezählt. Danke.</translation>
    </message>
    <message>
      <source>Series of {year} from Wikidata</source>
      <translation>Serien von {year} aus Wikidata</translation>
    </message>
    <message>
      <source>Services of the same name stay at the address they have here: {names}.</source>
      <translation>Dienste gleichen Namens behalten die Adresse, die sie hier haben: {names}.</translation>
    </message>
    <message>
      <source>Services that put together what they know could learn more than the privacy budget allows, so nothing was released. Please report this as a fault of the program.</source>
      <translation>Dienste, die ihr Wissen zusammenlegen, könnten mehr erfahren, als das Privatsphäre-Budget erlaubt; daher wurde nichts freigegeben. Bitte melden Sie das als Fehler des Programms.</translation>
    </message>
    <message>
      <source>So far, someone who thought it 50:50 that you saw a movie not sent by name can be {percent} % sure at most, even if all services put together what they have.</source>
      <translation>Bisher kann sich, wer es für 50:50 hielt, dass Sie einen nicht mit Namen gesendeten Film sahen, höchstens zu {percent} % sicher sein, selbst wenn alle Dienste zusammenlegen, was sie haben.</translation>
    </message>
    <message>
      <source>So far, someone who thought it 50:50 that you saw a movie not sent by name can be {percent} % sure at most.</source>
      <translation>Bisher kann sich, wer es für 50:50 hielt, dass Sie einen nicht mit Namen gesendeten Film sahen, höchstens zu {percent} % sicher sein.</translation>
    </message>
    <message>
      <source>So far, with what you contributed, someone who thought it 50:50 that you watched a movie can be {percent} % sure at most, even if all who received something put it together. From contributions alone it is {alone} %.</source>
      <translation>Bis jetzt kann, mit Ihren Beiträgen, wer es 50:50 für möglich hielt, dass Sie einen Film gesehen haben, höchstens zu {percent} % sicher sein, auch wenn alle zusammenlegen, was sie erhalten haben. Aus den Beiträgen allein sind es {alone} %.</translation>
    </message>
    <message>
      <source>Somebody here is called “{name}” already. Nothing was changed. Choose another name, so that you can be told apart.</source>
      <translation>Jemand hier heißt schon „{name}“. Es wurde nichts geändert. Wählen Sie einen anderen Namen, damit Sie unterschieden werden können.</translation>
    </message>
    <message>
      <source>Someone who thought it 50:50 that you saw a movie not sent by name, and knows nothing else, can then be {percent} % sure at most.</source>
      <translation>Wer es für 50:50 hielt, dass Sie einen nicht mit Namen gesendeten Film sahen, und sonst nichts weiß, kann sich dann höchstens zu {percent} % sicher sein.</translation>
    </message>
    <message>
      <source>Someone who thought it 50:50 that you saw a movie that only left blurred, and knows nothing else, can be {percent} % sure at most, from all that was sent there.</source>
      <translation>Wer es für 50:50 hielt, dass Sie einen Film gesehen haben, der nur unscharf hinausging, und sonst nichts weiß, kann sich aus allem, was dorthin gesendet wurde, zu höchstens {percent} % sicher sein.</translation>
    </message>
    <message>
      <source>Someone who thought it 50:50 that you saw a movie, and knows nothing else, can then be {one} % sure at most; of three always watched together, {three} %.</source>
      <translation>Wer es für 50:50 hielt, dass Sie einen Film sahen, und sonst nichts weiß, kann sich dann höchstens zu {one} % sicher sein; bei dreien, die immer zusammen gesehen werden, zu {three} %.</translation>
    </message>
    <message>
      <source>Someone who thought it 50:50 that you saw a movie, or all or none of a series in one month, and knows nothing else, can then be {one} % sure at most; of three others always watched together, {three} %; of which of two similar movies it was, usually {kind} %.</source>
      <translation>Wer es für 50:50 hielt, dass Sie einen Film sahen, oder in einem Monat eine ganze Filmreihe oder nichts von ihr, und sonst nichts weiß, kann sich dann höchstens zu {one} % sicher sein; bei drei anderen, die immer zusammen gesehen werden, zu {three} %; welcher von zwei ähnlichen Filmen es war, meist zu {kind} %.</translation>
    </message>
    <message>
      <source>Something unexpected happened ({kind} at {place}). Nothing was changed. Please try again.</source>
      <translation>Etwas Unerwartetes ist geschehen ({kind} bei {place}). Nichts wurde geändert. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Something unexpected happened ({kind}) in the part of EpicRec that reaches the network. What was stored is kept. Please try again.</source>
      <translation>Im Teil von EpicRec, der das Netz erreicht, ist etwas Unerwartetes passiert ({kind}). Was gespeichert war, bleibt erhalten. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>System</source>
      <translation>System</translation>
    </message>
    <message>
      <source>TMDB asks for a key of your own. The catalog you had is kept. Make one on the API page of your TMDB account, and set {variable} to it.</source>
      <translation>TMDB verlangt einen eigenen Schlüssel. Ihr bisheriger Katalog bleibt. Machen Sie einen auf der API-Seite Ihres TMDB-Kontos, und setzen Sie {variable} darauf.</translation>
    </message>
    <message>
      <source>TMDB does not accept this key.</source>
      <translation>TMDB nimmt diesen Schlüssel nicht an.</translation>
    </message>
    <message>
      <source>TMDB listed no films.</source>
      <translation>TMDB hat keine Filme aufgezählt.</translation>
    </message>
    <message>
      <source>Taking in</source>
      <translation>Wird übernommen</translation>
    </message>
    <message>
      <source>Testing the model on people it has not learned from</source>
      <translation>Das Modell wird an Personen geprüft, von denen es nicht gelernt hat</translation>
    </message>
    <message>
      <source>That is enough for a day: nothing was put on the watchlist.</source>
      <translation>Das reicht für einen Tag: Nichts wurde auf die Merkliste gesetzt.</translation>
    </message>
    <message>
      <source>The address must end before “?” and “#”; nothing was changed. Enter only the part before them.</source>
      <translation>Die Adresse muss vor „?“ und „#“ enden; nichts wurde geändert. Geben Sie nur den Teil davor ein.</translation>
    </message>
    <message>
      <source>The address of {provider} is not a safe one (https). {kept}</source>
      <translation>Die Adresse von {provider} ist keine sichere (https). {kept}</translation>
    </message>
    <message>
      <source>The archive is damaged or encrypted. Download it again, or unpack it first.</source>
      <translation>Das Archiv ist beschädigt oder verschlüsselt. Laden Sie es noch einmal, oder entpacken Sie es vorher.</translation>
    </message>
    <message>
      <source>The arguments are not as the tool describes them: {reason}.</source>
      <translation>Die Argumente sind nicht so, wie das Werkzeug sie beschreibt: {reason}.</translation>
    </message>
    <message>
      <source>The blurred numbers answer a question made from the public ratings you imported, so whoever gets them learns which set of ratings that was.</source>
      <translation>Die unscharfen Zahlen beantworten eine Frage, die aus den öffentlichen Bewertungen entstand, die Sie importiert haben. Wer sie erhält, erfährt also, welche Bewertungen das waren.</translation>
    </message>
    <message>
      <source>The blurred numbers of your releases are damaged in the database, so nothing was sent. Restore a copy of it, or erase everything to start anew.</source>
      <translation>Die unscharfen Zahlen Ihrer Freigaben sind in der Datenbank beschädigt, also wurde nichts gesendet. Stellen Sie eine Kopie wieder her, oder löschen Sie alles, um neu anzufangen.</translation>
    </message>
    <message>
      <source>The browser keeps changing its history right now. Nothing was changed; wait until it is idle, or close it, and scan again.</source>
      <translation>Der Browser ändert seinen Verlauf gerade ständig. Nichts wurde geändert; warten Sie, bis er ruht, oder schließen Sie ihn, und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>The catalog of {provider} is not here yet, so nothing was sent. It is fetched when a service is added or tested, never for a release. Test the service first.</source>
      <translation>Der Katalog von {provider} ist noch nicht hier, daher wurde nichts gesendet. Er wird geholt, wenn ein Dienst hinzugefügt oder getestet wird, nie für eine Freigabe. Testen Sie den Dienst zuerst.</translation>
    </message>
    <message>
      <source>The catalog or the levels are not those this release was planned for, so nothing was released. Please try again.</source>
      <translation>Katalog oder Stufen sind nicht die, für die diese Freigabe geplant war; also wurde nichts freigegeben. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The catalog you had is kept. {todo}</source>
      <translation>Ihr bisheriger Katalog bleibt. {todo}</translation>
    </message>
    <message>
      <source>The certificate in this invitation is damaged; nothing was changed. Ask for another one.</source>
      <translation>Das Zertifikat in dieser Einladung ist beschädigt; nichts wurde geändert. Bitten Sie um eine andere.</translation>
    </message>
    <message>
      <source>The checksum of the catalog could not be read, so nothing was downloaded.</source>
      <translation>Die Prüfsumme des Katalogs war nicht lesbar, also wurde nichts geladen.</translation>
    </message>
    <message>
      <source>The clock of this computer says {now}, and said {last} before, so nothing was blurred or sent. Set the clock. {instead}</source>
      <translation>Die Uhr dieses Computers zeigt {now} und zeigte vorher {last}. Darum wurde nichts unscharf gemacht oder gesendet. Stellen Sie die Uhr. {instead}</translation>
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
      <source>The database {path} is damaged or cannot be read. It was left as it is. Restore a copy, or move it away to start anew.</source>
      <translation>Die Datenbank {path} ist beschädigt oder nicht lesbar. Sie blieb, wie sie ist. Stellen Sie eine Kopie wieder her, oder verschieben Sie die Datei, um neu anzufangen.</translation>
    </message>
    <message>
      <source>The database {path} is damaged or cannot be read. It was left as it is. There is a copy of the last start at which it was sound: restore it with `epicrec restore`, or start EpicRec again, which offers it.</source>
      <translation>Die Datenbank {path} ist beschädigt oder kann nicht gelesen werden. Sie blieb, wie sie ist. Es gibt eine Kopie vom letzten Start, bei dem sie heil war: Stellen Sie sie mit `epicrec restore` wieder her, oder starten Sie EpicRec neu, das sie anbietet.</translation>
    </message>
    <message>
      <source>The database, settings, models and logs</source>
      <translation>Datenbank, Einstellungen, Modelle und Protokolle</translation>
    </message>
    <message>
      <source>The disk could not deliver the file. Nothing was changed.</source>
      <translation>Die Festplatte konnte die Datei nicht liefern. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>The disk could not deliver this profile's history. Nothing was changed; check the disk, or choose another profile.</source>
      <translation>Der Datenträger konnte den Verlauf dieses Profils nicht liefern. Nichts wurde geändert; prüfen Sie den Datenträger, oder wählen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>The disk is full. What was stored before is kept, and the last step was not done. Make room, and try again.</source>
      <translation>Das Laufwerk ist voll. Was vorher gespeichert war, ist erhalten, und der letzte Schritt wurde nicht ausgeführt. Schaffen Sie Platz, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The disk with EpicRec's data does not answer as it should. What was stored before is kept. Look whether it is connected, and try again.</source>
      <translation>Das Laufwerk mit den Daten von EpicRec antwortet nicht, wie es sollte. Was vorher gespeichert war, ist erhalten. Sehen Sie nach, ob es angeschlossen ist, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The download could not be saved.</source>
      <translation>Der Download konnte nicht gespeichert werden.</translation>
    </message>
    <message>
      <source>The downloaded catalog is not what its publisher says it is (wrong checksum), so it was thrown away.</source>
      <translation>Der geladene Katalog ist nicht, was der Herausgeber angibt (falsche Prüfsumme), also wurde er verworfen.</translation>
    </message>
    <message>
      <source>The drive with {folder} cannot lock files, and two programs that write at once would spoil your data. Nothing was changed. Choose a folder on this computer.</source>
      <translation>Das Laufwerk mit {folder} kann keine Dateien sperren, und zwei Programme, die gleichzeitig schreiben, würden Ihre Daten beschädigen. Nichts wurde geändert. Wählen Sie einen Ordner auf diesem Computer.</translation>
    </message>
    <message>
      <source>The export could not be written to {file} ({reason}). Nothing was changed. Choose another place.</source>
      <translation>Der Export konnte nicht nach {file} geschrieben werden ({reason}). Nichts wurde geändert. Wählen Sie einen anderen Ort.</translation>
    </message>
    <message>
      <source>The export is damaged, or somebody changed it. Nothing was changed. Use another copy of it, or export again.</source>
      <translation>Der Export ist beschädigt, oder jemand hat ihn verändert. Hier wurde nichts geändert. Nehmen Sie eine andere Kopie davon, oder exportieren Sie noch einmal.</translation>
    </message>
    <message>
      <source>The file could not be read. Nothing was changed.</source>
      <translation>Die Datei ließ sich nicht lesen. Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>The file has more entries than anybody has movies. It was not read.</source>
      <translation>Die Datei hat mehr Einträge, als irgendwer Filme hat. Sie wurde nicht gelesen.</translation>
    </message>
    <message>
      <source>The file is damaged: it ends in the middle, or is no JSON. Download it again.</source>
      <translation>Die Datei ist beschädigt: Sie endet mittendrin oder ist kein JSON. Laden Sie sie noch einmal.</translation>
    </message>
    <message>
      <source>The file is empty.</source>
      <translation>Die Datei ist leer.</translation>
    </message>
    <message>
      <source>The file is larger than any export of EpicRec. Nothing was changed.</source>
      <translation>Die Datei ist größer als jeder Export von EpicRec. Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>The file is larger than any export of movies. It was not read; unpack it, and import the part that has the movies.</source>
      <translation>Die Datei ist größer als jeder Export von Filmen. Sie wurde nicht gelesen; entpacken Sie sie, und importieren Sie den Teil mit den Filmen.</translation>
    </message>
    <message>
      <source>The file may not be read by you. Nothing was changed.</source>
      <translation>Sie dürfen die Datei nicht lesen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>The file with your settings was damaged, and so was its copy. Look through Settings: some are as at first.</source>
      <translation>Die Datei mit Ihren Einstellungen war beschädigt, und ihre Kopie auch. Sehen Sie die Einstellungen durch: Manche sind wie am Anfang.</translation>
    </message>
    <message>
      <source>The file with your settings was damaged. They are as they were saved last.</source>
      <translation>Die Datei mit Ihren Einstellungen war beschädigt. Sie sind so, wie sie zuletzt gespeichert wurden.</translation>
    </message>
    <message>
      <source>The file {file}, which unlocks your library, is damaged or of a newer version. Nothing was changed. Restore it from a backup, or start anew.</source>
      <translation>Die Datei {file}, die Ihre Bibliothek entsperrt, ist beschädigt oder von einer neueren Version. Nichts wurde geändert. Holen Sie sie aus einer Sicherung zurück, oder fangen Sie neu an.</translation>
    </message>
    <message>
      <source>The file {path} is not a database of EpicRec. It was left as it is. Move it away, or choose another folder.</source>
      <translation>Die Datei {path} ist keine Datenbank von EpicRec. Sie blieb, wie sie ist. Verschieben Sie sie, oder wählen Sie einen anderen Ordner.</translation>
    </message>
    <message>
      <source>The files of your library could not be written. Nothing was changed. Look whether the disk is full or read-only, and try again.</source>
      <translation>Die Dateien Ihrer Bibliothek konnten nicht geschrieben werden. Nichts wurde geändert. Sehen Sie nach, ob der Datenträger voll oder schreibgeschützt ist, und versuchen Sie es noch einmal.</translation>
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
      <source>The key does not open your library: one of the two files is damaged, or older than the other. Nothing was changed. Restore both from one backup, or start anew.</source>
      <translation>Der Schlüssel öffnet Ihre Bibliothek nicht: Eine der beiden Dateien ist beschädigt oder von einem anderen Zeitpunkt. Nichts wurde geändert. Holen Sie beide aus derselben Sicherung zurück, oder fangen Sie neu an.</translation>
    </message>
    <message>
      <source>The keyring of this computer could not be asked, and may still have a key named EpicRec. It opens nothing anymore; you can remove it there.</source>
      <translation>Der Schlüsselbund dieses Computers konnte nicht gefragt werden und hat vielleicht noch einen Schlüssel namens EpicRec. Er öffnet nichts mehr; Sie können ihn dort entfernen.</translation>
    </message>
    <message>
      <source>The keyring of this computer did not keep the key. Nothing was changed. Use a passphrase instead.</source>
      <translation>Der Schlüsselbund dieses Computers hat den Schlüssel nicht behalten. Nichts wurde geändert. Benutzen Sie stattdessen eine Passphrase.</translation>
    </message>
    <message>
      <source>The keyring of this computer has no key for your library. Nothing was changed. Unlock it with your recovery code, or start anew.</source>
      <translation>Der Schlüsselbund dieses Computers hat keinen Schlüssel für Ihre Bibliothek. Nichts wurde geändert. Entsperren Sie sie mit Ihrem Wiederherstellungscode, oder fangen Sie neu an.</translation>
    </message>
    <message>
      <source>The keyring of this computer was not unlocked, or does not let EpicRec use it. Nothing was changed. Unlock it, and try again.</source>
      <translation>Der Schlüsselbund dieses Computers wurde nicht entsperrt oder lässt EpicRec nicht zu. Nichts wurde geändert. Entsperren Sie ihn und versuchen Sie es noch einmal.</translation>
    </message>
    <message numerus="yes">
      <source>The last {count:,} changes to your library are missing: its file was damaged, or an older one took its place. What was sent stays counted. {advice}</source>
      <translation>
        <numerusform>Die letzte Änderung an Ihrer Bibliothek fehlt: Ihre Datei war beschädigt, oder eine ältere kam an ihre Stelle. Was gesendet wurde, bleibt gezählt. {advice}</numerusform>
        <numerusform>Die letzten {count:,} Änderungen an Ihrer Bibliothek fehlen: Ihre Datei war beschädigt, oder eine ältere kam an ihre Stelle. Was gesendet wurde, bleibt gezählt. {advice}</numerusform>
      </translation>
    </message>
    <message>
      <source>The library could not be written anew without a fault, so it was left as it was. Please try again.</source>
      <translation>Die Bibliothek konnte nicht ohne Fehler neu geschrieben werden und blieb deshalb, wie sie war. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The library is encrypted, and it was not unlocked. Nothing was changed. Unlock it, and try again.</source>
      <translation>Die Bibliothek ist verschlüsselt und wurde nicht entsperrt. Nichts wurde geändert. Entsperren Sie sie und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The library was damaged and could not be counted.</source>
      <translation>Die Bibliothek war beschädigt und konnte nicht gezählt werden.</translation>
    </message>
    <message>
      <source>The list of people could not be written ({reason}). Nothing was changed.</source>
      <translation>Die Liste der Personen konnte nicht geschrieben werden ({reason}). Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>The list of people on this computer could not be read ({reason}). Nothing was changed: whoever has a library is shown without a name.</source>
      <translation>Die Liste der Personen an diesem Computer konnte nicht gelesen werden ({reason}). Es wurde nichts geändert: Wer eine Bibliothek hat, wird ohne Namen gezeigt.</translation>
    </message>
    <message>
      <source>The list of people on this computer is damaged. Nothing else was changed: whoever has a library is shown without a name, and can be given one again.</source>
      <translation>Die Liste der Personen an diesem Computer ist beschädigt. Sonst wurde nichts geändert: Wer eine Bibliothek hat, wird ohne Namen gezeigt und kann wieder einen bekommen.</translation>
    </message>
    <message>
      <source>The list of people on this computer was damaged. It is as it was saved last.</source>
      <translation>Die Liste der Personen an diesem Computer war beschädigt. Sie ist so, wie sie zuletzt gespeichert wurde.</translation>
    </message>
    <message>
      <source>The list of people was written by a newer version of EpicRec. Nobody can be added, renamed or removed with this one. Whoever has a library is shown without a name.</source>
      <translation>Die Liste der Personen wurde von einer neueren Version von EpicRec geschrieben. Mit dieser kann niemand hinzugefügt, umbenannt oder entfernt werden. Wer eine Bibliothek hat, wird ohne Namen gezeigt.</translation>
    </message>
    <message>
      <source>The list would no longer be the one you were shown, so it was not made, and nothing was sent. Look at it once more, and decide again.</source>
      <translation>Die Liste wäre nicht mehr die, die Sie gesehen haben. Sie wurde nicht gemacht, und nichts wurde gesendet. Sehen Sie sie noch einmal an, und entscheiden Sie neu.</translation>
    </message>
    <message>
      <source>The made-up people of this installation are missing or damaged, so no service was asked. Install the program again.</source>
      <translation>Die erfundenen Personen dieser Installation fehlen oder sind beschädigt, deshalb wurde kein Dienst gefragt. Installieren Sie das Programm neu.</translation>
    </message>
    <message>
      <source>The name could not be taken off the list of people on this computer yet.</source>
      <translation>Der Name konnte noch nicht aus der Liste der Personen an diesem Computer genommen werden.</translation>
    </message>
    <message>
      <source>The name of a file or folder is no text in UTF-8, and has to be written down as one. What was stored is kept. Rename it, and try again.</source>
      <translation>Der Name einer Datei oder eines Ordners ist kein Text in UTF-8, und muss als solcher notiert werden. Was gespeichert war, ist noch da. Benennen Sie sie um, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The name was taken off the list of people on this computer.</source>
      <translation>Der Name wurde aus der Liste der Personen an diesem Computer genommen.</translation>
    </message>
    <message>
      <source>The noise of this release would not keep its privacy budget, so nothing was released. Please report this as a fault of the program.</source>
      <translation>Das Rauschen dieser Freigabe würde ihr Budget nicht einhalten; also wurde nichts freigegeben. Bitte melden Sie das als Fehler des Programms.</translation>
    </message>
    <message>
      <source>The page of a movie, which you opened in your browser</source>
      <translation>Die Seite eines Films, die Sie in Ihrem Browser geöffnet haben</translation>
    </message>
    <message>
      <source>The part of EpicRec that reaches the network ended unexpectedly, so the answer is not known. What was stored is kept, and sending it again costs no more privacy. Start EpicRec again.</source>
      <translation>Der Teil von EpicRec, der das Netz erreicht, wurde unerwartet beendet; die Antwort ist deshalb nicht bekannt. Was gespeichert war, bleibt erhalten, und es noch einmal zu senden kostet keine weitere Privatsphäre. Starten Sie EpicRec neu.</translation>
    </message>
    <message>
      <source>The private folder for copies of the history is not writable. Nothing was changed; check the access rights of the program's folder.</source>
      <translation>Der private Ordner für Kopien des Verlaufs ist nicht beschreibbar. Nichts wurde geändert; prüfen Sie die Zugriffsrechte des Programmordners.</translation>
    </message>
    <message>
      <source>The proxy in this computer's settings is none that this program can use, so {provider} was not asked. Correct that setting (on Linux also https_proxy and all_proxy). {kept}</source>
      <translation>Der Proxy in den Einstellungen dieses Computers ist keiner, den dieses Programm verwenden kann; {provider} wurde deshalb nicht gefragt. Berichtigen Sie diese Einstellung (unter Linux auch https_proxy und all_proxy). {kept}</translation>
    </message>
    <message>
      <source>The question or the catalog are not those this release was planned for, so nothing was released. Please try again.</source>
      <translation>Frage oder Katalog sind nicht die, für die diese Freigabe geplant war; also wurde nichts freigegeben. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The question that releases are made with is missing or damaged, so nothing was released. Install the program again.</source>
      <translation>Die Frage, mit der Freigaben gemacht werden, fehlt oder ist beschädigt; also wurde nichts freigegeben. Installieren Sie das Programm noch einmal.</translation>
    </message>
    <message>
      <source>The question that releases ask came out differently on this computer than it should, so it is not used, and releases are made as before. Please report this.</source>
      <translation>Die Frage, die Listen stellen, fiel auf diesem Computer anders aus, als sie sollte. Sie wird deshalb nicht verwendet, und Listen entstehen wie bisher. Bitte melden Sie das.</translation>
    </message>
    <message>
      <source>The random answers of your contributions are damaged in the database, so nothing was sent. Restore a copy of it, or erase everything to start anew.</source>
      <translation>Die zufälligen Antworten Ihrer Beiträge sind in der Datenbank beschädigt, also wurde nichts gesendet. Stellen Sie eine Kopie wieder her, oder löschen Sie alles, um neu anzufangen.</translation>
    </message>
    <message>
      <source>The recommendation model kept on this computer is damaged and was not used; your library is untouched. Import or download the catalog again to make a new one.</source>
      <translation>Das Empfehlungsmodell auf diesem Computer ist beschädigt und wurde nicht benutzt; Ihre Bibliothek ist unberührt. Importieren oder laden Sie den Katalog neu, um ein neues zu machen.</translation>
    </message>
    <message numerus="yes">
      <source>The record of {count:,} lists that were made or sent comes along.</source>
      <translation>
        <numerusform>Die Aufzeichnung einer Liste, die erstellt oder gesendet wurde, kommt mit.</numerusform>
        <numerusform>Die Aufzeichnung von {count:,} Listen, die erstellt oder gesendet wurden, kommt mit.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>The record of {count:,} releases was forgotten. What was sent cannot be called back, and anything sent in the future adds to it.</source>
      <translation>
        <numerusform>Das Verzeichnis von einer Freigabe wurde vergessen. Was gesendet wurde, lässt sich nicht zurückholen, und alles künftig Gesendete kommt hinzu.</numerusform>
        <numerusform>Das Verzeichnis von {count:,} Freigaben wurde vergessen. Was gesendet wurde, lässt sich nicht zurückholen, und alles künftig Gesendete kommt hinzu.</numerusform>
      </translation>
    </message>
    <message>
      <source>The release could not be put into its format ({reason}), so nothing was sent and nothing was blurred. Please report this as a fault of the program.</source>
      <translation>Die Freigabe ließ sich nicht in ihr Format bringen ({reason}); es wurde nichts gesendet und nichts unscharf gemacht. Bitte melden Sie das als Fehler des Programms.</translation>
    </message>
    <message>
      <source>The same blurred numbers that were sent there before</source>
      <translation>Dieselben unscharfen Zahlen, die schon vorher dorthin gesendet wurden</translation>
    </message>
    <message>
      <source>The second copy of your blurred counts</source>
      <translation>Die zweite Kopie Ihrer unscharfen Zahlen</translation>
    </message>
    <message>
      <source>The second copy of your blurred counts could not be saved in {path} ({reason}), so nothing was sent. Make room or allow writing there, and try again.</source>
      <translation>Die zweite Kopie Ihrer unscharfen Zahlen ließ sich nicht in {path} speichern ({reason}); es wurde nichts gesendet. Schaffen Sie dort Platz oder erlauben Sie das Schreiben, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The second copy of your blurred counts in {path} cannot be read at the moment ({reason}), so nothing was changed or sent. Close what may hold the file or allow reading it, and try again.</source>
      <translation>Die zweite Kopie Ihrer unscharfen Zahlen in {path} lässt sich gerade nicht lesen ({reason}); es wurde nichts geändert und nichts gesendet. Schließen Sie, was die Datei festhalten könnte, oder erlauben Sie das Lesen, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The starter catalog of this installation is missing or damaged. Your own data is kept. Install the program again.</source>
      <translation>Der mitgelieferte Katalog dieser Installation fehlt oder ist beschädigt. Ihre Daten bleiben. Installieren Sie das Programm noch einmal.</translation>
    </message>
    <message>
      <source>The stored contribution does not match its record; nothing was sent. Restore the database from a copy.</source>
      <translation>Der gespeicherte Beitrag stimmt nicht mit seinem Eintrag überein; nichts wurde gesendet. Stellen Sie die Datenbank aus einer Kopie wieder her.</translation>
    </message>
    <message>
      <source>The stored release does not match its record; nothing was sent. Restore the database from a copy.</source>
      <translation>Die gespeicherte Freigabe passt nicht zu ihrem Eintrag; nichts wurde gesendet. Stellen Sie die Datenbank aus einer Kopie wieder her.</translation>
    </message>
    <message>
      <source>The system does not let EpicRec read or write its files: the folder is read-only, or belongs to somebody else. What was stored before is kept. Allow it, and try again.</source>
      <translation>Das System lässt EpicRec seine Dateien nicht lesen oder schreiben: Der Ordner ist schreibgeschützt oder gehört jemand anderem. Was vorher gespeichert war, ist erhalten. Erlauben Sie es, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The system does not say where a home folder is. Nothing was changed. Set HOME to yours, write paths in full, and try again.</source>
      <translation>Das System sagt nicht, wo ein persönlicher Ordner ist. Nichts wurde geändert. Setzen Sie HOME auf Ihren, schreiben Sie Pfade ganz aus, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The system opens no more files for EpicRec. What was stored before is kept. Close other programs, and try again.</source>
      <translation>Das System öffnet für EpicRec keine weiteren Dateien. Was vorher gespeichert war, ist erhalten. Schließen Sie andere Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>The table of movies changed while it was read.</source>
      <translation>Die Tabelle der Filme änderte sich, während sie gelesen wurde.</translation>
    </message>
    <message>
      <source>The work broke off unexpectedly. Nothing was changed. Please try again.</source>
      <translation>Die Arbeit brach unerwartet ab. Nichts wurde geändert. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>There are no films of {year} to fetch. The catalog before is kept. Give a year from {first} to {last}.</source>
      <translation>Für {year} gibt es keine Filme zu holen. Der bisherige Katalog bleibt. Geben Sie ein Jahr von {first} bis {last} an.</translation>
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
      <source>There are too few public people here to say.</source>
      <translation>Es sind zu wenige öffentliche Personen hier, um das zu sagen.</translation>
    </message>
    <message>
      <source>There are {count} people already, and there can be no more. Nothing was changed.</source>
      <translation>Es gibt schon {count} Personen, mehr können es nicht sein. Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>There is a copy of {time}. What you did since then is not in it; what was sent stays counted. The damaged file is kept for a month.</source>
      <translation>Es gibt eine Kopie vom {time}. Was Sie seither getan haben, ist nicht darin; was gesendet wurde, bleibt gezählt. Die beschädigte Datei bleibt einen Monat lang.</translation>
    </message>
    <message>
      <source>There is a newer copy of it.</source>
      <translation>Es gibt eine neuere Kopie davon.</translation>
    </message>
    <message>
      <source>There is a newer copy: restore it with `epicrec restore`.</source>
      <translation>Es gibt eine neuere Kopie: Stellen Sie sie mit `epicrec restore` wieder her.</translation>
    </message>
    <message>
      <source>There is a service named {provider} already, at {address}. Nothing was changed. Choose another name, or remove that one first.</source>
      <translation>Es gibt schon einen Dienst namens {provider}, unter {address}. Nichts wurde geändert. Wählen Sie einen anderen Namen, oder entfernen Sie jenen zuerst.</translation>
    </message>
    <message>
      <source>There is no catalog at “{file}”: no file or folder has that name.</source>
      <translation>Bei „{file}“ ist kein Katalog: Keine Datei und kein Ordner heißt so.</translation>
    </message>
    <message>
      <source>There is no catalog named {catalog}. The catalog before is kept.</source>
      <translation>Es gibt keinen Katalog namens {catalog}. Der bisherige bleibt.</translation>
    </message>
    <message>
      <source>There is no category “{name}”. Nothing was changed.</source>
      <translation>Es gibt keine Kategorie „{name}“. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>There is no certificate at {certificate}. Nothing was changed. Choose a PEM file.</source>
      <translation>Unter {certificate} liegt kein Zertifikat. Nichts wurde geändert. Wählen Sie eine PEM-Datei.</translation>
    </message>
    <message>
      <source>There is no copy of your library that could be restored. Nothing was changed.</source>
      <translation>Es gibt keine Kopie Ihrer Bibliothek, die wiederhergestellt werden könnte. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>There is no service named {provider}. Nothing was sent. Add it first, or give its address.</source>
      <translation>Es gibt keinen Dienst namens {provider}. Nichts wurde gesendet. Fügen Sie ihn erst hinzu, oder geben Sie seine Adresse an.</translation>
    </message>
    <message>
      <source>There is no such file. Nothing was changed.</source>
      <translation>Diese Datei gibt es nicht. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>There is no such tool.</source>
      <translation>Dieses Werkzeug gibt es nicht.</translation>
    </message>
    <message>
      <source>There is not enough free space for a private copy of the history. Nothing was changed and the copy was removed; free some space and scan again.</source>
      <translation>Für eine private Kopie des Verlaufs ist nicht genug Platz. Nichts wurde geändert, die Kopie wurde entfernt; schaffen Sie Platz und suchen Sie erneut.</translation>
    </message>
    <message>
      <source>There is nothing at {path}. Nothing was changed; check the path. `epicrec browsers` lists the profiles found here.</source>
      <translation>Bei {path} ist nichts. Nichts wurde geändert; prüfen Sie den Pfad. `epicrec browsers` listet die hier gefundenen Profile.</translation>
    </message>
    <message>
      <source>There is nothing to show for this computer: what is released to it stays in this program.</source>
      <translation>Zu diesem Computer gibt es nichts zu zeigen: Was an ihn freigegeben wird, bleibt in diesem Programm.</translation>
    </message>
    <message>
      <source>There is something at {file} already. Nothing was written. Choose another name, or have it replaced.</source>
      <translation>Unter {file} gibt es schon etwas. Nichts wurde geschrieben. Wählen Sie einen anderen Namen, oder lassen Sie es ersetzen.</translation>
    </message>
    <message>
      <source>There was not enough memory for this. What was stored before is kept. Close other programs, and try again.</source>
      <translation>Der Speicher reichte dafür nicht aus. Was vorher gespeichert war, ist erhalten. Schließen Sie andere Programme, und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>There were releases from another library on this computer. What they revealed is counted too.</source>
      <translation>Auf diesem Computer wurde auch aus einer anderen Bibliothek freigegeben. Was dabei verraten wurde, ist mitgezählt.</translation>
    </message>
    <message numerus="yes">
      <source>They are the {count} contributions that were made before, byte for byte, under the levels you had then. They cost no more privacy than is counted already.</source>
      <translation>
        <numerusform>Es ist der Beitrag, der zuvor gemacht wurde, Byte für Byte, unter den Stufen von damals. Er kostet nicht mehr Privatsphäre, als schon angerechnet ist.</numerusform>
        <numerusform>Es sind die {count} Beiträge, die zuvor gemacht wurden, Byte für Byte, unter den Stufen von damals. Sie kosten nicht mehr Privatsphäre, als schon angerechnet ist.</numerusform>
      </translation>
    </message>
    <message>
      <source>They go one a day, while EpicRec is open, so that {provider} cannot tell from their time that they are of one person.</source>
      <translation>Sie gehen einzeln, jeden Tag einer, während EpicRec offen ist: So verrät die Zeit {provider} nicht, dass sie von einer Person sind.</translation>
    </message>
    <message>
      <source>This address is not encrypted, so others on the way could read what you release; nothing was changed. Use an address that begins with https://.</source>
      <translation>Diese Adresse ist nicht verschlüsselt: Andere könnten unterwegs mitlesen, was Sie freigeben. Nichts wurde geändert. Verwenden Sie eine Adresse, die mit https:// beginnt.</translation>
    </message>
    <message>
      <source>This cannot be a name. Nothing was changed. Choose another one.</source>
      <translation>Das kann kein Name sein. Es wurde nichts geändert. Wählen Sie einen anderen.</translation>
    </message>
    <message>
      <source>This computer</source>
      <translation>Dieser Computer</translation>
    </message>
    <message>
      <source>This computer has no keyring that answers. Nothing was changed. Start its keyring, such as GNOME Keyring, KWallet or KeePassXC, or use a passphrase.</source>
      <translation>Dieser Computer hat keinen Schlüsselbund, der antwortet. Nichts wurde geändert. Starten Sie seinen Schlüsselbund, etwa GNOME Keyring, KWallet oder KeePassXC, oder benutzen Sie eine Passphrase.</translation>
    </message>
    <message>
      <source>This computer is no service elsewhere. Nothing was sent.</source>
      <translation>Dieser Computer ist kein Dienst anderswo. Nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>This computer needs no key. Nothing was changed.</source>
      <translation>Dieser Computer braucht keinen Schlüssel. Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>This contribution was made for another address than that of {provider}; nothing was sent.</source>
      <translation>Dieser Beitrag wurde für eine andere Adresse als die von {provider} gemacht; nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>This desktop does not let EpicRec start when you log in. It stays as it was. The desktop's settings for apps say what may run in the background.</source>
      <translation>Dieser Desktop lässt EpicRec bei der Anmeldung nicht starten. Es bleibt, wie es war. In seinen Einstellungen für Apps steht, was im Hintergrund laufen darf.</translation>
    </message>
    <message>
      <source>This desktop has no system tray. Closing the window quits EpicRec.</source>
      <translation>Dieser Desktop hat keinen Infobereich. Mit dem Fenster endet EpicRec.</translation>
    </message>
    <message>
      <source>This export was written by a newer version of EpicRec. Nothing was changed. Update the program first.</source>
      <translation>Diesen Export hat eine neuere Version von EpicRec geschrieben. Es wurde nichts geändert. Aktualisieren Sie zuerst das Programm.</translation>
    </message>
    <message>
      <source>This invitation could be used until {day}; nothing was changed. Ask whoever gave it to you for another one.</source>
      <translation>Diese Einladung galt bis {day}; nichts wurde geändert. Bitten Sie um eine neue, wo Sie sie bekommen haben.</translation>
    </message>
    <message>
      <source>This invitation leads to no service; nothing was changed. Ask for another one.</source>
      <translation>Diese Einladung führt zu keinem Dienst; nichts wurde geändert. Bitten Sie um eine andere.</translation>
    </message>
    <message>
      <source>This is a web page. Google Takeout makes one unless it is told otherwise: ask there for the history in the format JSON.</source>
      <translation>Das ist eine Webseite. Google Takeout macht eine, wenn man ihm nichts anderes sagt: Wählen Sie dort für den Verlauf das Format JSON.</translation>
    </message>
    <message>
      <source>This is an export of EpicRec itself. Restore it under Settings, Your data, or with `epicrec import`.</source>
      <translation>Das ist ein Export von EpicRec selbst. Stellen Sie ihn unter Einstellungen, Ihre Daten, wieder her oder mit `epicrec import`.</translation>
    </message>
    <message>
      <source>This is done once a month at most. A few movies add next to nothing, so wait until most of what you watched is in My movies.</source>
      <translation>Das geschieht höchstens einmal im Monat. Wenige Filme tragen fast nichts bei; warten Sie also, bis das meiste, was Sie gesehen haben, unter „Meine Filme“ steht.</translation>
    </message>
    <message>
      <source>This is neither a file nor a folder. Nothing was changed.</source>
      <translation>Das ist weder eine Datei noch ein Ordner. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>This is no address of a film at IMDb. Nothing was changed. It looks like https://www.imdb.com/title/tt0133093/.</source>
      <translation>Das ist keine Adresse eines Films bei IMDb. Nichts wurde geändert. Sie sieht so aus: https://www.imdb.com/title/tt0133093/.</translation>
    </message>
    <message>
      <source>This is no export of EpicRec. Nothing was changed. Choose a file that “Export…” or `epicrec export` wrote.</source>
      <translation>Das ist kein Export von EpicRec. Es wurde nichts geändert. Wählen Sie eine Datei, die „Exportieren…“ oder `epicrec export` geschrieben hat.</translation>
    </message>
    <message>
      <source>This is no key of TMDB: an API key has 32 characters, an access token two dots.</source>
      <translation>Das ist kein Schlüssel von TMDB: Ein API-Schlüssel hat 32 Zeichen, ein Zugangstoken zwei Punkte.</translation>
    </message>
    <message>
      <source>This is no key: it has letters, digits and signs without spaces, at most 512 of them. Nothing was changed. Copy it once more as it was given to you.</source>
      <translation>Das ist kein Schlüssel: Er hat Buchstaben, Ziffern und Zeichen ohne Leerzeichen, höchstens 512. Es wurde nichts geändert. Kopieren Sie ihn noch einmal so, wie Sie ihn bekommen haben.</translation>
    </message>
    <message>
      <source>This is not a whole invitation; nothing was changed. Copy the line once more, from “epicrec:” to its end, or ask for another one.</source>
      <translation>Das ist keine vollständige Einladung; nichts wurde geändert. Kopieren Sie die Zeile noch einmal, von „epicrec:“ bis zum Ende, oder bitten Sie um eine andere.</translation>
    </message>
    <message>
      <source>This is not on record, so nothing was sent.</source>
      <translation>Dies ist nicht verzeichnet; deshalb wurde nichts gesendet.</translation>
    </message>
    <message>
      <source>This is not the address of a service; nothing was changed. An address looks like https://recommendations.example.</source>
      <translation>Das ist nicht die Adresse eines Dienstes; nichts wurde geändert. Eine Adresse sieht so aus: https://recommendations.example.</translation>
    </message>
    <message>
      <source>This is not the passphrase. Nothing was changed. Please try again.</source>
      <translation>Das ist nicht die Passphrase. Nichts wurde geändert. Bitte versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>This is not the recovery code of this library. Nothing was changed. Look at every sign, and try again.</source>
      <translation>Das ist nicht der Wiederherstellungscode dieser Bibliothek. Nichts wurde geändert. Prüfen Sie jedes Zeichen und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>This is the newest version, {own}.</source>
      <translation>Das ist die neueste Version, {own}.</translation>
    </message>
    <message>
      <source>This library is of another version of EpicRec. Nothing was changed. Its person opens it once with this version first.</source>
      <translation>Diese Bibliothek stammt von einer anderen Version von EpicRec. Nichts wurde geändert. Wem sie gehört, öffnet sie zuerst einmal mit dieser Version.</translation>
    </message>
    <message>
      <source>This library was copied from another computer, or the second copy of its blurred counts is lost. What was released is counted twice, as the other copy may release the same movies again.</source>
      <translation>Diese Bibliothek wurde von einem anderen Computer kopiert, oder die zweite Kopie ihrer unscharfen Zahlen ist verloren. Was freigegeben wurde, zählt doppelt, denn die andere Kopie gibt vielleicht dieselben Filme noch einmal frei.</translation>
    </message>
    <message>
      <source>This library was restored from an older copy. What was released after that copy was made is known and counted.</source>
      <translation>Diese Bibliothek wurde aus einer älteren Kopie wiederhergestellt. Was danach noch freigegeben wurde, ist bekannt und mitgezählt.</translation>
    </message>
    <message>
      <source>This list was deleted. Nothing was changed.</source>
      <translation>Diese Liste wurde gelöscht. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>This month's contribution is made, and {provider} has it. What you confirm from now on can be contributed next month.</source>
      <translation>Der Beitrag dieses Monats ist gemacht, und {provider} hat ihn. Was Sie von jetzt an bestätigen, kann nächsten Monat beigetragen werden.</translation>
    </message>
    <message>
      <source>This movie is no longer in your library, so nothing was changed.</source>
      <translation>Dieser Film ist nicht mehr in Ihrer Bibliothek, deshalb wurde nichts geändert.</translation>
    </message>
    <message>
      <source>This package was made without an address to ask for newer versions. Nobody was asked. Look where you have it from.</source>
      <translation>Dieses Paket wurde ohne eine Adresse gemacht, die nach neueren Versionen gefragt werden kann. Niemand wurde gefragt. Sehen Sie dort nach, woher Sie es haben.</translation>
    </message>
    <message>
      <source>This person was removed meanwhile. Nothing was changed.</source>
      <translation>Diese Person wurde inzwischen entfernt. Es wurde nichts geändert.</translation>
    </message>
    <message>
      <source>This release was made for another service than {provider}; nothing was sent.</source>
      <translation>Diese Freigabe wurde für einen anderen Dienst als {provider} gemacht; nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>This seems to be a list of books, by its columns. EpicRec reads lists of movies.</source>
      <translation>Das scheint, den Spalten nach, eine Liste von Büchern zu sein. EpicRec liest Listen von Filmen.</translation>
    </message>
    <message>
      <source>This seems to be a list of games, by its columns. EpicRec reads lists of movies.</source>
      <translation>Das scheint, den Spalten nach, eine Liste von Spielen zu sein. EpicRec liest Listen von Filmen.</translation>
    </message>
    <message>
      <source>This seems to be a list of records, by its columns. EpicRec reads lists of movies.</source>
      <translation>Das scheint, den Spalten nach, eine Liste von Schallplatten zu sein. EpicRec liest Listen von Filmen.</translation>
    </message>
    <message>
      <source>This version, {own}, is newer than the newest announced, {newest}.</source>
      <translation>Diese Version, {own}, ist neuer als die neueste angekündigte, {newest}.</translation>
    </message>
    <message>
      <source>To be sent on {time}.</source>
      <translation>Wird am {time} gesendet.</translation>
    </message>
    <message>
      <source>To put a film on your watchlist</source>
      <translation>Um einen Film auf Ihre Merkliste zu setzen</translation>
    </message>
    <message>
      <source>To take a contribution of yours out again</source>
      <translation>Einen Beitrag von Ihnen wieder herauszunehmen</translation>
    </message>
    <message>
      <source>Training the recommendation model</source>
      <translation>Das Empfehlungsmodell wird trainiert</translation>
    </message>
    <message>
      <source>Tried on its own answers: {guessed} of 100 films that it named first were guessed from its other answers, {by_mean} by naming the same to everybody.</source>
      <translation>An den eigenen Antworten geprüft: {guessed} von 100 Filmen, die der Dienst zuerst nannte, wurden aus den übrigen Antworten erraten, {by_mean} mit denselben Filmen für alle.</translation>
    </message>
    <message>
      <source>Trust is 1, 1/2, 1/4 or 1/8 of the privacy budget, not {trust}. Nothing was changed. To trust a service with nothing, remove it or choose “Nothing”.</source>
      <translation>Das Vertrauen ist 1, 1/2, 1/4 oder 1/8 des Privatsphäre-Budgets, nicht {trust}. Es wurde nichts geändert. Um einem Dienst gar nichts anzuvertrauen, entfernen Sie ihn oder wählen Sie „Nichts“.</translation>
    </message>
    <message>
      <source>Trusted for this address. Issued by {issuer}, until {day}. Fingerprint (SHA-256): {fingerprint}</source>
      <translation>Für diese Adresse vertrauenswürdig. Ausgestellt von {issuer}, gültig bis {day}. Fingerabdruck (SHA-256): {fingerprint}</translation>
    </message>
    <message>
      <source>Try again later.</source>
      <translation>Versuchen Sie es später noch einmal.</translation>
    </message>
    <message>
      <source>Trying the service's model on public people</source>
      <translation>Das Modell des Dienstes wird an öffentlichen Personen erprobt</translation>
    </message>
    <message>
      <source>Unpack it yourself, then import the folder.</source>
      <translation>Entpacken Sie es selbst, und importieren Sie dann den Ordner.</translation>
    </message>
    <message>
      <source>Update once a week</source>
      <translation>Einmal in der Woche aktualisieren</translation>
    </message>
    <message>
      <source>Version {newest} is there; this is {own}.</source>
      <translation>Version {newest} ist da; das hier ist {own}.</translation>
    </message>
    <message>
      <source>Wait until that is done.</source>
      <translation>Warten Sie, bis das beendet ist.</translation>
    </message>
    <message>
      <source>What TMDB answered could not be saved, or was damaged on the disk.</source>
      <translation>Was TMDB antwortete, konnte nicht gespeichert werden oder wurde auf der Festplatte beschädigt.</translation>
    </message>
    <message>
      <source>What Wikidata answered could not be saved.</source>
      <translation>Was Wikidata antwortete, konnte nicht gespeichert werden.</translation>
    </message>
    <message>
      <source>What follows “#” in this address is not how such a service is asked; nothing was changed. Enter a type of feedback, or two paths of names with a colon between.</source>
      <translation>Was in dieser Adresse auf „#“ folgt, sagt nicht, wie so ein Dienst gefragt wird; nichts wurde geändert. Geben Sie eine Art von Feedback ein, oder zwei Pfade aus Namen mit einem Doppelpunkt dazwischen.</translation>
    </message>
    <message>
      <source>What is sent cannot be taken back.</source>
      <translation>Was gesendet ist, lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>What it can know</source>
      <translation>Was er wissen kann</translation>
    </message>
    <message>
      <source>What it can reveal</source>
      <translation>Was sie verraten kann</translation>
    </message>
    <message>
      <source>What it keeps</source>
      <translation>Was er aufbewahrt</translation>
    </message>
    <message>
      <source>What it publishes, as you asked; nothing about your movies</source>
      <translation>Was er veröffentlicht, auf Ihren Wunsch; nichts über Ihre Filme</translation>
    </message>
    <message>
      <source>What it publishes, by the daily schedule; nothing about your movies</source>
      <translation>Was er veröffentlicht, nach dem täglichen Plan; nichts über Ihre Filme</translation>
    </message>
    <message>
      <source>What it recommends to made-up people, the same in every installation; nothing about you</source>
      <translation>Was er erfundenen Personen empfiehlt, in jeder Installation denselben; nichts über Sie</translation>
    </message>
    <message>
      <source>What may leave stays as you chose it here.</source>
      <translation>Was hinausdarf, bleibt so, wie Sie es hier gewählt haben.</translation>
    </message>
    <message>
      <source>What may leave will be what you chose there. Privacy shows it; look at it before you send anything.</source>
      <translation>Hinaus darf, was Sie dort gewählt haben. Die Seite Privatsphäre zeigt es; sehen Sie es an, bevor Sie etwas senden.</translation>
    </message>
    <message>
      <source>What this program knows of films is missing or damaged. Your own data is kept. Install the program again.</source>
      <translation>Was dieses Programm über Filme weiß, fehlt oder ist beschädigt. Ihre eigenen Daten sind erhalten. Installieren Sie das Programm neu.</translation>
    </message>
    <message>
      <source>What was asked of {provider} is no longer at its address. {kept}</source>
      <translation>Was von {provider} angefragt wurde, ist nicht mehr an seiner Adresse. {kept}</translation>
    </message>
    <message>
      <source>What was blurred for past months comes along as it was. No month is blurred a second time, and what was sent stays counted.</source>
      <translation>Was für vergangene Monate unscharf gemacht wurde, kommt mit, wie es war. Kein Monat wird ein zweites Mal unscharf gemacht, und was gesendet wurde, zählt weiter.</translation>
    </message>
    <message>
      <source>What was private was overwritten before. Copies that this computer made by itself may still exist: in backups and snapshots, and in spare parts of a solid-state disk. Only an encrypted disk protects those.</source>
      <translation>Was privat war, wurde vorher überschrieben. Kopien, die dieser Computer von selbst gemacht hat, kann es noch geben: in Sicherungen und Schnappschüssen und in Ersatzbereichen eines SSD-Laufwerks. Davor schützt nur ein verschlüsseltes Laufwerk.</translation>
    </message>
    <message>
      <source>What was read needs more memory than reading may take. Nothing was changed. Please try a smaller file.</source>
      <translation>Das Lesen braucht mehr Arbeitsspeicher, als es verwenden darf. Nichts wurde geändert. Bitte versuchen Sie es mit einer kleineren Datei.</translation>
    </message>
    <message>
      <source>What would be sent is no longer what you agreed to, so nothing was sent. Look at it once more, and decide again.</source>
      <translation>Was gesendet würde, ist nicht mehr das, dem Sie zugestimmt haben; es wurde nichts gesendet. Sehen Sie es noch einmal an und entscheiden Sie neu.</translation>
    </message>
    <message>
      <source>What {host} answered could not be kept on this computer's disk, so it is not used. Look whether the disk is full.</source>
      <translation>Die Antwort von {host} ließ sich auf diesem Computer nicht speichern und wird deshalb nicht verwendet. Sehen Sie nach, ob der Datenträger voll ist.</translation>
    </message>
    <message>
      <source>What {host} answered has expired: it may be an old announcement that hides a newer one. Nothing was changed. If this computer's date is right, try again in some days.</source>
      <translation>Die Antwort von {host} ist abgelaufen: Vielleicht verbirgt eine alte Ankündigung eine neuere. Nichts wurde geändert. Stimmt das Datum dieses Computers, versuchen Sie es in einigen Tagen wieder.</translation>
    </message>
    <message>
      <source>What {host} answered is dated in the future, so it is not believed. Nothing was changed. Look whether this computer's date is right.</source>
      <translation>Die Antwort von {host} trägt ein Datum in der Zukunft und wird deshalb nicht geglaubt. Nichts wurde geändert. Sehen Sie nach, ob das Datum dieses Computers stimmt.</translation>
    </message>
    <message>
      <source>What {host} answered is not signed by the makers of this program, so it is not believed. Nothing was changed. Install nothing that is offered there until that is explained.</source>
      <translation>Die Antwort von {host} ist nicht von den Machern dieses Programms unterschrieben und wird deshalb nicht geglaubt. Nichts wurde geändert. Installieren Sie nichts von dort, bis das geklärt ist.</translation>
    </message>
    <message>
      <source>What {host} answered is older than what was announced before, so it is not believed. Nothing was changed.</source>
      <translation>Die Antwort von {host} ist älter als eine frühere Ankündigung und wird deshalb nicht geglaubt. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Whatever is running then is canceled.</source>
      <translation>Was dann gerade läuft, wird abgebrochen.</translation>
    </message>
    <message>
      <source>When I ask</source>
      <translation>Auf Wunsch</translation>
    </message>
    <message>
      <source>Where this profile's history should be, there is no file but something else. Nothing was changed; choose another profile.</source>
      <translation>Wo der Verlauf dieses Profils sein sollte, liegt keine Datei, sondern etwas anderes. Nichts wurde geändert; wählen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>Whether EpicRec starts when you log in could not be changed ({reason}). It stays as it was.</source>
      <translation>Ob EpicRec bei der Anmeldung startet, konnte nicht geändert werden ({reason}). Es bleibt, wie es war.</translation>
    </message>
    <message>
      <source>Whether there is a newer version, as you asked; nothing about you</source>
      <translation>Ob es eine neuere Version gibt, wie Sie es wollten; nichts über Sie</translation>
    </message>
    <message>
      <source>While the window is closed: how many movies can be shared, how many new films are recommended to you.</source>
      <translation>Bei geschlossenem Fenster: wie viele Filme geteilt werden können, wie viele neue Ihnen empfohlen werden.</translation>
    </message>
    <message>
      <source>Wikidata listed no films.</source>
      <translation>Wikidata hat keine Filme aufgezählt.</translation>
    </message>
    <message>
      <source>With everything blurred that you ever sent, someone who thought it 50:50 that you watched one movie can then be {percent} % sure at most.</source>
      <translation>Mit allem Unscharfen, das Sie je gesendet haben, kann dann, wer es 50:50 für möglich hielt, dass Sie einen Film gesehen haben, höchstens zu {percent} % sicher sein.</translation>
    </message>
    <message>
      <source>With what was sent from there, someone who thought it 50:50 that a movie is behind the blurred numbers can be {percent} % sure at most.</source>
      <translation>Mit dem, was von dort gesendet wurde, kann sich, wer es für 50:50 hielt, dass ein Film hinter den unscharfen Zahlen steckt, höchstens zu {percent} % sicher sein.</translation>
    </message>
    <message numerus="yes">
      <source>With {count:,} movies it tells a little of your taste, hardly enough to recommend by; from about {about} on, something.</source>
      <translation>
        <numerusform>Mit einem Film verrät sie ein wenig von Ihrem Geschmack, kaum genug, um danach zu empfehlen; ab etwa {about} einiges.</numerusform>
        <numerusform>Mit {count:,} Filmen verrät sie ein wenig von Ihrem Geschmack, kaum genug, um danach zu empfehlen; ab etwa {about} einiges.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>With {count:,} movies it tells almost nothing of your taste, too little to recommend by; from about {about} on, something.</source>
      <translation>
        <numerusform>Mit einem Film verrät sie fast nichts von Ihrem Geschmack, zu wenig, um danach zu empfehlen; ab etwa {about} einiges.</numerusform>
        <numerusform>Mit {count:,} Filmen verrät sie fast nichts von Ihrem Geschmack, zu wenig, um danach zu empfehlen; ab etwa {about} einiges.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>With {count:,} movies it tells much of your taste.</source>
      <translation>
        <numerusform>Mit einem Film verrät sie viel von Ihrem Geschmack.</numerusform>
        <numerusform>Mit {count:,} Filmen verrät sie viel von Ihrem Geschmack.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>With {count:,} movies it tells something of your taste.</source>
      <translation>
        <numerusform>Mit einem Film verrät sie einiges von Ihrem Geschmack.</numerusform>
        <numerusform>Mit {count:,} Filmen verrät sie einiges von Ihrem Geschmack.</numerusform>
      </translation>
    </message>
    <message>
      <source>Withdrawing takes it out of the sums there. It cannot undo models that were trained before, nor make anybody forget what they received. What it revealed stays counted.</source>
      <translation>Zurückziehen nimmt ihn dort aus den Summen. Es kann Modelle nicht ungeschehen machen, die zuvor trainiert wurden, und niemanden vergessen lassen, was er erhalten hat. Was er verriet, bleibt angerechnet.</translation>
    </message>
    <message>
      <source>Withdrawn from {provider}. Models that were trained with it before keep what they learned.</source>
      <translation>Bei {provider} zurückgezogen. Modelle, die zuvor damit trainiert wurden, behalten, was sie gelernt haben.</translation>
    </message>
    <message>
      <source>Withdrawn on {time}.</source>
      <translation>Zurückgezogen am {time}.</translation>
    </message>
    <message>
      <source>Writing it anew</source>
      <translation>Wird neu geschrieben</translation>
    </message>
    <message>
      <source>You have a list of this name already. Nothing was changed.</source>
      <translation>Sie haben schon eine Liste mit diesem Namen. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>You have no movies yet, so there is nothing to choose by. Add some first.</source>
      <translation>Sie haben noch keine Filme, also gibt es nichts, wonach gewählt werden kann. Fügen Sie zuerst welche hinzu.</translation>
    </message>
    <message>
      <source>You have not said yet what may leave. Nothing was sent. Choose a level on the Privacy page, or with `epicrec privacy set`, then come back.</source>
      <translation>Sie haben noch nicht gesagt, was hinausgehen darf. Nichts wurde gesendet. Wählen Sie eine Stufe auf der Seite „Privatsphäre“ oder mit `epicrec privacy set`, und kommen Sie wieder.</translation>
    </message>
    <message>
      <source>You often watch: {category}.</source>
      <translation>Sie sehen oft: {category}.</translation>
    </message>
    <message>
      <source>Your contribution is kept as it is; sending it again costs no more privacy.</source>
      <translation>Ihr Beitrag bleibt, wie er ist; ihn erneut zu senden kostet nicht mehr Privatsphäre.</translation>
    </message>
    <message>
      <source>Your contribution may still be counted there. Try again later.</source>
      <translation>Ihr Beitrag wird dort vielleicht noch gezählt. Versuchen Sie es später erneut.</translation>
    </message>
    <message>
      <source>Your library changed since the preview, so nothing was restored. Look at it once more, and decide again.</source>
      <translation>Ihre Bibliothek hat sich seit der Vorschau geändert, also wurde nichts wiederhergestellt. Sehen Sie sie noch einmal an, und entscheiden Sie neu.</translation>
    </message>
    <message>
      <source>Your library is encrypted already. Nothing was changed.</source>
      <translation>Ihre Bibliothek ist schon verschlüsselt. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Your library is encrypted, and opened by a passphrase.</source>
      <translation>Ihre Bibliothek ist verschlüsselt und wird durch eine Passphrase geöffnet.</translation>
    </message>
    <message>
      <source>Your library is encrypted, and the file {file}, which unlocks it, is missing. Nothing was changed. Restore it from a backup, or start anew.</source>
      <translation>Ihre Bibliothek ist verschlüsselt, und die Datei {file}, die sie öffnet, fehlt. Es wurde nichts geändert. Stellen Sie sie aus einer Sicherung wieder her, oder fangen Sie neu an.</translation>
    </message>
    <message>
      <source>Your library is encrypted. This computer's keyring has the key, so every program you run could unlock it, and it is never locked while you are logged in.</source>
      <translation>Ihre Bibliothek ist verschlüsselt. Der Schlüsselbund dieses Computers hat den Schlüssel; deshalb könnte jedes Programm, das Sie ausführen, sie entsperren, und solange Sie angemeldet sind, ist sie nie gesperrt.</translation>
    </message>
    <message>
      <source>Your library is locked. It needs your passphrase.</source>
      <translation>Ihre Bibliothek ist gesperrt. Sie braucht Ihre Passphrase.</translation>
    </message>
    <message>
      <source>Your library is not damaged. Nothing was changed.</source>
      <translation>Ihre Bibliothek ist nicht beschädigt. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Your library is not encrypted.</source>
      <translation>Ihre Bibliothek ist nicht verschlüsselt.</translation>
    </message>
    <message>
      <source>Your library is not encrypted. Nothing was changed.</source>
      <translation>Ihre Bibliothek ist nicht verschlüsselt. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>Your release may have arrived. It is kept, and sending it again costs nothing.</source>
      <translation>Ihre Freigabe ist vielleicht angekommen. Sie ist gespeichert, und sie noch einmal zu senden, kostet nichts.</translation>
    </message>
    <message>
      <source>Your release was sent. It is kept, and sending it again costs nothing.</source>
      <translation>Ihre Freigabe wurde gesendet. Sie ist gespeichert, und sie noch einmal zu senden, kostet nichts.</translation>
    </message>
    <message>
      <source>a player on this computer</source>
      <translation>ein Player auf diesem Computer</translation>
    </message>
    <message>
      <source>a table</source>
      <translation>eine Tabelle</translation>
    </message>
    <message>
      <source>answered</source>
      <translation>beantwortet</translation>
    </message>
    <message>
      <source>as you corrected it before</source>
      <translation>wie Sie es berichtigt haben</translation>
    </message>
    <message>
      <source>by IMDb's number</source>
      <translation>über die Nummer bei IMDb</translation>
    </message>
    <message>
      <source>by pages or files that you opened</source>
      <translation>über Seiten oder Dateien, die Sie geöffnet haben</translation>
    </message>
    <message>
      <source>by title alone; no year is given</source>
      <translation>über den Titel allein; ein Jahr ist nicht angegeben</translation>
    </message>
    <message>
      <source>by title and year</source>
      <translation>über Titel und Jahr</translation>
    </message>
    <message>
      <source>by title: the only movie of that name by that day</source>
      <translation>am Titel: der einzige Film dieses Namens bis zu diesem Tag</translation>
    </message>
    <message>
      <source>by title; the year differs by one</source>
      <translation>über den Titel; das Jahr weicht um eins ab</translation>
    </message>
    <message>
      <source>no end on record</source>
      <translation>kein Ende verzeichnet</translation>
    </message>
    <message>
      <source>opened in your browser; what it sent to the site is not known here</source>
      <translation>in Ihrem Browser geöffnet; was er der Seite gesendet hat, ist hier nicht bekannt</translation>
    </message>
    <message>
      <source>pages or files that you opened may be about it</source>
      <translation>geöffnete Seiten oder Dateien handeln vielleicht davon</translation>
    </message>
    <message>
      <source>several movies have this title</source>
      <translation>mehrere Filme haben diesen Titel</translation>
    </message>
    <message>
      <source>somebody without a name</source>
      <translation>jemandem ohne Namen</translation>
    </message>
    <message>
      <source>the catalog has no movie of this title</source>
      <translation>der Katalog hat keinen Film dieses Titels</translation>
    </message>
    <message>
      <source>the catalog has this title only of other years</source>
      <translation>der Katalog hat diesen Titel nur aus anderen Jahren</translation>
    </message>
    <message>
      <source>the catalog's movie of this title is another one</source>
      <translation>der Film dieses Titels im Katalog ist ein anderer</translation>
    </message>
    <message>
      <source>the title or the year fits in part</source>
      <translation>Titel oder Jahr passt zum Teil</translation>
    </message>
    <message>
      <source>the two solvers do not agree</source>
      <translation>die beiden Löser stimmen nicht überein</translation>
    </message>
    <message numerus="yes">
      <source>{count:,} ads</source>
      <translation>
        <numerusform>eine Werbeanzeige</numerusform>
        <numerusform>{count:,} Werbeanzeigen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} are not in the catalog yet.</source>
      <translation>
        <numerusform>{count:,} ist noch nicht im Katalog.</numerusform>
        <numerusform>{count:,} sind noch nicht im Katalog.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} became suggestions.</source>
      <translation>
        <numerusform>Einer wurde zum Vorschlag.</numerusform>
        <numerusform>{count:,} wurden zu Vorschlägen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} closed within a minute</source>
      <translation>
        <numerusform>{count:,} nach weniger als einer Minute geschlossen</numerusform>
        <numerusform>{count:,} nach weniger als einer Minute geschlossen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} contributions to {provider} are still to be sent, one a day, while EpicRec is open. The next one goes on {time}.</source>
      <translation>
        <numerusform>Ein Beitrag an {provider} ist noch zu senden, am {time}, während EpicRec offen ist.</numerusform>
        <numerusform>{count:,} Beiträge an {provider} sind noch zu senden, jeden Tag einer, während EpicRec offen ist. Der nächste geht am {time}.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} damaged lines of {file} were skipped, the first is line {first:,}.</source>
      <translation>
        <numerusform>Eine beschädigte Zeile von {file} wurde übergangen: Zeile {first:,}.</numerusform>
        <numerusform>{count:,} beschädigte Zeilen von {file} wurden übergangen, die erste ist Zeile {first:,}.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} damaged rows</source>
      <translation>
        <numerusform>eine beschädigte Zeile</numerusform>
        <numerusform>{count:,} beschädigte Zeilen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} episodes and series</source>
      <translation>
        <numerusform>eine Folge oder Serie</numerusform>
        <numerusform>{count:,} Folgen und Serien</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} lists came in.</source>
      <translation>
        <numerusform>Eine Liste kam dazu.</numerusform>
        <numerusform>{count:,} Listen kamen dazu.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} lists of movies come along.</source>
      <translation>
        <numerusform>Eine Filmliste kommt mit.</numerusform>
        <numerusform>{count:,} Filmlisten kommen mit.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies</source>
      <translation>
        <numerusform>{count:,} Film</numerusform>
        <numerusform>{count:,} Filme</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies are in your library already.</source>
      <translation>
        <numerusform>Ein Film ist schon in Ihrer Bibliothek.</numerusform>
        <numerusform>{count:,} Filme sind schon in Ihrer Bibliothek.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies are not in the catalog here. They come along, and count for recommendations once you import a catalog that has them.</source>
      <translation>
        <numerusform>Ein Film ist nicht im Katalog hier. Er kommt mit und zählt für Empfehlungen, sobald Sie einen Katalog importieren, der ihn hat.</numerusform>
        <numerusform>{count:,} Filme sind nicht im Katalog hier. Sie kommen mit und zählen für Empfehlungen, sobald Sie einen Katalog importieren, der sie hat.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies by name, with certainty.</source>
      <translation>
        <numerusform>Ein Film mit Namen, mit Gewissheit.</numerusform>
        <numerusform>{count:,} Filme mit Namen, mit Gewissheit.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies came into your library.</source>
      <translation>
        <numerusform>Ein Film kam in Ihre Bibliothek.</numerusform>
        <numerusform>{count:,} Filme kamen in Ihre Bibliothek.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies came onto your watchlist.</source>
      <translation>
        <numerusform>Ein Film kam auf Ihre Merkliste.</numerusform>
        <numerusform>{count:,} Filme kamen auf Ihre Merkliste.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies come into your library.</source>
      <translation>
        <numerusform>Ein Film kommt in Ihre Bibliothek.</numerusform>
        <numerusform>{count:,} Filme kommen in Ihre Bibliothek.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies come onto your list to watch later.</source>
      <translation>
        <numerusform>Ein Film kommt auf Ihre Merkliste.</numerusform>
        <numerusform>{count:,} Filme kommen auf Ihre Merkliste.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies of the library ({confirmed:,} confirmed) were forgotten.</source>
      <translation>
        <numerusform>Ein Film der Bibliothek ({confirmed:,} bestätigt) wurde vergessen.</numerusform>
        <numerusform>{count:,} Filme der Bibliothek ({confirmed:,} bestätigt) wurden vergessen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies that wait for your answer here get the one you gave there.</source>
      <translation>
        <numerusform>Ein Film, der hier auf Ihre Antwort wartet, bekommt die, die Sie dort gegeben haben.</numerusform>
        <numerusform>{count:,} Filme, die hier auf Ihre Antwort warten, bekommen die, die Sie dort gegeben haben.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} movies you took out since: they are still behind the blurred numbers</source>
      <translation>
        <numerusform>{count:,} Film, den Sie seither herausgenommen haben: Er steckt weiter hinter den unscharfen Zahlen</numerusform>
        <numerusform>{count:,} Filme, die Sie seither herausgenommen haben: Sie stecken weiter hinter den unscharfen Zahlen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} never played</source>
      <translation>
        <numerusform>{count:,} nie abgespielt</numerusform>
        <numerusform>{count:,} nie abgespielt</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your films are known now.</source>
      <translation>
        <numerusform>Einer Ihrer Filme ist jetzt bekannt.</numerusform>
        <numerusform>{count:,} Ihrer Filme sind jetzt bekannt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies are not in it</source>
      <translation>
        <numerusform>Einer Ihrer Filme ist nicht darin</numerusform>
        <numerusform>{count:,} Ihrer Filme sind nicht darin</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies by name again: they were sent there by name before</source>
      <translation>
        <numerusform>{count:,} Ihrer Filme noch einmal mit Namen: Er wurde schon vorher mit Namen dorthin gesendet</numerusform>
        <numerusform>{count:,} Ihrer Filme noch einmal mit Namen: Sie wurden schon vorher mit Namen dorthin gesendet</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies by name: whoever reads this knows them</source>
      <translation>
        <numerusform>Einer Ihrer Filme mit Namen: Wer das liest, kennt ihn</numerusform>
        <numerusform>{count:,} Ihrer Filme mit Namen: Wer das liest, kennt sie</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies came after it and are not in it</source>
      <translation>
        <numerusform>{count:,} Ihrer Filme kam danach und ist nicht darin</numerusform>
        <numerusform>{count:,} Ihrer Filme kamen danach und sind nicht darin</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies, as they are</source>
      <translation>
        <numerusform>Einer Ihrer Filme, so wie er ist</numerusform>
        <numerusform>{count:,} Ihrer Filme, so wie sie sind</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies, kept to yourself now; inside the numbers if they were not then</source>
      <translation>
        <numerusform>Einer Ihrer Filme, den Sie jetzt für sich behalten; in den Zahlen, falls Sie es damals nicht taten</numerusform>
        <numerusform>{count:,} Ihrer Filme, die Sie jetzt für sich behalten; in den Zahlen, falls Sie es damals nicht taten</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} of your movies, only behind the blurred numbers: not named as yours</source>
      <translation>
        <numerusform>Einer Ihrer Filme, nur hinter den unscharfen Zahlen: nicht als Ihrer genannt</numerusform>
        <numerusform>{count:,} Ihrer Filme, nur hinter den unscharfen Zahlen: nicht als Ihre genannt</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} on other lists</source>
      <translation>
        <numerusform>{count:,} auf anderen Listen</numerusform>
        <numerusform>{count:,} auf anderen Listen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} people</source>
      <translation>
        <numerusform>{count:,} Person</numerusform>
        <numerusform>{count:,} Personen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} questions on {time}: {sent} sent, {received} received.</source>
      <translation>
        <numerusform>{count:,} Frage am {time}: {sent} gesendet, {received} empfangen.</numerusform>
        <numerusform>{count:,} Fragen am {time}: {sent} gesendet, {received} empfangen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} ratings of yours come along.</source>
      <translation>
        <numerusform>Eine Bewertung von Ihnen kommt mit.</numerusform>
        <numerusform>{count:,} Bewertungen von Ihnen kommen mit.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} rows are kept as not placed.</source>
      <translation>
        <numerusform>{count:,} Zeile bleibt als nicht zugeordnet.</numerusform>
        <numerusform>{count:,} Zeilen bleiben als nicht zugeordnet.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} rows of other services that name no movie yet come along.</source>
      <translation>
        <numerusform>Eine Zeile eines anderen Dienstes, die noch für keinen Film steht, kommt mit.</numerusform>
        <numerusform>{count:,} Zeilen anderer Dienste, die noch für keinen Film stehen, kommen mit.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} that are not yours stay out.</source>
      <translation>
        <numerusform>Einer, der nicht Ihrer ist, bleibt draußen.</numerusform>
        <numerusform>{count:,}, die nicht Ihre sind, bleiben draußen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} trailers</source>
      <translation>
        <numerusform>ein Trailer</numerusform>
        <numerusform>{count:,} Trailer</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} were there: days and ratings are up to date.</source>
      <translation>
        <numerusform>Einer war schon da: Tag und Bewertung sind auf dem neuen Stand.</numerusform>
        <numerusform>{count:,} waren schon da: Tage und Bewertungen sind auf dem neuen Stand.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count:,} without a title</source>
      <translation>
        <numerusform>{count:,} ohne Titel</numerusform>
        <numerusform>{count:,} ohne Titel</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count} contributions come along as they were made, and so does what became of them.</source>
      <translation>
        <numerusform>Ein Beitrag kommt mit, wie er gemacht wurde, und auch, was aus ihm wurde.</numerusform>
        <numerusform>{count} Beiträge kommen mit, wie sie gemacht wurden, und auch, was aus ihnen wurde.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count} contributions may still be counted where you sent them. They cannot be withdrawn any more.</source>
      <translation>
        <numerusform>Ein Beitrag wird vielleicht noch gezählt, wo Sie ihn hingesendet haben. Er kann nicht mehr zurückgezogen werden.</numerusform>
        <numerusform>{count} Beiträge werden vielleicht noch gezählt, wo Sie sie hingesendet haben. Sie können nicht mehr zurückgezogen werden.</numerusform>
      </translation>
    </message>
    <message>
      <source>{count} min</source>
      <translation>{count} Min.</translation>
    </message>
    <message numerus="yes">
      <source>{count} months that are still to come were blurred there: {months}. They stay out, so that they can be blurred here, and what they gave away stays counted.</source>
      <translation>
        <numerusform>Ein Monat, der erst noch kommt, wurde dort unscharf gemacht: {months}. Er bleibt weg, damit er hier unscharf gemacht werden kann; was er verraten hat, bleibt gezählt.</numerusform>
        <numerusform>{count} Monate, die erst noch kommen, wurden dort unscharf gemacht: {months}. Sie bleiben weg, damit sie hier unscharf gemacht werden können; was sie verraten haben, bleibt gezählt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count} months were blurred by a question that this version does not know: {months}. They stay out, as they could not be read, and what they gave away stays counted.</source>
      <translation>
        <numerusform>Ein Monat wurde mit einer Frage unscharf gemacht, die diese Version nicht kennt: {months}. Er bleibt weg, weil er nicht gelesen werden könnte; was er verraten hat, bleibt gezählt.</numerusform>
        <numerusform>{count} Monate wurden mit einer Frage unscharf gemacht, die diese Version nicht kennt: {months}. Sie bleiben weg, weil sie nicht gelesen werden könnten; was sie verraten haben, bleibt gezählt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count} months were blurred there and here, each for itself: {months}. What both gave away adds up.</source>
      <translation>
        <numerusform>Ein Monat wurde dort und hier unscharf gemacht, jeder für sich: {months}. Was beide verraten haben, zählt zusammen.</numerusform>
        <numerusform>{count} Monate wurden dort und hier unscharf gemacht, jeder für sich: {months}. Was beide verraten haben, zählt zusammen.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>{count} services come along: {names}. Nothing of yours is sent to them before you agree.</source>
      <translation>
        <numerusform>Ein Dienst kommt mit: {names}. Nichts von Ihnen wird an ihn gesendet, bevor Sie zustimmen.</numerusform>
        <numerusform>{count} Dienste kommen mit: {names}. Nichts von Ihnen wird an sie gesendet, bevor Sie zustimmen.</numerusform>
      </translation>
    </message>
    <message>
      <source>{damaged:,} of {lines:,} lines of {file} are damaged or belong to another catalog, the first is line {first:,}.</source>
      <translation>{damaged:,} von {lines:,} Zeilen von {file} sind beschädigt oder gehören zu einem anderen Katalog; die erste ist Zeile {first:,}.</translation>
    </message>
    <message>
      <source>{file} does not have the columns userId, movieId and rating.</source>
      <translation>{file} hat nicht die Spalten userId, movieId und rating.</translation>
    </message>
    <message>
      <source>{file} holds no movies.</source>
      <translation>{file} enthält keine Filme.</translation>
    </message>
    <message>
      <source>{file} is not a table of ratings.</source>
      <translation>{file} ist keine Tabelle von Bewertungen.</translation>
    </message>
    <message>
      <source>{host} did not answer with an announcement that this version can read. Nothing was changed.</source>
      <translation>{host} hat nicht mit einer Ankündigung geantwortet, die diese Version lesen kann. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>{host} has no announcement of newer versions to give (status {status}). Nothing was changed.</source>
      <translation>{host} hat keine Ankündigung neuerer Versionen zu geben (Status {status}). Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>{model}. Its content fits its name, which is a checksum of it.</source>
      <translation>{model}. Der Inhalt passt zum Namen, der eine Prüfsumme davon ist.</translation>
    </message>
    <message>
      <source>{model}. Its content fits its name, which is a checksum of it. The service says that it uses another one now.</source>
      <translation>{model}. Der Inhalt passt zum Namen, der eine Prüfsumme davon ist. Der Dienst sagt, dass er jetzt ein anderes verwendet.</translation>
    </message>
    <message>
      <source>{name} has no movies that EpicRec knows. Nothing was chosen.</source>
      <translation>{name} hat keine Filme, die EpicRec kennt. Nichts wurde gewählt.</translation>
    </message>
    <message>
      <source>{name} often watches: {category}.</source>
      <translation>{name} sieht oft: {category}.</translation>
    </message>
    <message>
      <source>{number:,} times, the last on {time}. Activity has each of them.</source>
      <translation>{number:,}-mal, zuletzt am {time}. Unter Aktivität steht jede davon.</translation>
    </message>
    <message>
      <source>{path} holds no browser profile. Nothing was changed; name the folder that has {history} (Chrome and browsers built on it), {places} (Firefox) or {others} in it.</source>
      <translation>{path} enthält kein Browserprofil. Nichts wurde geändert; nennen Sie den Ordner, in dem {history} (Chrome und verwandte Browser), {places} (Firefox) oder {others} liegt.</translation>
    </message>
    <message>
      <source>{path} holds several profiles ({folders}). Nothing was read; name one of them.</source>
      <translation>{path} enthält mehrere Profile ({folders}). Nichts wurde gelesen; nennen Sie eines davon.</translation>
    </message>
    <message>
      <source>{path} is not a browser's history. Nothing was changed; name a profile folder, or its {history}, {places} or {others}.</source>
      <translation>{path} ist kein Browserverlauf. Nichts wurde geändert; nennen Sie einen Profilordner oder darin {history}, {places} oder {others}.</translation>
    </message>
    <message>
      <source>{path} may not be read by you. Nothing was changed; ask for access to it, or name another profile.</source>
      <translation>{path} dürfen Sie nicht lesen. Nichts wurde geändert; bitten Sie um Zugriff, oder nennen Sie ein anderes Profil.</translation>
    </message>
    <message>
      <source>{place} belongs to {owner}, so EpicRec cannot use it: a program that was once started with sudo leaves such files. What was stored is kept. Make it yours again (sudo chown -R $USER "{place}"), and try again.</source>
      <translation>{place} gehört {owner}, darum kann EpicRec es nicht benutzen: Ein Programm, das einmal mit sudo gestartet wurde, hinterlässt solche Dateien. Was gespeichert war, ist noch da. Machen Sie es wieder zu Ihrem (sudo chown -R $USER "{place}"), und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>{provider} answered with an error (status {status}). {kept}</source>
      <translation>{provider} hat mit einem Fehler geantwortet (Status {status}). {kept}</translation>
    </message>
    <message>
      <source>{provider} answered with more data than is allowed. {kept}</source>
      <translation>{provider} hat mit mehr Daten geantwortet als erlaubt. {kept}</translation>
    </message>
    <message>
      <source>{provider} answers from what you release to it.</source>
      <translation>{provider} antwortet aus dem, was Sie freigeben.</translation>
    </message>
    <message>
      <source>{provider} answers members only. Whoever runs it can give you a key: enter it in Settings, under Services. {kept}</source>
      <translation>{provider} antwortet nur Mitgliedern. Wer den Dienst betreibt, kann Ihnen einen Schlüssel geben: Tragen Sie ihn in den Einstellungen unter Dienste ein. {kept}</translation>
    </message>
    <message>
      <source>{provider} answers. It does not list its movies, so you will see those that are known here. {kept}</source>
      <translation>{provider} antwortet. Der Dienst listet seine Filme nicht auf, darum sehen Sie die, die hier bekannt sind. {kept}</translation>
    </message>
    <message>
      <source>{provider} answers: {movies:,} movies in {categories} categories, and it does not share its model. {kept}</source>
      <translation>{provider} antwortet: {movies:,} Filme in {categories} Kategorien; das Modell wird nicht geteilt. {kept}</translation>
    </message>
    <message>
      <source>{provider} answers: {movies:,} movies in {categories} categories, and it shares its model. {kept}</source>
      <translation>{provider} antwortet: {movies:,} Filme in {categories} Kategorien; das Modell wird geteilt. {kept}</translation>
    </message>
    <message>
      <source>{provider} asked to come back after {time} UTC. Nothing was sent.</source>
      <translation>{provider} bat darum, erst nach {time} UTC wiederzukommen. Es wurde nichts gesendet.</translation>
    </message>
    <message>
      <source>{provider} asks for fewer requests for now. {kept}</source>
      <translation>{provider} bittet vorerst um weniger Anfragen. {kept}</translation>
    </message>
    <message>
      <source>{provider} asks to come back later. {kept}</source>
      <translation>{provider} bittet darum, später wiederzukommen. {kept}</translation>
    </message>
    <message>
      <source>{provider} broke off its answer. {kept}</source>
      <translation>{provider} hat die Antwort abgebrochen. {kept}</translation>
    </message>
    <message>
      <source>{provider} can recognize your later lists as yours.</source>
      <translation>{provider} kann Ihre späteren Listen als Ihre erkennen.</translation>
    </message>
    <message>
      <source>{provider} could not be asked. {kept}</source>
      <translation>{provider} konnte nicht gefragt werden. {kept}</translation>
    </message>
    <message>
      <source>{provider} could not be reached through the system's proxy. {kept}</source>
      <translation>{provider} war über den Proxy des Systems nicht erreichbar. {kept}</translation>
    </message>
    <message>
      <source>{provider} could not be reached. {kept}</source>
      <translation>{provider} war nicht erreichbar. {kept}</translation>
    </message>
    <message>
      <source>{provider} could not prove who it is: its certificate is not trusted, has expired or belongs to another. Only if you know who runs it, add its certificate. {kept}</source>
      <translation>{provider} konnte nicht beweisen, wer er ist: Sein Zertifikat ist nicht vertrauenswürdig, abgelaufen oder gehört jemand anderem. Nur wenn Sie wissen, wer ihn betreibt, fügen Sie sein Zertifikat hinzu. {kept}</translation>
    </message>
    <message>
      <source>{provider} could not prove who it is: its certificate is not trusted, has expired or belongs to another. {kept}</source>
      <translation>{provider} konnte nicht beweisen, wer er ist: Sein Zertifikat ist nicht vertrauenswürdig, abgelaufen oder gehört jemand anderem. {kept}</translation>
    </message>
    <message>
      <source>{provider} did not accept the release: {reason}. The release is kept.</source>
      <translation>{provider} hat die Freigabe nicht angenommen: {reason}. Die Freigabe ist gespeichert.</translation>
    </message>
    <message>
      <source>{provider} did not agree to an encrypted connection. {kept}</source>
      <translation>{provider} hat keiner verschlüsselten Verbindung zugestimmt. {kept}</translation>
    </message>
    <message>
      <source>{provider} did not answer as a recommendation service does. {kept}</source>
      <translation>{provider} hat nicht so geantwortet, wie es ein Empfehlungsdienst tut. {kept}</translation>
    </message>
    <message>
      <source>{provider} did not answer in time. {kept}</source>
      <translation>{provider} hat nicht rechtzeitig geantwortet. {kept}</translation>
    </message>
    <message>
      <source>{provider} did not delete a made-up user of an earlier question, so it was not asked again. {kept}</source>
      <translation>{provider} hat einen erfundenen Benutzer einer früheren Frage nicht gelöscht und wurde deshalb nicht wieder gefragt. {kept}</translation>
    </message>
    <message>
      <source>{provider} does not accept the key that is kept for it. It may have been withdrawn: ask whoever runs it for another, and enter that in Settings, under Services. {kept}</source>
      <translation>{provider} nimmt den Schlüssel nicht an, der dafür aufbewahrt ist. Vielleicht wurde er zurückgezogen: Bitten Sie den Betreiber um einen anderen und tragen Sie ihn in den Einstellungen unter Dienste ein. {kept}</translation>
    </message>
    <message>
      <source>{provider} does not answer as it should. {kept}</source>
      <translation>{provider} antwortet nicht wie erwartet. {kept}</translation>
    </message>
    <message>
      <source>{provider} does not let you in (status {status}). {kept}</source>
      <translation>{provider} lässt Sie nicht ein (Status {status}). {kept}</translation>
    </message>
    <message>
      <source>{provider} does not publish a catalog. {kept}</source>
      <translation>{provider} veröffentlicht keinen Katalog. {kept}</translation>
    </message>
    <message>
      <source>{provider} gets it, at {address}. It learns your network address too.</source>
      <translation>{provider} erhält den Beitrag, unter {address}, und erfährt auch Ihre Netzwerkadresse.</translation>
    </message>
    <message>
      <source>{provider} has a certificate file that cannot be read; choose the file again. {kept}</source>
      <translation>Die Zertifikatsdatei von {provider} ist nicht lesbar; wählen Sie die Datei noch einmal. {kept}</translation>
    </message>
    <message>
      <source>{provider} has a problem of its own (status {status}). {kept}</source>
      <translation>{provider} hat selbst ein Problem (Status {status}). {kept}</translation>
    </message>
    <message>
      <source>{provider} has a problem of its own (status {status}): “{title}”. {kept}</source>
      <translation>{provider} hat selbst ein Problem (Status {status}): „{title}“. {kept}</translation>
    </message>
    <message>
      <source>{provider} has these blurred numbers already.</source>
      <translation>{provider} hat diese unscharfen Zahlen schon.</translation>
    </message>
    <message>
      <source>{provider} has this very list already. Sending it again tells it nothing more.</source>
      <translation>{provider} hat genau diese Liste schon. Sie noch einmal zu senden verrät nichts weiter.</translation>
    </message>
    <message numerus="yes">
      <source>{provider} has {count:,} movies of this list by name already.</source>
      <translation>
        <numerusform>{provider} kennt einen Film dieser Liste schon mit Namen.</numerusform>
        <numerusform>{provider} kennt {count:,} Filme dieser Liste schon mit Namen.</numerusform>
      </translation>
    </message>
    <message>
      <source>{provider} is here already, at {address}, and this invitation is for another name or address; nothing was changed. If it is right, remove that service first.</source>
      <translation>{provider} ist schon hier, unter {address}, und diese Einladung hat einen anderen Namen oder eine andere Adresse; nichts wurde geändert. Ist sie richtig, entfernen Sie zuerst jenen Dienst.</translation>
    </message>
    <message>
      <source>{provider} is ready: {movies:,} movies, ranked by what they are like, as there are no ratings to learn from. Nothing is sent.</source>
      <translation>{provider} ist bereit: {movies:,} Filme, geordnet nach ihren Eigenschaften, weil es keine Bewertungen zum Lernen gibt. Nichts wird gesendet.</translation>
    </message>
    <message>
      <source>{provider} is ready: {movies:,} movies, ranked with a model trained on public ratings. Nothing is sent.</source>
      <translation>{provider} ist bereit: {movies:,} Filme, geordnet mit einem Modell aus öffentlichen Bewertungen. Nichts wird gesendet.</translation>
    </message>
    <message>
      <source>{provider} is ready: {movies:,} movies, ranked with a model. Nothing is sent.</source>
      <translation>{provider} ist bereit: {movies:,} Filme, geordnet mit einem Modell. Nichts wird gesendet.</translation>
    </message>
    <message>
      <source>{provider} keeps passing the request on. {kept}</source>
      <translation>{provider} leitet die Anfrage immer weiter um. {kept}</translation>
    </message>
    <message>
      <source>{provider} learns a little of your taste from this list.</source>
      <translation>{provider} erfährt aus dieser Liste ein wenig von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>{provider} learns almost nothing of your taste from this list.</source>
      <translation>{provider} erfährt aus dieser Liste fast nichts von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>{provider} learns much of your taste from this list.</source>
      <translation>{provider} erfährt aus dieser Liste viel von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>{provider} learns something of your taste from this list.</source>
      <translation>{provider} erfährt aus dieser Liste einiges von Ihrem Geschmack.</translation>
    </message>
    <message>
      <source>{provider} may learn something of your taste.</source>
      <translation>{provider} kann etwas von Ihrem Geschmack erfahren.</translation>
    </message>
    <message>
      <source>{provider} refused the request (status {status}). {kept}</source>
      <translation>{provider} hat die Anfrage abgelehnt (Status {status}). {kept}</translation>
    </message>
    <message>
      <source>{provider} refused the request (status {status}): “{title}”. {kept}</source>
      <translation>{provider} hat die Anfrage abgelehnt (Status {status}): „{title}“. {kept}</translation>
    </message>
    <message>
      <source>{provider} refused the request. {kept}</source>
      <translation>{provider} hat die Anfrage abgelehnt. {kept}</translation>
    </message>
    <message>
      <source>{provider} sent a model that is damaged or of an unknown kind; it was not kept. {kept}</source>
      <translation>{provider} hat ein Modell gesendet, das beschädigt oder von unbekannter Art ist; es wurde nicht behalten. {kept}</translation>
    </message>
    <message>
      <source>{provider} sent the request on to another address, which was not followed. {kept}</source>
      <translation>{provider} hat die Anfrage an eine andere Adresse umgeleitet; ihr wurde nicht gefolgt. {kept}</translation>
    </message>
    <message>
      <source>{provider} shares no model, so there is nothing that could be tried here.</source>
      <translation>{provider} gibt kein Modell heraus, also gibt es nichts, was hier erprobt werden könnte.</translation>
    </message>
    <message>
      <source>{provider} takes no contributions. {kept}</source>
      <translation>{provider} nimmt keine Beiträge an. {kept}</translation>
    </message>
    <message>
      <source>{provider} wants to send you to another address. That is not followed, because what you release would go to a stranger. {kept}</source>
      <translation>{provider} will Sie an eine andere Adresse schicken. Dem wird nicht gefolgt, denn was Sie freigeben, ginge an Fremde. {kept}</translation>
    </message>
    <message>
      <source>{provider} was not asked any more. {kept}</source>
      <translation>{provider} wurde nicht mehr gefragt. {kept}</translation>
    </message>
    <message numerus="yes">
      <source>{provider} will know for certain: {titles}, and {count:,} more of your movies.</source>
      <translation>
        <numerusform>{provider} weiß dann sicher: {titles} und einen weiteren Ihrer Filme.</numerusform>
        <numerusform>{provider} weiß dann sicher: {titles} und {count:,} weitere Ihrer Filme.</numerusform>
      </translation>
    </message>
    <message>
      <source>{provider} will know for certain: {titles}.</source>
      <translation>{provider} weiß dann sicher: {titles}.</translation>
    </message>
    <message>
      <source>{users}. The service did not delete them after a question. EpicRec tries again each day, and asks for no recommendations until they are gone.</source>
      <translation>{users}. Der Dienst hat sie nach einer Frage nicht gelöscht. EpicRec versucht es jeden Tag wieder und fragt nach keinen Empfehlungen, bis sie weg sind.</translation>
    </message>
    <message>
      <source>{what} The catalog you had is kept. {todo}</source>
      <translation>{what} Ihr bisheriger Katalog bleibt. {todo}</translation>
    </message>
    <message>
      <source>{what} {kept}</source>
      <translation>{what} {kept}</translation>
    </message>
    <message>
      <source>{years} of {of} years are already here.</source>
      <translation>{years} von {of} Jahren sind schon da.</translation>
    </message>
    <message>
      <source>{year} is no year of a film. Nothing was changed.</source>
      <translation>{year} ist kein Jahr eines Films. Nichts wurde geändert.</translation>
    </message>
    <message>
      <source>“{file}” could not be read; it is damaged or incomplete.</source>
      <translation>„{file}“ konnte nicht gelesen werden; es ist beschädigt oder unvollständig.</translation>
    </message>
    <message>
      <source>“{file}” holds more files than any MovieLens archive does.</source>
      <translation>„{file}“ enthält mehr Dateien als jedes Archiv von MovieLens.</translation>
    </message>
    <message>
      <source>“{file}” holds more than one catalog: {folders}.</source>
      <translation>„{file}“ enthält mehr als einen Katalog: {folders}.</translation>
    </message>
    <message>
      <source>“{file}” in “{archive}” is packed tighter than real data can be, so it was not opened.</source>
      <translation>„{file}“ in „{archive}“ ist dichter gepackt, als echte Daten sein können, und wurde deshalb nicht geöffnet.</translation>
    </message>
    <message>
      <source>“{file}” is encrypted or packed in a way that MovieLens does not use.</source>
      <translation>„{file}“ ist verschlüsselt oder anders gepackt, als MovieLens es tut.</translation>
    </message>
    <message>
      <source>“{file}” is larger than {megabytes:,} MB, which no MovieLens file is.</source>
      <translation>„{file}“ ist größer als {megabytes:,} MB; das ist keine Datei von MovieLens.</translation>
    </message>
    <message>
      <source>“{file}” is not a MovieLens catalog: it has no table of movies (movies.csv, movies.dat or u.item).</source>
      <translation>„{file}“ ist kein MovieLens-Katalog: Er hat keine Tabelle von Filmen (movies.csv, movies.dat oder u.item).</translation>
    </message>
    <message>
      <source>“{file}” is not a table of movies of MovieLens.</source>
      <translation>„{file}“ ist keine Tabelle von Filmen von MovieLens.</translation>
    </message>
    <message>
      <source>“{file}” may not be read by you.</source>
      <translation>„{file}“ dürfen Sie nicht lesen.</translation>
    </message>
  </context>
  <context>
    <name>CountChart</name>
    <message>
      <source>Watched and released movies per category</source>
      <translation>Gesehene und freigegebene Filme je Kategorie</translation>
    </message>
  </context>
  <context>
    <name>Counting</name>
    <message>
      <source>Less: {movies}</source>
      <translation>Weniger: {movies}</translation>
    </message>
    <message>
      <source>More: {movies}</source>
      <translation>Mehr: {movies}</translation>
    </message>
  </context>
  <context>
    <name>CrashBanner</name>
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
    <name>CrashDialog</name>
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
      <source>The report names the kind of fault and where in the program it happened. No movie, no address and no folder of yours is in it. If you want someone to look into it, copy it and send it yourself.</source>
      <translation>Der Bericht nennt die Art des Fehlers und wo im Programm er auftrat. Kein Film, keine Adresse und kein Ordner von Ihnen steht darin. Soll jemand nachsehen, kopieren Sie den Bericht und senden ihn selbst.</translation>
    </message>
    <message>
      <source>What broke</source>
      <translation>Was schiefging</translation>
    </message>
  </context>
  <context>
    <name>DamageNotice</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
  </context>
  <context>
    <name>DataSection</name>
    <message>
      <source>Back up, restore, erase</source>
      <translation>Sichern, wiederherstellen, löschen</translation>
    </message>
    <message>
      <source>Close EpicRec</source>
      <translation>EpicRec schließen</translation>
    </message>
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
      <source>Export what EpicRec knows about you to one file as a backup, restore it here or on another computer, or erase it from this one.</source>
      <translation>Exportieren Sie als Sicherung in eine Datei, was EpicRec über Sie weiß, stellen Sie es hier oder auf einem anderen Computer wieder her, oder löschen Sie es von diesem.</translation>
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
      <source>Movies from Letterboxd, Netflix, IMDb…</source>
      <translation>Filme aus Letterboxd, Netflix, IMDb …</translation>
    </message>
    <message>
      <source>Restore…</source>
      <translation>Wiederherstellen …</translation>
    </message>
    <message>
      <source>What was already sent cannot be called back. Later releases add to it, and without the record this program can no longer count that.</source>
      <translation>Was schon gesendet wurde, lässt sich nicht zurückholen. Spätere Freigaben kommen hinzu, und ohne die Aufzeichnung kann dieses Programm das nicht mehr mitzählen.</translation>
    </message>
    <message>
      <source>What you contributed can no longer be withdrawn: do that first, if you want to.</source>
      <translation>Was Sie beigetragen haben, lässt sich nicht mehr zurücknehmen: Tun Sie das vorher, wenn Sie möchten.</translation>
    </message>
    <message>
      <source>Your data</source>
      <translation>Ihre Daten</translation>
    </message>
    <message>
      <source>Your data is kept in {folder}</source>
      <translation>Ihre Daten liegen in {folder}</translation>
    </message>
    <message>
      <source>Your movies, levels, settings, the record of what was sent, imported catalogs and logs are removed from this computer. Not touched: the browsers' own history, and files you exported.</source>
      <translation>Ihre Filme, Stufen, Einstellungen, die Aufzeichnung des Gesendeten, importierte Kataloge und Protokolle werden von diesem Computer entfernt. Unberührt bleiben der eigene Verlauf der Browser und Dateien, die Sie exportiert haben.</translation>
    </message>
    <message>
      <source>backup delete remove folder import letterboxd netflix imdb trakt</source>
      <translation>Sicherung löschen entfernen Ordner Import importieren letterboxd netflix imdb trakt</translation>
    </message>
    <message>
      <source>erase</source>
      <translation>löschen</translation>
    </message>
  </context>
  <context>
    <name>Dates</name>
    <message>
      <source>MMM yyyy</source>
      <translation>MMM yyyy</translation>
    </message>
    <message>
      <source>d MMM</source>
      <translation>d. MMM</translation>
    </message>
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
      <source>Problem</source>
      <translation>Problem</translation>
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
      <source>The exact bytes</source>
      <translation>Die genauen Bytes</translation>
    </message>
    <message>
      <source>Your movies</source>
      <translation>Ihre Filme</translation>
    </message>
  </context>
  <context>
    <name>Dialog</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
  </context>
  <context>
    <name>Diary</name>
    <message numerus="yes">
      <source>%Ln films have no day.</source>
      <translation>
        <numerusform>Ein Film hat keinen Tag.</numerusform>
        <numerusform>%Ln Filme haben keinen Tag.</numerusform>
      </translation>
    </message>
    <message>
      <source>Add their days</source>
      <translation>Tage nachtragen</translation>
    </message>
    <message>
      <source>Films by the day you saw them</source>
      <translation>Filme nach dem Tag, an dem Sie sie gesehen haben</translation>
    </message>
    <message>
      <source>Films by the day you saw them. They stay on this computer.</source>
      <translation>Filme nach dem Tag, an dem Sie sie gesehen haben. Sie bleiben auf diesem Computer.</translation>
    </message>
    <message>
      <source>No day is known yet</source>
      <translation>Noch ist kein Tag bekannt</translation>
    </message>
    <message>
      <source>Write the day on a film's page, or import an export that has days.</source>
      <translation>Schreiben Sie den Tag auf die Seite eines Films, oder importieren Sie einen Export mit Tagen.</translation>
    </message>
    <message>
      <source>a guess</source>
      <translation>geschätzt</translation>
    </message>
    <message>
      <source>again</source>
      <translation>wieder</translation>
    </message>
    <message>
      <source>“{note}”</source>
      <translation>„{note}“</translation>
    </message>
  </context>
  <context>
    <name>DropHint</name>
    <message>
      <source>Drop to import your movies</source>
      <translation>Ablegen, um Ihre Filme zu übernehmen</translation>
    </message>
    <message>
      <source>Drop to open the invitation</source>
      <translation>Loslassen, um die Einladung zu öffnen</translation>
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
    <name>EntryPage</name>
    <message>
      <source>In a release</source>
      <translation>In einer Freigabe</translation>
    </message>
    <message>
      <source>It counts half in numbers blurred from now on, and is in no list by name. What was blurred or sent before stays as it was. Recommendations made on this computer count it in full.</source>
      <translation>Er zählt halb in Zahlen, die ab jetzt unscharf gemacht werden, und steht in keiner Liste mit Namen. Was vorher unscharf gemacht oder gesendet wurde, bleibt, wie es war. Empfehlungen auf diesem Computer zählen ihn ganz.</translation>
    </message>
    <message>
      <source>It is in no list by name, and in no numbers blurred from now on. What was blurred or sent before stays as it was. Recommendations made on this computer still count it.</source>
      <translation>Er steht in keiner Liste mit Namen und ist in keinen Zahlen, die ab jetzt unscharf gemacht werden. Was vorher unscharf gemacht oder gesendet wurde, bleibt, wie es war. Empfehlungen auf diesem Computer zählen ihn weiterhin.</translation>
    </message>
    <message>
      <source>It is treated like every other movie of its categories.</source>
      <translation>Er wird wie jeder andere Film seiner Kategorien behandelt.</translation>
    </message>
    <message>
      <source>It was another film…</source>
      <translation>Es war ein anderer Film …</translation>
    </message>
    <message>
      <source>Keep to myself</source>
      <translation>Für mich behalten</translation>
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
      <source>Not in the catalog yet: it is in no release, and recommendations do not count it.</source>
      <translation>Noch nicht im Katalog: Er ist in keiner Freigabe, und Empfehlungen zählen ihn nicht.</translation>
    </message>
    <message>
      <source>Not watched</source>
      <translation>Nicht gesehen</translation>
    </message>
    <message>
      <source>Takes it away from your movies</source>
      <translation>Nimmt ihn aus Ihren Filmen</translation>
    </message>
    <message>
      <source>Usual</source>
      <translation>Normal</translation>
    </message>
  </context>
  <context>
    <name>EntryPages</name>
    <message>
      <source>Details</source>
      <translation>Details</translation>
    </message>
  </context>
  <context>
    <name>EntryView</name>
    <message>
      <source>Counts less in a release</source>
      <translation>Zählt in einer Freigabe weniger</translation>
    </message>
    <message>
      <source>Kept to yourself</source>
      <translation>Für sich behalten</translation>
    </message>
    <message>
      <source>Movies</source>
      <translation>Filme</translation>
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
    <name>ExportReader</name>
    <message>
      <source>Exports of EpicRec (*.json)</source>
      <translation>Exporte von EpicRec (*.json)</translation>
    </message>
    <message>
      <source>Restore an export</source>
      <translation>Export wiederherstellen</translation>
    </message>
  </context>
  <context>
    <name>FilterButton</name>
    <message>
      <source>All</source>
      <translation>Alle</translation>
    </message>
    <message>
      <source>Counting the movies…</source>
      <translation>Filme werden gezählt …</translation>
    </message>
    <message>
      <source>Filter</source>
      <translation>Filtern</translation>
    </message>
    <message>
      <source>Show all</source>
      <translation>Alle zeigen</translation>
    </message>
  </context>
  <context>
    <name>Finding</name>
    <message>
      <source>like {movie}</source>
      <translation>wie {movie}</translation>
    </message>
  </context>
  <context>
    <name>FirstRunWizard</name>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Do this later</source>
      <translation>Später einrichten</translation>
    </message>
    <message>
      <source>Step {at} of {all}</source>
      <translation>Schritt {at} von {all}</translation>
    </message>
  </context>
  <context>
    <name>FoundWall</name>
    <message>
      <source>Not sure</source>
      <translation>Nicht sicher</translation>
    </message>
    <message>
      <source>Tick all</source>
      <translation>Alle anhaken</translation>
    </message>
    <message>
      <source>Untick all</source>
      <translation>Keinen anhaken</translation>
    </message>
    <message>
      <source>not watched</source>
      <translation>nicht gesehen</translation>
    </message>
    <message>
      <source>{heading}; the space bar ticks</source>
      <translation>{heading}; die Leertaste hakt an</translation>
    </message>
  </context>
  <context>
    <name>Help</name>
    <message>
      <source>1. Counted</source>
      <translation>1. Gezählt</translation>
    </message>
    <message>
      <source>2. Blurred</source>
      <translation>2. Unscharf</translation>
    </message>
    <message>
      <source>3. What leaves</source>
      <translation>3. Was hinausgeht</translation>
    </message>
    <message>
      <source>A club, a library or friends can run one in ten minutes, on any computer that is always on: install EpicRec there with its extra “server”, start it with “epicrec-server run”, and invite everybody with “epicrec-server invite”, which gives one line to paste here. The guide has every step on its page “Start a service”.</source>
      <translation>Ein Verein, eine Bücherei oder Freunde können in zehn Minuten einen betreiben, auf jedem Rechner, der immer läuft: EpicRec dort mit dem Zusatz „server“ installieren, mit „epicrec-server run“ starten und alle mit „epicrec-server invite“ einladen; das gibt eine Zeile, die man hier einfügt. Jeder Schritt steht im Handbuch auf der Seite „Start a service“.</translation>
    </message>
    <message>
      <source>A list of movies is made that fits the blurred numbers; it and these numbers leave. The list does not say which of them you watched.</source>
      <translation>Es entsteht eine Liste von Filmen, die zu den unscharfen Zahlen passt; sie und diese Zahlen gehen hinaus. Die Liste sagt nicht, welche davon Sie gesehen haben.</translation>
    </message>
    <message>
      <source>A movie among those you watched. What only waits for your answer is used for nothing.</source>
      <translation>Ein Film unter denen, die Sie gesehen haben. Was nur auf Ihre Antwort wartet, wird für nichts verwendet.</translation>
    </message>
    <message>
      <source>A movie that is in no list and in no number that leaves from now on. What left before cannot be called back.</source>
      <translation>Ein Film, der von jetzt an in keiner Liste und in keiner Zahl steht, die den Computer verlässt. Was ihn vorher verlassen hat, lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>Activity</source>
      <translation>Aktivität</translation>
    </message>
    <message>
      <source>Blurred</source>
      <translation>Unscharf</translation>
    </message>
    <message>
      <source>Category</source>
      <translation>Kategorie</translation>
    </message>
    <message>
      <source>Chance makes each number larger or smaller, some even less than nothing. What was counted stays on this computer.</source>
      <translation>Der Zufall macht jede Zahl größer oder kleiner, manche sogar kleiner als nichts. Das Gezählte bleibt auf diesem Computer.</translation>
    </message>
    <message>
      <source>Confirmed movie</source>
      <translation>Bestätigter Film</translation>
    </message>
    <message>
      <source>Each month is blurred once, when you first say yes to a list in it. A movie that you confirm afterwards waits for the next month, and for your next yes. Whoever asks again gets the same numbers: different ones would show together what each hides.</source>
      <translation>Jeder Monat wird einmal unscharf gemacht: wenn Sie darin zum ersten Mal Ja zu einer Liste sagen. Ein Film, den Sie danach bestätigen, wartet auf den nächsten Monat und auf Ihr nächstes Ja. Wer noch einmal fragt, bekommt dieselben Zahlen: Verschiedene würden zusammen zeigen, was jede verbirgt.</translation>
    </message>
    <message>
      <source>Every release, and who was asked for something else, such as a list of movies to recommend from. A firewall or your router can show you whether that is all.</source>
      <translation>Jede Freigabe, und wer um etwas anderes gebeten wurde, etwa um eine Liste von Filmen, aus denen empfohlen wird. Ob das alles ist, können Ihnen eine Firewall oder Ihr Router zeigen.</translation>
    </message>
    <message>
      <source>How much a blurred list may give away about any one movie. The smaller it is, the more chance changes the numbers. It is found from public data, never from your history.</source>
      <translation>Wie viel eine unscharfe Liste über einen einzelnen Film verraten darf. Je kleiner es ist, desto mehr verändert der Zufall die Zahlen. Es wird aus öffentlichen Daten bestimmt, nie aus Ihrem Verlauf.</translation>
    </message>
    <message>
      <source>How much may leave. Nothing: no movie of yours. Blurred: only a blurred list. Everything: your confirmed movies as they are. In papers these are No, Perturbed and All Release. A category can have a level of its own; of a movie with several categories the most careful one counts.</source>
      <translation>Wie viel hinausdarf. Nichts: keiner Ihrer Filme. Unscharf: nur eine unscharfe Liste. Alles: Ihre bestätigten Filme, wie sie sind. In Fachtexten: Keine, Unscharfe und Volle Freigabe. Eine Kategorie kann eine eigene Stufe haben; bei einem Film mit mehreren Kategorien zählt die strengste.</translation>
    </message>
    <message>
      <source>How precise a copy of the blurred numbers a service gets: that of the whole budget, or of a half, a quarter or an eighth. Several services that put their copies of a month together know no more than the best of them.</source>
      <translation>Wie genau die unscharfen Zahlen sind, die ein Dienst bekommt: die des ganzen Budgets, oder eines halben, eines Viertels oder eines Achtels. Mehrere Dienste, die ihre Zahlen eines Monats zusammenlegen, wissen nicht mehr als der beste von ihnen.</translation>
    </message>
    <message>
      <source>Kept to yourself</source>
      <translation>Für sich behalten</translation>
    </message>
    <message>
      <source>Month</source>
      <translation>Monat</translation>
    </message>
    <message>
      <source>Nothing, Blurred, Everything</source>
      <translation>Nichts, Unscharf, Alles</translation>
    </message>
    <message>
      <source>One list that a service is given, after you said yes to it. Activity keeps each one as it was made. Refreshing sends the last one again, and never another.</source>
      <translation>Eine Liste, die ein Dienst bekommt, nachdem Sie Ja dazu gesagt haben. „Aktivität“ bewahrt jede so auf, wie sie gemacht wurde. Beim Aktualisieren wird die letzte noch einmal gesendet, nie eine andere.</translation>
    </message>
    <message>
      <source>One of 18 kinds of movies, such as Drama. A movie can have several.</source>
      <translation>Eine von 18 Arten von Filmen, etwa Drama. Ein Film kann mehrere haben.</translation>
    </message>
    <message>
      <source>Privacy budget</source>
      <translation>Privatsphäre-Budget</translation>
    </message>
    <message>
      <source>Put in order on this computer, with all your movies and what you said of them. Nobody else learns of it.</source>
      <translation>Auf diesem Computer in eine Reihenfolge gebracht, mit allen Ihren Filmen und dem, was Sie zu ihnen gesagt haben. Niemand sonst erfährt davon.</translation>
    </message>
    <message>
      <source>Ranked here</source>
      <translation>Hier zusammengestellt</translation>
    </message>
    <message>
      <source>Release</source>
      <translation>Freigabe</translation>
    </message>
    <message>
      <source>Service</source>
      <translation>Dienst</translation>
    </message>
    <message>
      <source>Somebody who recommends movies. “This computer” is one, and needs nobody else. Any other learns the lists that you send it, when you sent them, and that EpicRec is used from your internet address. It never gets your browsing history, your ratings or your watchlist; at Everything it gets the movies you confirmed, except those you keep to yourself.</source>
      <translation>Jemand, der Filme empfiehlt. „Dieser Computer“ ist einer und braucht niemanden sonst. Jeder andere erfährt die Listen, die Sie ihm senden, wann Sie sie senden und dass EpicRec von Ihrer Internetadresse aus benutzt wird. Ihren Browserverlauf, Ihre Bewertungen und Ihre Merkliste bekommt er nie; bei „Alles“ bekommt er die Filme, die Sie bestätigt haben, außer denen, die Sie für sich behalten.</translation>
    </message>
    <message>
      <source>Start a service</source>
      <translation>Einen Dienst starten</translation>
    </message>
    <message>
      <source>Trust</source>
      <translation>Vertrauen</translation>
    </message>
    <message>
      <source>Your movies are counted by group or category, on this computer.</source>
      <translation>Ihre Filme werden auf diesem Computer nach Gruppen oder Kategorien gezählt.</translation>
    </message>
    <message>
      <source>Your movies are counted, chance changes each number, and a new list is made that fits the changed numbers. Any movie in it may be one you never saw, and any you saw may be missing. The changed numbers leave with the list.</source>
      <translation>Ihre Filme werden gezählt, der Zufall verändert jede Zahl, und es entsteht eine neue Liste, die zu den veränderten Zahlen passt. Jeder Film darin kann einer sein, den Sie nie gesehen haben, und jeder, den Sie gesehen haben, kann fehlen. Die veränderten Zahlen verlassen den Computer mit der Liste.</translation>
    </message>
  </context>
  <context>
    <name>HelpDialog</name>
    <message>
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>How does blurring work?</source>
      <translation>Wie funktioniert die Unschärfe?</translation>
    </message>
    <message>
      <source>In plain words</source>
      <translation>In einfachen Worten</translation>
    </message>
    <message>
      <source>Keyboard shortcuts</source>
      <translation>Tastenkürzel</translation>
    </message>
    <message>
      <source>What is counted</source>
      <translation>Was gezählt wird</translation>
    </message>
    <message>
      <source>What is new</source>
      <translation>Was neu ist</translation>
    </message>
  </context>
  <context>
    <name>ImportDialog</name>
    <message>
      <source>Import movies</source>
      <translation>Filme importieren</translation>
    </message>
    <message>
      <source>Left out: {what}.</source>
      <translation>Ausgelassen: {what}.</translation>
    </message>
    <message>
      <source>Part of the import</source>
      <translation>Teil des Imports</translation>
    </message>
    <message>
      <source>Reading…</source>
      <translation>Wird gelesen …</translation>
    </message>
    <message>
      <source>Several people watched these. Import those of</source>
      <translation>Mehrere Personen haben diese gesehen. Importiert wird für</translation>
    </message>
    <message>
      <source>Taking in…</source>
      <translation>Wird übernommen …</translation>
    </message>
    <message>
      <source>The files are read on this computer. Of a movie its day, its rating, whether it was watched again, and the service are kept; of a list its name, its note and its order; and nothing else.</source>
      <translation>Die Dateien werden auf diesem Computer gelesen. Von einem Film bleiben sein Tag, seine Bewertung, ob er noch einmal gesehen wurde, und der Dienst; von einer Liste ihr Name, ihre Notiz und ihre Reihenfolge; und sonst nichts.</translation>
    </message>
    <message>
      <source>Tick all</source>
      <translation>Alle anhaken</translation>
    </message>
    <message>
      <source>Tick none</source>
      <translation>Keinen anhaken</translation>
    </message>
    <message>
      <source>Whose movies</source>
      <translation>Wessen Filme</translation>
    </message>
    <message>
      <source>… choose</source>
      <translation>… bitte wählen</translation>
    </message>
  </context>
  <context>
    <name>ImportList</name>
    <message>
      <source>Movies of the import</source>
      <translation>Filme des Imports</translation>
    </message>
  </context>
  <context>
    <name>Imports</name>
    <message numerus="yes">
      <source>%Ln lists imported</source>
      <translation>
        <numerusform>Eine Liste importiert</numerusform>
        <numerusform>%Ln Listen importiert</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln more are not listed.</source>
      <translation>
        <numerusform>Einer mehr ist nicht aufgeführt.</numerusform>
        <numerusform>%Ln weitere sind nicht aufgeführt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies imported</source>
      <translation>
        <numerusform>Ein Film importiert</numerusform>
        <numerusform>%Ln Filme importiert</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Add %Ln lists</source>
      <translation>
        <numerusform>Eine Liste hinzufügen</numerusform>
        <numerusform>%Ln Listen hinzufügen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Add %Ln movies</source>
      <translation>
        <numerusform>Einen Film hinzufügen</numerusform>
        <numerusform>%Ln Filme hinzufügen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Add %Ln suggestions</source>
      <translation>
        <numerusform>Einen Vorschlag hinzufügen</numerusform>
        <numerusform>%Ln Vorschläge hinzufügen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Also %Ln lists</source>
      <translation>
        <numerusform>Auch eine Liste</numerusform>
        <numerusform>Auch %Ln Listen</numerusform>
      </translation>
    </message>
    <message>
      <source>For the watchlist</source>
      <translation>Für die Merkliste</translation>
    </message>
    <message>
      <source>Found</source>
      <translation>Gefunden</translation>
    </message>
    <message>
      <source>From {service}</source>
      <translation>Von {service}</translation>
    </message>
    <message>
      <source>From {service}: {description}</source>
      <translation>Von {service}: {description}</translation>
    </message>
    <message>
      <source>Import</source>
      <translation>Import</translation>
    </message>
    <message>
      <source>In doubt</source>
      <translation>Im Zweifel</translation>
    </message>
    <message>
      <source>Kept in My movies under “not placed”.</source>
      <translation>Bleiben in Meine Filme unter „nicht zugeordnet“.</translation>
    </message>
    <message>
      <source>Looked at</source>
      <translation>Nachgesehen</translation>
    </message>
    <message>
      <source>Not in the catalog</source>
      <translation>Nicht im Katalog</translation>
    </message>
    <message>
      <source>Not placed</source>
      <translation>Nicht zugeordnet</translation>
    </message>
    <message>
      <source>Nothing to add</source>
      <translation>Nichts hinzuzufügen</translation>
    </message>
    <message>
      <source>Tick what you watched. The rest is kept as not placed.</source>
      <translation>Haken Sie an, was Sie gesehen haben. Der Rest bleibt als nicht zugeordnet.</translation>
    </message>
    <message>
      <source>Ticked movies are added to your library.</source>
      <translation>Angehakte Filme kommen in Ihre Bibliothek.</translation>
    </message>
    <message>
      <source>Ticked ones come in as your own, until a catalog has them.</source>
      <translation>Angehakte kommen als Ihre eigenen herein, bis ein Katalog sie hat.</translation>
    </message>
    <message>
      <source>Watched</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>You looked at these, or played less than {percent} %. Tick what you watched; the rest become suggestions.</source>
      <translation>Hier haben Sie nachgesehen oder weniger als {percent} % abgespielt. Haken Sie an, was Sie gesehen haben; der Rest wird zu Vorschlägen.</translation>
    </message>
    <message numerus="yes">
      <source>and %Ln more</source>
      <translation>
        <numerusform>und eine weitere</numerusform>
        <numerusform>und %Ln weitere</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>and %Ln more files</source>
      <translation>
        <numerusform>und eine weitere Datei</numerusform>
        <numerusform>und %Ln weitere Dateien</numerusform>
      </translation>
    </message>
    <message>
      <source>in your library already</source>
      <translation>schon in Ihrer Bibliothek</translation>
    </message>
    <message>
      <source>rated {rating} of 10</source>
      <translation>mit {rating} von 10 bewertet</translation>
    </message>
    <message>
      <source>seen by {day}</source>
      <translation>gesehen bis {day}</translation>
    </message>
    <message>
      <source>you said that it is not yours</source>
      <translation>Sie sagten, dass er nicht Ihrer ist</translation>
    </message>
    <message>
      <source>{stars} of 5 stars</source>
      <translation>{stars} von 5 Sternen</translation>
    </message>
  </context>
  <context>
    <name>Invitation</name>
    <message>
      <source>If you add it, EpicRec asks it for its catalog. Nothing about your movies is sent unless you agree later.</source>
      <translation>Wenn Sie ihn hinzufügen, holt EpicRec seinen Katalog. Von Ihren Filmen wird nichts gesendet, außer Sie stimmen später zu.</translation>
    </message>
    <message>
      <source>It comes with a certificate of its own, which begins {fingerprint}.</source>
      <translation>Er bringt ein eigenes Zertifikat mit, das mit {fingerprint} beginnt.</translation>
    </message>
    <message>
      <source>It is a closed group. With your key it can put together what you send it.</source>
      <translation>Es ist eine geschlossene Gruppe. Mit Ihrem Schlüssel kann er zusammenlegen, was Sie ihm senden.</translation>
    </message>
    <message>
      <source>It is here already: its certificate and its key become these.</source>
      <translation>Er ist schon hier: Sein Zertifikat und sein Schlüssel werden diese.</translation>
    </message>
    <message>
      <source>The invitation can be used until {day}.</source>
      <translation>Die Einladung gilt bis {day}.</translation>
    </message>
    <message>
      <source>{name} is at {address}.</source>
      <translation>{name} ist unter {address}.</translation>
    </message>
  </context>
  <context>
    <name>InvitationEntry</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add {name}?</source>
      <translation>{name} hinzufügen?</translation>
    </message>
    <message>
      <source>Choose a file…</source>
      <translation>Datei wählen…</translation>
    </message>
    <message>
      <source>Choose an invitation</source>
      <translation>Einladung wählen</translation>
    </message>
    <message>
      <source>Invitation</source>
      <translation>Einladung</translation>
    </message>
    <message>
      <source>Invitations (*{suffix} *.txt)</source>
      <translation>Einladungen (*{suffix} *.txt)</translation>
    </message>
    <message>
      <source>No invitation? Start a service for a club or a library</source>
      <translation>Keine Einladung? Einen Dienst für Verein oder Bücherei starten</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Paste an invitation: epicrec:…</source>
      <translation>Einladung einfügen: epicrec:…</translation>
    </message>
  </context>
  <context>
    <name>Legend</name>
    <message>
      <source>in an example</source>
      <translation>in einem Beispiel</translation>
    </message>
    <message>
      <source>in the list</source>
      <translation>in der Liste</translation>
    </message>
    <message>
      <source>watched</source>
      <translation>gesehen</translation>
    </message>
  </context>
  <context>
    <name>Lengths</name>
    <message>
      <source>{decade}s</source>
      <translation>{decade}er</translation>
    </message>
    <message>
      <source>{hours} h</source>
      <translation>{hours} Std.</translation>
    </message>
    <message>
      <source>{hours} h {minutes} min</source>
      <translation>{hours} Std. {minutes} Min.</translation>
    </message>
    <message>
      <source>{minutes} min</source>
      <translation>{minutes} Min.</translation>
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
    <name>LevelDialog</name>
    <message>
      <source>Choose</source>
      <translation>Wählen</translation>
    </message>
    <message>
      <source>What may leave this computer?</source>
      <translation>Was darf diesen Computer verlassen?</translation>
    </message>
    <message>
      <source>What {name} gets cannot be taken back. Nothing is sent now: the Privacy page first shows you what it would be, and asks. You can change this there at any time.</source>
      <translation>Was {name} bekommt, lässt sich nicht zurückholen. Jetzt wird nichts gesendet: Die Seite Privatsphäre zeigt erst, was es wäre, und fragt. Dort können Sie das jederzeit ändern.</translation>
    </message>
  </context>
  <context>
    <name>LevelEditor</name>
    <message>
      <source>all categories</source>
      <translation>alle Kategorien</translation>
    </message>
    <message>
      <source>{what} as above</source>
      <translation>{what} wie oben</translation>
    </message>
    <message>
      <source>{what} to “{level}”</source>
      <translation>{what} auf „{level}“</translation>
    </message>
    <message>
      <source>“{level}”</source>
      <translation>„{level}“</translation>
    </message>
  </context>
  <context>
    <name>Links</name>
    <message>
      <source>No browser could be opened.</source>
      <translation>Es ließ sich kein Browser öffnen.</translation>
    </message>
  </context>
  <context>
    <name>LocalUserRow</name>
    <message>
      <source>In this window. To remove yourself: “Erase everything…”, under Data.</source>
      <translation>In diesem Fenster. Sich selbst entfernen: „Alles löschen …“, unter Daten.</translation>
    </message>
    <message>
      <source>Remove {name}</source>
      <translation>{name} entfernen</translation>
    </message>
    <message>
      <source>Remove…</source>
      <translation>Entfernen …</translation>
    </message>
    <message>
      <source>Rename {name}</source>
      <translation>{name} umbenennen</translation>
    </message>
    <message>
      <source>Rename…</source>
      <translation>Umbenennen …</translation>
    </message>
  </context>
  <context>
    <name>LocalUsersSection</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a person</source>
      <translation>Eine Person hinzufügen</translation>
    </message>
    <message>
      <source>Add a person…</source>
      <translation>Person hinzufügen …</translation>
    </message>
    <message>
      <source>Another name</source>
      <translation>Ein anderer Name</translation>
    </message>
    <message>
      <source>Change person…</source>
      <translation>Person wechseln …</translation>
    </message>
    <message>
      <source>Everything EpicRec keeps of {name} is removed from this computer: movies, levels, settings, the record of what was sent, imported catalogs and logs. The browsers' own history is not touched, and nothing of anybody else.

What was already sent cannot be called back, and what was contributed can no longer be withdrawn. Ask {name} first.</source>
      <translation>Alles, was EpicRec von {name} aufbewahrt, wird von diesem Computer entfernt: Filme, Stufen, Einstellungen, das Verzeichnis des Gesendeten, importierte Kataloge und Protokolle. Der Verlauf in den Browsern bleibt, wie er ist, und ebenso alles, was anderen gehört.

Was schon gesendet wurde, kann nicht zurückgeholt werden, und was beigetragen wurde, kann nicht mehr zurückgezogen werden. Fragen Sie {name} vorher.</translation>
    </message>
    <message>
      <source>Only you</source>
      <translation>Nur Sie</translation>
    </message>
    <message>
      <source>People on this computer</source>
      <translation>Personen an diesem Computer</translation>
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
      <source>Removed</source>
      <translation>Entfernt</translation>
    </message>
    <message>
      <source>Rename</source>
      <translation>Umbenennen</translation>
    </message>
    <message>
      <source>Several people can use EpicRec in one computer account, each with a library, levels and settings of their own.</source>
      <translation>Mehrere Personen können EpicRec in einem Benutzerkonto verwenden, jede mit eigener Bibliothek, eigenen Stufen und Einstellungen.</translation>
    </message>
    <message>
      <source>They begin with an empty library and settings of their own. From then on EpicRec asks at its start who is there.</source>
      <translation>Sie beginnt mit einer leeren Bibliothek und eigenen Einstellungen. Von da an fragt EpicRec beim Start, wer da ist.</translation>
    </message>
    <message>
      <source>You are the only one.</source>
      <translation>Sie sind hier allein.</translation>
    </message>
    <message>
      <source>erase</source>
      <translation>löschen</translation>
    </message>
    <message>
      <source>{name} was added. “Change person…” closes this window and lets them in.</source>
      <translation>{name} wurde hinzugefügt. „Person wechseln …“ schließt dieses Fenster, und die Person kann anfangen.</translation>
    </message>
  </context>
  <context>
    <name>LockScreen</name>
    <message>
      <source>Back</source>
      <translation>Zurück</translation>
    </message>
    <message>
      <source>Change person…</source>
      <translation>Person wechseln …</translation>
    </message>
    <message>
      <source>I have written it down</source>
      <translation>Ich habe ihn aufgeschrieben</translation>
    </message>
    <message>
      <source>It is closed meanwhile. The old library stays in place until the end.</source>
      <translation>Sie ist so lange geschlossen. Die alte Bibliothek bleibt bis zum Schluss erhalten.</translation>
    </message>
    <message>
      <source>It is encrypted, and as it was. Its key should be in this computer's keyring.</source>
      <translation>Sie ist verschlüsselt und unverändert. Ihr Schlüssel sollte im Schlüsselbund dieses Computers sein.</translation>
    </message>
    <message>
      <source>Nothing is scanned or recommended until you unlock it.</source>
      <translation>Bis Sie sie entsperren, wird nichts durchsucht und nichts empfohlen.</translation>
    </message>
    <message>
      <source>Nothing was changed</source>
      <translation>Nichts wurde geändert</translation>
    </message>
    <message>
      <source>Open my library</source>
      <translation>Meine Bibliothek öffnen</translation>
    </message>
    <message>
      <source>Passphrase</source>
      <translation>Passphrase</translation>
    </message>
    <message>
      <source>Preparing</source>
      <translation>Wird vorbereitet</translation>
    </message>
    <message>
      <source>Recovery code</source>
      <translation>Wiederherstellungscode</translation>
    </message>
    <message>
      <source>Something EpicRec was doing could not be stopped in time. Wait a moment, and try again.</source>
      <translation>Etwas, das EpicRec gerade tat, ließ sich nicht rechtzeitig anhalten. Warten Sie einen Moment und versuchen Sie es noch einmal.</translation>
    </message>
    <message>
      <source>Start anew</source>
      <translation>Neu anfangen</translation>
    </message>
    <message>
      <source>Start anew?</source>
      <translation>Neu anfangen?</translation>
    </message>
    <message>
      <source>Start anew…</source>
      <translation>Neu anfangen …</translation>
    </message>
    <message>
      <source>This is your recovery code. Write it down and keep it elsewhere than on this computer: it opens your library when passphrase or keyring are lost. It is not shown again.</source>
      <translation>Das ist Ihr Wiederherstellungscode. Schreiben Sie ihn auf und bewahren Sie ihn anderswo als auf diesem Computer auf: Er öffnet Ihre Bibliothek, wenn Passphrase oder Schlüsselbund verloren sind. Er wird nicht noch einmal gezeigt.</translation>
    </message>
    <message>
      <source>Try again</source>
      <translation>Noch einmal versuchen</translation>
    </message>
    <message>
      <source>Unlock</source>
      <translation>Entsperren</translation>
    </message>
    <message>
      <source>Unlock with the recovery code</source>
      <translation>Mit dem Wiederherstellungscode entsperren</translation>
    </message>
    <message>
      <source>Use the recovery code</source>
      <translation>Wiederherstellungscode benutzen</translation>
    </message>
    <message>
      <source>Without passphrase, keyring and recovery code, nobody can open your library, neither you nor we. You can begin with an empty one.

Settings, downloaded catalogs and models are kept. The old library is not removed but moved into a folder beside it, in case its key is found.</source>
      <translation>Ohne Passphrase, Schlüsselbund und Wiederherstellungscode kann niemand Ihre Bibliothek öffnen, weder Sie noch wir. Sie können mit einer leeren anfangen.

Einstellungen, heruntergeladene Kataloge und Modelle bleiben. Die alte Bibliothek wird nicht entfernt, sondern in einen Ordner daneben verschoben, falls sich ihr Schlüssel findet.</translation>
    </message>
    <message>
      <source>You wrote it down when the library was encrypted: 32 letters and digits. Choose how it is unlocked from now on; the code stays the same.</source>
      <translation>Sie haben ihn aufgeschrieben, als die Bibliothek verschlüsselt wurde: 32 Buchstaben und Ziffern. Wählen Sie, wie sie von jetzt an entsperrt wird; der Code bleibt derselbe.</translation>
    </message>
    <message>
      <source>Your library could not be unlocked</source>
      <translation>Ihre Bibliothek konnte nicht entsperrt werden</translation>
    </message>
    <message>
      <source>Your library is being decrypted</source>
      <translation>Ihre Bibliothek wird entschlüsselt</translation>
    </message>
    <message>
      <source>Your library is being encrypted</source>
      <translation>Ihre Bibliothek wird verschlüsselt</translation>
    </message>
    <message>
      <source>Your library is encrypted</source>
      <translation>Ihre Bibliothek ist verschlüsselt</translation>
    </message>
    <message>
      <source>Your library is locked</source>
      <translation>Ihre Bibliothek ist gesperrt</translation>
    </message>
    <message>
      <source>start anew</source>
      <translation>neu anfangen</translation>
    </message>
  </context>
  <context>
    <name>MainWindow</name>
    <message>
      <source>One moment</source>
      <translation>Einen Moment</translation>
    </message>
    <message>
      <source>Open Settings</source>
      <translation>Einstellungen öffnen</translation>
    </message>
    <message>
      <source>Restore the copy</source>
      <translation>Kopie wiederherstellen</translation>
    </message>
    <message>
      <source>Your library is being opened.</source>
      <translation>Ihre Bibliothek wird geöffnet.</translation>
    </message>
  </context>
  <context>
    <name>MechanismSection</name>
    <message>
      <source>How a blurred list is made. All ways protect a movie equally, and “Learned” a whole series of movies as one. A change applies to months that were not blurred yet.</source>
      <translation>Wie eine unscharfe Liste entsteht. Alle Wege schützen einen Film gleich gut, und „Gelernt“ eine ganze Filmreihe wie einen Film. Eine Änderung gilt für Monate, die noch nicht unscharf gemacht wurden.</translation>
    </message>
    <message>
      <source>How does blurring work?</source>
      <translation>Wie funktioniert die Unschärfe?</translation>
    </message>
    <message>
      <source>How lists are blurred</source>
      <translation>Wie Listen unscharf werden</translation>
    </message>
  </context>
  <context>
    <name>MonthNotice</name>
    <message numerus="yes">
      <source>%Ln movies can be shared now.</source>
      <translation>
        <numerusform>Ein Film kann jetzt geteilt werden.</numerusform>
        <numerusform>%Ln Filme können jetzt geteilt werden.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln new films are recommended to you.</source>
      <translation>
        <numerusform>Ein neuer Film wird Ihnen empfohlen.</numerusform>
        <numerusform>%Ln neue Filme werden Ihnen empfohlen.</numerusform>
      </translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Zeigen</translation>
    </message>
    <message numerus="yes">
      <source>Your library grew by %Ln since {month}.</source>
      <translation>
        <numerusform>Ihre Bibliothek ist seit {month} um einen gewachsen.</numerusform>
        <numerusform>Ihre Bibliothek ist seit {month} um %Ln gewachsen.</numerusform>
      </translation>
    </message>
    <message>
      <source>{month}: {news}</source>
      <translation>{month}: {news}</translation>
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
      <source>Blurred once, for %Ln services</source>
      <translation>
        <numerusform>Einmal unscharf gemacht, für einen Dienst</numerusform>
        <numerusform>Einmal unscharf gemacht, für %Ln Dienste</numerusform>
      </translation>
    </message>
    <message>
      <source>Blurred once; nobody has it yet</source>
      <translation>Einmal unscharf gemacht; noch hat es niemand</translation>
    </message>
    <message>
      <source>Not blurred yet</source>
      <translation>Noch nicht unscharf gemacht</translation>
    </message>
    <message>
      <source>Waits for the month to begin</source>
      <translation>Wartet, bis der Monat beginnt</translation>
    </message>
  </context>
  <context>
    <name>MovieFilters</name>
    <message>
      <source>Diary</source>
      <translation>Tagebuch</translation>
    </message>
    <message>
      <source>Film, person, theme…</source>
      <translation>Film, Person, Thema …</translation>
    </message>
    <message>
      <source>Lists</source>
      <translation>Listen</translation>
    </message>
    <message>
      <source>Show</source>
      <translation>Anzeigen</translation>
    </message>
    <message>
      <source>Watchlist</source>
      <translation>Merkliste</translation>
    </message>
    <message>
      <source>Your year</source>
      <translation>Ihr Jahr</translation>
    </message>
    <message>
      <source>{shown} of {total}</source>
      <translation>{shown} von {total}</translation>
    </message>
  </context>
  <context>
    <name>MovieListDialog</name>
    <message>
      <source>Cancel</source>
      <translation>Abbrechen</translation>
    </message>
  </context>
  <context>
    <name>MovieLists</name>
    <message numerus="yes">
      <source>%Ln rows name no film for certain</source>
      <translation>
        <numerusform>%Ln Zeile nennt keinen Film sicher</numerusform>
        <numerusform>%Ln Zeilen nennen keinen Film sicher</numerusform>
      </translation>
    </message>
    <message>
      <source>Add a film…</source>
      <translation>Film hinzufügen …</translation>
    </message>
    <message>
      <source>Create</source>
      <translation>Anlegen</translation>
    </message>
    <message>
      <source>Delete</source>
      <translation>Löschen</translation>
    </message>
    <message>
      <source>Drag films into order, or press Alt and ↑ or ↓.</source>
      <translation>Filme ziehen oder mit Alt und ↑ oder ↓ ordnen.</translation>
    </message>
    <message>
      <source>Export for Letterboxd…</source>
      <translation>Für Letterboxd exportieren …</translation>
    </message>
    <message>
      <source>Films of the list, in your order</source>
      <translation>Filme der Liste, in Ihrer Reihenfolge</translation>
    </message>
    <message>
      <source>Import a list…</source>
      <translation>Liste importieren …</translation>
    </message>
    <message>
      <source>List created</source>
      <translation>Liste angelegt</translation>
    </message>
    <message>
      <source>Lists of Letterboxd and others (*.csv *.tsv *.txt *.zip)</source>
      <translation>Listen von Letterboxd und anderen (*.csv *.tsv *.txt *.zip)</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Name and note</source>
      <translation>Name und Notiz</translation>
    </message>
    <message>
      <source>Name and note changed</source>
      <translation>Name und Notiz geändert</translation>
    </message>
    <message>
      <source>Name and note…</source>
      <translation>Name und Notiz …</translation>
    </message>
    <message>
      <source>New list</source>
      <translation>Neue Liste</translation>
    </message>
    <message numerus="yes">
      <source>New list of %Ln films</source>
      <translation>
        <numerusform>Neue Liste mit %Ln Film</numerusform>
        <numerusform>Neue Liste mit %Ln Filmen</numerusform>
      </translation>
    </message>
    <message>
      <source>New list…</source>
      <translation>Neue Liste …</translation>
    </message>
    <message>
      <source>No list yet</source>
      <translation>Noch keine Liste</translation>
    </message>
    <message>
      <source>Note, if you like</source>
      <translation>Notiz, wenn Sie möchten</translation>
    </message>
    <message>
      <source>Nothing on it yet. A film's page and its menu put it here, too.</source>
      <translation>Noch nichts darauf. Auch die Seite eines Films und sein Menü setzen ihn darauf.</translation>
    </message>
    <message>
      <source>Order changed</source>
      <translation>Reihenfolge geändert</translation>
    </message>
    <message>
      <source>Put films together that you want to see, show or remember, in your own order.</source>
      <translation>Stellen Sie Filme zusammen, die Sie sehen, zeigen oder behalten möchten, in Ihrer Reihenfolge.</translation>
    </message>
    <message>
      <source>Put on “{list}”</source>
      <translation>Auf „{list}“ gesetzt</translation>
    </message>
    <message>
      <source>Put the film back on the list</source>
      <translation>Film zurück auf die Liste setzen</translation>
    </message>
    <message>
      <source>Reading…</source>
      <translation>Wird gelesen …</translation>
    </message>
    <message>
      <source>Save</source>
      <translation>Speichern</translation>
    </message>
    <message>
      <source>Taken off</source>
      <translation>Heruntergenommen</translation>
    </message>
    <message>
      <source>Taken off “{list}”</source>
      <translation>Von „{list}“ genommen</translation>
    </message>
    <message>
      <source>Written. Letterboxd takes it at letterboxd.com/list/new under “Import”.</source>
      <translation>Geschrieben. Letterboxd nimmt sie unter letterboxd.com/list/new mit „Import“ an.</translation>
    </message>
    <message>
      <source>Your lists</source>
      <translation>Ihre Listen</translation>
    </message>
    <message>
      <source>“{list}” deleted</source>
      <translation>„{list}“ gelöscht</translation>
    </message>
  </context>
  <context>
    <name>MovieOrder</name>
    <message>
      <source>Added by you</source>
      <translation>Von Ihnen hinzugefügt</translation>
    </message>
    <message>
      <source>Best known first</source>
      <translation>Bekannteste zuerst</translation>
    </message>
    <message>
      <source>By title</source>
      <translation>Nach Titel</translation>
    </message>
    <message>
      <source>Fewer than three stars</source>
      <translation>Weniger als drei Sterne</translation>
    </message>
    <message>
      <source>Five stars</source>
      <translation>Fünf Sterne</translation>
    </message>
    <message>
      <source>Found in a browser</source>
      <translation>In einem Browser gefunden</translation>
    </message>
    <message>
      <source>Four stars and more</source>
      <translation>Vier Sterne und mehr</translation>
    </message>
    <message>
      <source>Kept to yourself</source>
      <translation>Für sich behalten</translation>
    </message>
    <message>
      <source>Last found first</source>
      <translation>Zuletzt gefundene zuerst</translation>
    </message>
    <message>
      <source>Last seen first</source>
      <translation>Zuletzt gesehen zuerst</translation>
    </message>
    <message>
      <source>Longest first</source>
      <translation>Längste zuerst</translation>
    </message>
    <message>
      <source>May leave blurred</source>
      <translation>Darf unscharf hinaus</translation>
    </message>
    <message>
      <source>May leave by title</source>
      <translation>Darf mit Titel hinaus</translation>
    </message>
    <message>
      <source>Most stars first</source>
      <translation>Meiste Sterne zuerst</translation>
    </message>
    <message>
      <source>Newest films first</source>
      <translation>Neueste Filme zuerst</translation>
    </message>
    <message>
      <source>Not rated</source>
      <translation>Nicht bewertet</translation>
    </message>
    <message>
      <source>Oldest films first</source>
      <translation>Älteste Filme zuerst</translation>
    </message>
    <message>
      <source>Three stars and more</source>
      <translation>Drei Sterne und mehr</translation>
    </message>
    <message>
      <source>With a day</source>
      <translation>Mit einem Tag</translation>
    </message>
    <message>
      <source>Without a category</source>
      <translation>Ohne Kategorie</translation>
    </message>
    <message>
      <source>Without a day</source>
      <translation>Ohne Tag</translation>
    </message>
    <message>
      <source>Without a year</source>
      <translation>Ohne Jahr</translation>
    </message>
  </context>
  <context>
    <name>MoviePage</name>
    <message>
      <source>Also plays in it</source>
      <translation>Außerdem dabei</translation>
    </message>
    <message>
      <source>Back to {place}</source>
      <translation>Zurück zu {place}</translation>
    </message>
    <message>
      <source>Because {movie} is among your movies.</source>
      <translation>Weil {movie} zu Ihren Filmen gehört.</translation>
    </message>
    <message>
      <source>By</source>
      <translation>Von</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Disliked</source>
      <translation>Gefiel nicht</translation>
    </message>
    <message>
      <source>Found on this computer. Nobody else learns of it.</source>
      <translation>Auf diesem Computer gefunden. Sonst erfährt niemand davon.</translation>
    </message>
    <message>
      <source>Found on this computer; nobody is asked</source>
      <translation>Auf diesem Computer gefunden; niemand wird gefragt</translation>
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
      <source>It is like the movie you asked about.</source>
      <translation>Er ist dem Film ähnlich, nach dem Sie gefragt haben.</translation>
    </message>
    <message>
      <source>It is not recommended again</source>
      <translation>Er wird nicht wieder empfohlen</translation>
    </message>
    <message>
      <source>Its title fits.</source>
      <translation>Der Titel passt.</translation>
    </message>
    <message>
      <source>Learned on this computer from what {provider} tells everybody. For this it got nothing about you.</source>
      <translation>Auf diesem Computer gelernt aus dem, was {provider} allen antwortet. Dafür erhielt der Dienst nichts über Sie.</translation>
    </message>
    <message>
      <source>Leaves EpicRec: the site sees which movie, and your browser keeps it.</source>
      <translation>Verlässt EpicRec: Die Seite sieht, welcher Film, und Ihr Browser merkt es sich.</translation>
    </message>
    <message>
      <source>Liked</source>
      <translation>Gefiel</translation>
    </message>
    <message>
      <source>Lists…</source>
      <translation>Listen …</translation>
    </message>
    <message>
      <source>Next</source>
      <translation>Nächster</translation>
    </message>
    <message>
      <source>Not interested</source>
      <translation>Kein Interesse</translation>
    </message>
    <message>
      <source>Off the watchlist</source>
      <translation>Von der Merkliste</translation>
    </message>
    <message>
      <source>Poster of {movie}</source>
      <translation>Poster von {movie}</translation>
    </message>
    <message>
      <source>Previous</source>
      <translation>Vorheriger</translation>
    </message>
    <message>
      <source>Puts it among your movies, as watched</source>
      <translation>Kommt als gesehen zu Ihren Filmen</translation>
    </message>
    <message>
      <source>Puts it among your movies; movies like it are recommended less</source>
      <translation>Nimmt ihn unter Ihre Filme auf; ähnliche Filme werden seltener empfohlen</translation>
    </message>
    <message>
      <source>Puts it among your movies; movies like it are recommended more</source>
      <translation>Nimmt ihn unter Ihre Filme auf; ähnliche Filme werden eher empfohlen</translation>
    </message>
    <message>
      <source>Ranked on this computer with all your movies. Nobody else learns of it.</source>
      <translation>Auf diesem Computer nach allen Ihren Filmen zusammengestellt. Niemand sonst erfährt davon.</translation>
    </message>
    <message>
      <source>Read on, watch</source>
      <translation>Weiterlesen, ansehen</translation>
    </message>
    <message>
      <source>Search for more like this</source>
      <translation>Nach Ähnlichem suchen</translation>
    </message>
    <message>
      <source>Seen</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>Seen it already: {answer}</source>
      <translation>Schon gesehen: {answer}</translation>
    </message>
    <message>
      <source>To the watchlist</source>
      <translation>Auf die Merkliste</translation>
    </message>
    <message>
      <source>Watchlist</source>
      <translation>Merkliste</translation>
    </message>
    <message>
      <source>Who plays in it</source>
      <translation>Wer mitspielt</translation>
    </message>
    <message>
      <source>Why it is here</source>
      <translation>Warum er hier steht</translation>
    </message>
    <message>
      <source>You opened it from another page.</source>
      <translation>Sie haben ihn von einer anderen Seite aus geöffnet.</translation>
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
      <source>with</source>
      <translation>mit</translation>
    </message>
    <message>
      <source>{place} of {count}</source>
      <translation>{place} von {count}</translation>
    </message>
    <message>
      <source>{provider} recommends it to made-up people with tastes like yours.</source>
      <translation>{provider} empfiehlt ihn erfundenen Personen mit einem Geschmack wie Ihrem.</translation>
    </message>
    <message>
      <source>{provider} suggested it for the list you released.</source>
      <translation>{provider} hat ihn zu Ihrer freigegebenen Liste vorgeschlagen.</translation>
    </message>
    <message>
      <source>{site}: opens in your browser</source>
      <translation>{site}: öffnet sich in Ihrem Browser</translation>
    </message>
    <message>
      <source>{stars} from {service}</source>
      <translation>{stars} von {service}</translation>
    </message>
  </context>
  <context>
    <name>MoviePicker</name>
    <message>
      <source>Nothing by this name</source>
      <translation>Nichts unter diesem Namen</translation>
    </message>
    <message>
      <source>Search all movies</source>
      <translation>Alle Filme durchsuchen</translation>
    </message>
    <message>
      <source>Try another word of the title, or the year.</source>
      <translation>Versuchen Sie ein anderes Wort des Titels oder das Jahr.</translation>
    </message>
    <message>
      <source>Well-known movies; the space bar picks</source>
      <translation>Bekannte Filme; die Leertaste wählt</translation>
    </message>
    <message>
      <source>{n} of {least} picked</source>
      <translation>{n} von {least} gewählt</translation>
    </message>
    <message>
      <source>{n} picked</source>
      <translation>{n} gewählt</translation>
    </message>
  </context>
  <context>
    <name>MovieResults</name>
    <message>
      <source>Movies found</source>
      <translation>Gefundene Filme</translation>
    </message>
    <message>
      <source>Nothing is known by these words</source>
      <translation>Dazu ist nichts bekannt</translation>
    </message>
    <message>
      <source>People:</source>
      <translation>Personen:</translation>
    </message>
    <message>
      <source>Results from all movies that EpicRec knows, not only yours.</source>
      <translation>Treffer aus allen Filmen, die EpicRec kennt, nicht nur aus Ihren.</translation>
    </message>
    <message>
      <source>Search results</source>
      <translation>Suchergebnisse</translation>
    </message>
    <message>
      <source>Searching…</source>
      <translation>Suche läuft …</translation>
    </message>
    <message>
      <source>Try a title, a name, or “like Arrival but lighter”.</source>
      <translation>Versuchen Sie einen Titel, einen Namen oder „wie Arrival, aber leichter“.</translation>
    </message>
  </context>
  <context>
    <name>MovieWall</name>
    <message>
      <source>All {count}</source>
      <translation>Alle {count}</translation>
    </message>
    <message>
      <source>Also by {name}</source>
      <translation>Auch von {name}</translation>
    </message>
    <message>
      <source>From {name}</source>
      <translation>Aus: {name}</translation>
    </message>
    <message>
      <source>More like this</source>
      <translation>Mehr von dieser Art</translation>
    </message>
    <message>
      <source>With {name}</source>
      <translation>Mit {name}</translation>
    </message>
    <message>
      <source>ranked here</source>
      <translation>hier sortiert</translation>
    </message>
    <message>
      <source>seen</source>
      <translation>gesehen</translation>
    </message>
    <message>
      <source>{name}, in order</source>
      <translation>{name}, der Reihe nach</translation>
    </message>
    <message>
      <source>{seen} of {total} seen</source>
      <translation>{seen} von {total} gesehen</translation>
    </message>
  </context>
  <context>
    <name>MovieWords</name>
    <message>
      <source>Addiction and despair</source>
      <translation>Sucht und Verzweiflung</translation>
    </message>
    <message>
      <source>Adventure and treasure</source>
      <translation>Abenteuer und Schätze</translation>
    </message>
    <message>
      <source>Adventures in space</source>
      <translation>Abenteuer im Weltall</translation>
    </message>
    <message>
      <source>Animated musicals of the nineties</source>
      <translation>Trickfilm-Musicals der Neunziger</translation>
    </message>
    <message>
      <source>British comedy</source>
      <translation>Britische Komödie</translation>
    </message>
    <message>
      <source>Children's adventures</source>
      <translation>Abenteuer für Kinder</translation>
    </message>
    <message>
      <source>Christmas</source>
      <translation>Weihnachten</translation>
    </message>
    <message>
      <source>Coarse comedy</source>
      <translation>Derbe Komödien</translation>
    </message>
    <message>
      <source>Comedies of the eighties</source>
      <translation>Komödien der Achtziger</translation>
    </message>
    <message>
      <source>Computer animation</source>
      <translation>Computeranimation</translation>
    </message>
    <message>
      <source>Costume drama</source>
      <translation>Kostümdrama</translation>
    </message>
    <message>
      <source>Courtroom and law</source>
      <translation>Gericht und Gesetz</translation>
    </message>
    <message>
      <source>Creatures and monsters</source>
      <translation>Wesen und Monster</translation>
    </message>
    <message>
      <source>Disasters</source>
      <translation>Katastrophen</translation>
    </message>
    <message>
      <source>Fairy tales by Disney</source>
      <translation>Märchen von Disney</translation>
    </message>
    <message>
      <source>Families and midlife</source>
      <translation>Familien und Lebensmitte</translation>
    </message>
    <message>
      <source>Film noir and hard-boiled</source>
      <translation>Film noir und hartgesotten</translation>
    </message>
    <message>
      <source>Ghosts and hauntings</source>
      <translation>Geister und Spuk</translation>
    </message>
    <message>
      <source>Guns and muscles</source>
      <translation>Waffen und Muskeln</translation>
    </message>
    <message>
      <source>Heists and con artists</source>
      <translation>Raubzüge und Betrüger</translation>
    </message>
    <message>
      <source>High fantasy</source>
      <translation>High Fantasy</translation>
    </message>
    <message>
      <source>Hollywood's golden age</source>
      <translation>Hollywoods goldene Zeit</translation>
    </message>
    <message>
      <source>Japanese animation</source>
      <translation>Japanischer Zeichentrick</translation>
    </message>
    <message>
      <source>Love stories</source>
      <translation>Liebesgeschichten</translation>
    </message>
    <message>
      <source>Mafia and gangsters</source>
      <translation>Mafia und Gangster</translation>
    </message>
    <message>
      <source>Modern war</source>
      <translation>Kriege der Gegenwart</translation>
    </message>
    <message>
      <source>Moving stories</source>
      <translation>Rührende Geschichten</translation>
    </message>
    <message>
      <source>Music and bands</source>
      <translation>Musik und Bands</translation>
    </message>
    <message>
      <source>Musicals</source>
      <translation>Musicals</translation>
    </message>
    <message>
      <source>New Hollywood and the seventies</source>
      <translation>New Hollywood und die Siebziger</translation>
    </message>
    <message>
      <source>Obsession and murder</source>
      <translation>Obsession und Mord</translation>
    </message>
    <message>
      <source>On the road</source>
      <translation>Unterwegs</translation>
    </message>
    <message>
      <source>Press, politics and business</source>
      <translation>Presse, Politik und Wirtschaft</translation>
    </message>
    <message>
      <source>Prison</source>
      <translation>Gefängnis</translation>
    </message>
    <message>
      <source>Reality in doubt</source>
      <translation>Zweifel an der Wirklichkeit</translation>
    </message>
    <message>
      <source>Robots and artificial minds</source>
      <translation>Roboter und künstlicher Verstand</translation>
    </message>
    <message>
      <source>Romantic comedy</source>
      <translation>Romantische Komödie</translation>
    </message>
    <message>
      <source>Second World War</source>
      <translation>Zweiter Weltkrieg</translation>
    </message>
    <message>
      <source>Serial killers</source>
      <translation>Serienmörder</translation>
    </message>
    <message>
      <source>Series: {name}</source>
      <translation>Reihe: {name}</translation>
    </message>
    <message>
      <source>Slashers</source>
      <translation>Slasher</translation>
    </message>
    <message>
      <source>Spies and conspiracies</source>
      <translation>Spione und Verschwörungen</translation>
    </message>
    <message>
      <source>Sports</source>
      <translation>Sport</translation>
    </message>
    <message>
      <source>Superheroes</source>
      <translation>Superhelden</translation>
    </message>
    <message>
      <source>Swords and ancient empires</source>
      <translation>Schwerter und alte Reiche</translation>
    </message>
    <message>
      <source>Teenagers and school</source>
      <translation>Jugend und Schule</translation>
    </message>
    <message>
      <source>Thoughtful science fiction</source>
      <translation>Nachdenkliche Science-Fiction</translation>
    </message>
    <message>
      <source>Time travel</source>
      <translation>Zeitreisen</translation>
    </message>
    <message>
      <source>Vampires</source>
      <translation>Vampire</translation>
    </message>
    <message>
      <source>Vietnam and after</source>
      <translation>Vietnam und danach</translation>
    </message>
    <message>
      <source>Well-known documentaries</source>
      <translation>Bekannte Dokumentarfilme</translation>
    </message>
    <message>
      <source>Westerns</source>
      <translation>Western</translation>
    </message>
    <message>
      <source>Zombies and the undead</source>
      <translation>Zombies und Untote</translation>
    </message>
    <message>
      <source>among your movies</source>
      <translation>unter Ihren Filmen</translation>
    </message>
    <message>
      <source>bleak</source>
      <translation>düster</translation>
    </message>
    <message>
      <source>directed by {name}</source>
      <translation>Regie: {name}</translation>
    </message>
    <message>
      <source>dreamlike</source>
      <translation>traumartig</translation>
    </message>
    <message>
      <source>fits “{name}”</source>
      <translation>passt zu „{name}“</translation>
    </message>
    <message>
      <source>found in your history</source>
      <translation>in Ihrem Verlauf gefunden</translation>
    </message>
    <message>
      <source>grand in scale</source>
      <translation>groß angelegt</translation>
    </message>
    <message>
      <source>heartbreaking</source>
      <translation>herzzerreißend</translation>
    </message>
    <message>
      <source>like {name}</source>
      <translation>wie {name}</translation>
    </message>
    <message>
      <source>nerve-racking</source>
      <translation>nervenaufreibend</translation>
    </message>
    <message>
      <source>not among your movies</source>
      <translation>nicht unter Ihren Filmen</translation>
    </message>
    <message>
      <source>quietly eerie</source>
      <translation>schleichend unheimlich</translation>
    </message>
    <message>
      <source>quirky</source>
      <translation>schrullig</translation>
    </message>
    <message>
      <source>revenge</source>
      <translation>Rache</translation>
    </message>
    <message>
      <source>sharply satirical</source>
      <translation>bissig satirisch</translation>
    </message>
    <message>
      <source>stylishly violent</source>
      <translation>stilvoll brutal</translation>
    </message>
    <message>
      <source>very silly</source>
      <translation>sehr albern</translation>
    </message>
    <message>
      <source>warmhearted</source>
      <translation>warmherzig</translation>
    </message>
    <message>
      <source>wistful</source>
      <translation>wehmütig</translation>
    </message>
    <message>
      <source>with {name}</source>
      <translation>mit {name}</translation>
    </message>
  </context>
  <context>
    <name>MoviesPage</name>
    <message numerus="yes">
      <source>%Ln movies found in your history. Which of them did you watch?</source>
      <translation>
        <numerusform>Ein Film in Ihrem Verlauf gefunden. Haben Sie ihn gesehen?</numerusform>
        <numerusform>%Ln Filme in Ihrem Verlauf gefunden. Welche davon haben Sie gesehen?</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln not placed</source>
      <translation>
        <numerusform>%Ln nicht zugeordnet</numerusform>
        <numerusform>%Ln nicht zugeordnet</numerusform>
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
      <source>EpicRec looks for movies in the history of the browsers you chose. What it finds stays on this computer. You can also add movies by hand, or drop an export of Letterboxd, IMDb or Netflix here.</source>
      <translation>EpicRec sucht Filme im Verlauf der Browser, die Sie gewählt haben. Was es findet, bleibt auf diesem Computer. Sie können Filme auch von Hand hinzufügen oder einen Export von Letterboxd, IMDb oder Netflix hier ablegen.</translation>
    </message>
    <message>
      <source>Exports (*.zip *.csv *.tsv *.json *.txt);;All files (*)</source>
      <translation>Exporte (*.zip *.csv *.tsv *.json *.txt);;Alle Dateien (*)</translation>
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
      <source>Import movies</source>
      <translation>Filme importieren</translation>
    </message>
    <message>
      <source>Looked at</source>
      <translation>Nachgesehen</translation>
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
      <source>Movies of trailers, articles and other pages that you opened appear here.</source>
      <translation>Hier erscheinen Filme aus Trailern, Artikeln und anderen Seiten, die Sie geöffnet haben.</translation>
    </message>
    <message>
      <source>Movies you put here can be put back at any time.</source>
      <translation>Filme, die Sie hierher legen, können jederzeit zurück.</translation>
    </message>
    <message>
      <source>No movies yet</source>
      <translation>Noch keine Filme</translation>
    </message>
    <message>
      <source>Not in the catalog yet</source>
      <translation>Noch nicht im Katalog</translation>
    </message>
    <message>
      <source>Not watched</source>
      <translation>Nicht gesehen</translation>
    </message>
    <message>
      <source>Nothing here</source>
      <translation>Hier ist nichts</translation>
    </message>
    <message>
      <source>Nothing of this kind</source>
      <translation>Nichts von dieser Art</translation>
    </message>
    <message>
      <source>Nothing waits for you here. A scan may find more.</source>
      <translation>Hier wartet nichts auf Sie. Eine Suche findet vielleicht mehr.</translation>
    </message>
    <message>
      <source>Only movies you confirm count.</source>
      <translation>Nur Filme, die Sie bestätigen, zählen.</translation>
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
      <source>Show all</source>
      <translation>Alle zeigen</translation>
    </message>
    <message>
      <source>Show as a list</source>
      <translation>Als Liste zeigen</translation>
    </message>
    <message>
      <source>Show as a wall of posters</source>
      <translation>Als Posterwand zeigen</translation>
    </message>
    <message>
      <source>Some movies are left out by what you chose under “Sort and filter”.</source>
      <translation>Manche Filme bleiben weg wegen dessen, was Sie unter „Ordnen und filtern“ gewählt haben.</translation>
    </message>
    <message>
      <source>Suggestions</source>
      <translation>Vorschläge</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Watched</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>What EpicRec noted of the visits is removed too, and this cannot be undone. A later scan may suggest a forgotten movie again.</source>
      <translation>Was EpicRec zu den Besuchen notiert hat, wird mit entfernt, und das lässt sich nicht rückgängig machen. Eine spätere Suche schlägt einen vergessenen Film vielleicht wieder vor.</translation>
    </message>
    <message>
      <source>Which film was it?</source>
      <translation>Welcher Film war es?</translation>
    </message>
    <message>
      <source>You have not allowed EpicRec to read a browser yet. What it finds in the browsers you choose stays on this computer. You can also add movies by hand, or drop an export of Letterboxd, IMDb or Netflix here.</source>
      <translation>EpicRec darf noch keinen Browser lesen. Was es in den Browsern findet, die Sie auswählen, bleibt auf diesem Computer. Sie können Filme auch von Hand hinzufügen oder einen Export von Letterboxd, IMDb oder Netflix hier ablegen.</translation>
    </message>
    <message>
      <source>You looked at these. Nothing says that you watched them, so they count nowhere.</source>
      <translation>Hier haben Sie nachgesehen. Nichts besagt, dass Sie diese Filme gesehen haben; sie zählen nirgends.</translation>
    </message>
    <message>
      <source>Your browsers' history is read on this computer and stays on it.</source>
      <translation>Der Verlauf Ihrer Browser wird auf diesem Computer gelesen und bleibt hier.</translation>
    </message>
    <message>
      <source>“{title}” was another film</source>
      <translation>„{title}“ war ein anderer Film</translation>
    </message>
  </context>
  <context>
    <name>MoviesStep</name>
    <message numerus="yes">
      <source>%Ln films found. Which did you watch?</source>
      <translation>
        <numerusform>Ein Film gefunden. Haben Sie ihn gesehen?</numerusform>
        <numerusform>%Ln Filme gefunden. Welche haben Sie gesehen?</numerusform>
      </translation>
    </message>
    <message>
      <source>Chrome keeps about 90 days. Add older movies in My movies.</source>
      <translation>Chrome behält etwa 90 Tage. Ältere Filme fügen Sie unter „Meine Filme“ hinzu.</translation>
    </message>
    <message>
      <source>Looking for movies</source>
      <translation>Filme werden gesucht</translation>
    </message>
    <message>
      <source>Nothing leaves this computer.</source>
      <translation>Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
      <source>Opened or looked up</source>
      <translation>Geöffnet oder nachgesehen</translation>
    </message>
    <message>
      <source>Pick movies I liked</source>
      <translation>Filme wählen, die ich mag</translation>
    </message>
    <message>
      <source>Played or rated</source>
      <translation>Abgespielt oder bewertet</translation>
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
      <source>Show recommendations</source>
      <translation>Empfehlungen zeigen</translation>
    </message>
    <message>
      <source>Tick what you watched. Nothing leaves this computer.</source>
      <translation>Haken Sie an, was Sie gesehen haben. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
      <source>What was played is ticked. Nothing leaves this computer.</source>
      <translation>Was abgespielt wurde, ist angehakt. Nichts verlässt diesen Computer.</translation>
    </message>
    <message>
      <source>{n} not</source>
      <translation>{n} nicht</translation>
    </message>
    <message>
      <source>{n} open</source>
      <translation>{n} offen</translation>
    </message>
    <message>
      <source>{n} watched</source>
      <translation>{n} gesehen</translation>
    </message>
  </context>
  <context>
    <name>NameDialog</name>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>So that the two of you can be told apart.</source>
      <translation>Damit Sie beide unterschieden werden können.</translation>
    </message>
    <message>
      <source>Your own name</source>
      <translation>Ihr eigener Name</translation>
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
      <source>A list may have been sent</source>
      <translation>Vielleicht ging eine Liste hinaus</translation>
    </message>
    <message>
      <source>Activity</source>
      <translation>Aktivität</translation>
    </message>
    <message>
      <source>Levels differ by category</source>
      <translation>Stufen je nach Kategorie</translation>
    </message>
    <message>
      <source>My movies</source>
      <translation>Meine Filme</translation>
    </message>
    <message>
      <source>No list sent so far</source>
      <translation>Noch keine Liste gesendet</translation>
    </message>
    <message>
      <source>Nothing leaves</source>
      <translation>Nichts geht hinaus</translation>
    </message>
    <message>
      <source>Nothing leaves yet</source>
      <translation>Noch geht nichts hinaus</translation>
    </message>
    <message>
      <source>Only contributions leave</source>
      <translation>Nur Beiträge gehen hinaus</translation>
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
    <message>
      <source>{name} got a list {day}</source>
      <translation>An {name}: {day}</translation>
    </message>
  </context>
  <context>
    <name>NotSharing</name>
    <message>
      <source>A service has learned from many people and can recommend what this computer cannot. Once you share with one, the choice below applies.</source>
      <translation>Ein Dienst hat von vielen Menschen gelernt und kann empfehlen, was dieser Computer nicht kann. Sobald Sie mit einem teilen, gilt die Wahl unten.</translation>
    </message>
    <message>
      <source>Add a service…</source>
      <translation>Dienst hinzufügen …</translation>
    </message>
    <message>
      <source>Nothing leaves this computer now.</source>
      <translation>Zurzeit verlässt nichts diesen Computer.</translation>
    </message>
    <message>
      <source>Once you share with a service, the choice below applies.</source>
      <translation>Sobald Sie mit einem Dienst teilen, gilt die Wahl unten.</translation>
    </message>
    <message>
      <source>Only the contributions that you scheduled leave this computer.</source>
      <translation>Nur die von Ihnen eingeplanten Beiträge verlassen diesen Computer.</translation>
    </message>
    <message>
      <source>Practice</source>
      <translation>Üben</translation>
    </message>
    <message>
      <source>Share with {name}</source>
      <translation>Mit {name} teilen</translation>
    </message>
    <message>
      <source>What a service would get: nothing leaves</source>
      <translation>Was ein Dienst bekäme: nichts verlässt den Computer</translation>
    </message>
  </context>
  <context>
    <name>NoteField</name>
    <message>
      <source>Only for you: it stays on this computer</source>
      <translation>Nur für Sie: Sie bleibt auf diesem Computer</translation>
    </message>
    <message>
      <source>Your note</source>
      <translation>Ihre Notiz</translation>
    </message>
  </context>
  <context>
    <name>OwnMovieDialog</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a film that the catalog does not have</source>
      <translation>Einen Film hinzufügen, den der Katalog nicht hat</translation>
    </message>
    <message>
      <source>Add it anyway…</source>
      <translation>Trotzdem hinzufügen …</translation>
    </message>
    <message>
      <source>Address at IMDb, if you know it</source>
      <translation>Adresse bei IMDb, wenn Sie sie kennen</translation>
    </message>
    <message>
      <source>Categories, if you like</source>
      <translation>Kategorien, wenn Sie mögen</translation>
    </message>
    <message>
      <source>Choose…</source>
      <translation>Wählen …</translation>
    </message>
    <message>
      <source>It stays in your library, and no release contains it. Once a catalog knows the film, your entry becomes that film.</source>
      <translation>Er bleibt in Ihrer Bibliothek, und keine Freigabe enthält ihn. Sobald ein Katalog den Film kennt, wird Ihr Eintrag zu diesem Film.</translation>
    </message>
    <message>
      <source>Title</source>
      <translation>Titel</translation>
    </message>
    <message>
      <source>Year</source>
      <translation>Jahr</translation>
    </message>
  </context>
  <context>
    <name>OwnWords</name>
    <message>
      <source>Add the day…</source>
      <translation>Tag hinzufügen …</translation>
    </message>
    <message>
      <source>Another day…</source>
      <translation>Anderer Tag …</translation>
    </message>
    <message>
      <source>Day on which you saw it</source>
      <translation>Tag, an dem Sie ihn gesehen haben</translation>
    </message>
    <message>
      <source>It was that day</source>
      <translation>Es war dieser Tag</translation>
    </message>
    <message>
      <source>My note</source>
      <translation>Meine Notiz</translation>
    </message>
    <message>
      <source>When I saw it</source>
      <translation>Wann gesehen</translation>
    </message>
    <message>
      <source>Write a day until today, such as {day}.</source>
      <translation>Schreiben Sie einen Tag bis heute, etwa {day}.</translation>
    </message>
  </context>
  <context>
    <name>PayloadView</name>
    <message>
      <source>Byte for byte</source>
      <translation>Byte für Byte</translation>
    </message>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
    <message>
      <source>Exact bytes</source>
      <translation>Genaue Bytes</translation>
    </message>
    <message>
      <source>How to show the bytes</source>
      <translation>Wie die Bytes gezeigt werden</translation>
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
      <source>The exact bytes</source>
      <translation>Die genauen Bytes</translation>
    </message>
    <message>
      <source>The file could not be written. The release is still kept here; choose another place.</source>
      <translation>Die Datei konnte nicht geschrieben werden. Die Freigabe liegt weiter hier; wählen Sie einen anderen Ort.</translation>
    </message>
  </context>
  <context>
    <name>PersonName</name>
    <message>
      <source>People who share a computer account are not protected from each other: each can open the others' files. To keep yours to yourself, encrypt your library with a passphrase, under Settings → Safety → Encryption.</source>
      <translation>Personen, die sich ein Benutzerkonto teilen, sind nicht voreinander geschützt: Jede kann die Dateien der anderen öffnen. Um Ihre für sich zu behalten, verschlüsseln Sie Ihre Bibliothek mit einer Passphrase, unter Einstellungen → Sicherheit → Verschlüsselung.</translation>
    </message>
  </context>
  <context>
    <name>PersonPage</name>
    <message>
      <source>Actor</source>
      <translation>Schauspiel</translation>
    </message>
    <message>
      <source>Directed</source>
      <translation>Regie geführt</translation>
    </message>
    <message>
      <source>Director</source>
      <translation>Regie</translation>
    </message>
    <message>
      <source>Near these films</source>
      <translation>Nahe an diesen Filmen</translation>
    </message>
    <message>
      <source>Plays in</source>
      <translation>Spielt in</translation>
    </message>
    <message>
      <source>best known, not seen</source>
      <translation>am bekanntesten, noch nicht gesehen</translation>
    </message>
    <message>
      <source>by year</source>
      <translation>nach Jahr</translation>
    </message>
    <message>
      <source>films seen</source>
      <translation>Filme gesehen</translation>
    </message>
    <message>
      <source>ranked here</source>
      <translation>hier sortiert</translation>
    </message>
    <message>
      <source>your stars</source>
      <translation>Ihre Sterne</translation>
    </message>
    <message>
      <source>{seen} of {total}</source>
      <translation>{seen} von {total}</translation>
    </message>
  </context>
  <context>
    <name>PickStep</name>
    <message>
      <source>Pick some movies you liked</source>
      <translation>Wählen Sie Filme, die Ihnen gefallen haben</translation>
    </message>
    <message>
      <source>Show recommendations</source>
      <translation>Empfehlungen zeigen</translation>
    </message>
    <message>
      <source>Three are enough to begin with. They stay on this computer.</source>
      <translation>Drei genügen für den Anfang. Sie bleiben auf diesem Computer.</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
  </context>
  <context>
    <name>PlaceNames</name>
    <message>
      <source>Afghanistan</source>
      <translation>Afghanistan</translation>
    </message>
    <message>
      <source>Afrikaans</source>
      <translation>Afrikaans</translation>
    </message>
    <message>
      <source>Albania</source>
      <translation>Albanien</translation>
    </message>
    <message>
      <source>Algeria</source>
      <translation>Algerien</translation>
    </message>
    <message>
      <source>Arabic</source>
      <translation>Arabisch</translation>
    </message>
    <message>
      <source>Argentina</source>
      <translation>Argentinien</translation>
    </message>
    <message>
      <source>Australia</source>
      <translation>Australien</translation>
    </message>
    <message>
      <source>Austria</source>
      <translation>Österreich</translation>
    </message>
    <message>
      <source>Azerbaijani</source>
      <translation>Aserbaidschanisch</translation>
    </message>
    <message>
      <source>Bahamas</source>
      <translation>Bahamas</translation>
    </message>
    <message>
      <source>Bambara</source>
      <translation>Bambara</translation>
    </message>
    <message>
      <source>Belgium</source>
      <translation>Belgien</translation>
    </message>
    <message>
      <source>Benin</source>
      <translation>Benin</translation>
    </message>
    <message>
      <source>Bosnia and Herzegovina</source>
      <translation>Bosnien und Herzegowina</translation>
    </message>
    <message>
      <source>Botswana</source>
      <translation>Botswana</translation>
    </message>
    <message>
      <source>Brazil</source>
      <translation>Brasilien</translation>
    </message>
    <message>
      <source>Bulgaria</source>
      <translation>Bulgarien</translation>
    </message>
    <message>
      <source>Burkina Faso</source>
      <translation>Burkina Faso</translation>
    </message>
    <message>
      <source>Cambodia</source>
      <translation>Kambodscha</translation>
    </message>
    <message>
      <source>Cameroon</source>
      <translation>Kamerun</translation>
    </message>
    <message>
      <source>Canada</source>
      <translation>Kanada</translation>
    </message>
    <message>
      <source>Cantonese</source>
      <translation>Kantonesisch</translation>
    </message>
    <message>
      <source>Chile</source>
      <translation>Chile</translation>
    </message>
    <message>
      <source>China</source>
      <translation>China</translation>
    </message>
    <message>
      <source>Colombia</source>
      <translation>Kolumbien</translation>
    </message>
    <message>
      <source>Cuba</source>
      <translation>Kuba</translation>
    </message>
    <message>
      <source>Cyprus</source>
      <translation>Zypern</translation>
    </message>
    <message>
      <source>Czech</source>
      <translation>Tschechisch</translation>
    </message>
    <message>
      <source>Czech Republic</source>
      <translation>Tschechien</translation>
    </message>
    <message>
      <source>Czechoslovakia</source>
      <translation>Tschechoslowakei</translation>
    </message>
    <message>
      <source>Danish</source>
      <translation>Dänisch</translation>
    </message>
    <message>
      <source>Denmark</source>
      <translation>Dänemark</translation>
    </message>
    <message>
      <source>Dominican Republic</source>
      <translation>Dominikanische Republik</translation>
    </message>
    <message>
      <source>Dutch</source>
      <translation>Niederländisch</translation>
    </message>
    <message>
      <source>East Germany</source>
      <translation>DDR</translation>
    </message>
    <message>
      <source>Ecuador</source>
      <translation>Ecuador</translation>
    </message>
    <message>
      <source>Egypt</source>
      <translation>Ägypten</translation>
    </message>
    <message>
      <source>English</source>
      <translation>Englisch</translation>
    </message>
    <message>
      <source>Estonia</source>
      <translation>Estland</translation>
    </message>
    <message>
      <source>Finland</source>
      <translation>Finnland</translation>
    </message>
    <message>
      <source>Finnish</source>
      <translation>Finnisch</translation>
    </message>
    <message>
      <source>France</source>
      <translation>Frankreich</translation>
    </message>
    <message>
      <source>French</source>
      <translation>Französisch</translation>
    </message>
    <message>
      <source>Georgia</source>
      <translation>Georgien</translation>
    </message>
    <message>
      <source>German</source>
      <translation>Deutsch</translation>
    </message>
    <message>
      <source>Germany</source>
      <translation>Deutschland</translation>
    </message>
    <message>
      <source>Ghana</source>
      <translation>Ghana</translation>
    </message>
    <message>
      <source>Greece</source>
      <translation>Griechenland</translation>
    </message>
    <message>
      <source>Greek</source>
      <translation>Griechisch</translation>
    </message>
    <message>
      <source>Hebrew</source>
      <translation>Hebräisch</translation>
    </message>
    <message>
      <source>Hindi</source>
      <translation>Hindi</translation>
    </message>
    <message>
      <source>Hong Kong</source>
      <translation>Hongkong</translation>
    </message>
    <message>
      <source>Hungary</source>
      <translation>Ungarn</translation>
    </message>
    <message>
      <source>Iceland</source>
      <translation>Island</translation>
    </message>
    <message>
      <source>India</source>
      <translation>Indien</translation>
    </message>
    <message>
      <source>Indonesia</source>
      <translation>Indonesien</translation>
    </message>
    <message>
      <source>Indonesian</source>
      <translation>Indonesisch</translation>
    </message>
    <message>
      <source>Iran</source>
      <translation>Iran</translation>
    </message>
    <message>
      <source>Ireland</source>
      <translation>Irland</translation>
    </message>
    <message>
      <source>Israel</source>
      <translation>Israel</translation>
    </message>
    <message>
      <source>Italian</source>
      <translation>Italienisch</translation>
    </message>
    <message>
      <source>Italy</source>
      <translation>Italien</translation>
    </message>
    <message>
      <source>Japan</source>
      <translation>Japan</translation>
    </message>
    <message>
      <source>Japanese</source>
      <translation>Japanisch</translation>
    </message>
    <message>
      <source>Jordan</source>
      <translation>Jordanien</translation>
    </message>
    <message>
      <source>Kannada</source>
      <translation>Kannada</translation>
    </message>
    <message>
      <source>Kazakhstan</source>
      <translation>Kasachstan</translation>
    </message>
    <message>
      <source>Kenya</source>
      <translation>Kenia</translation>
    </message>
    <message>
      <source>Korean</source>
      <translation>Koreanisch</translation>
    </message>
    <message>
      <source>Latvia</source>
      <translation>Lettland</translation>
    </message>
    <message>
      <source>Lebanon</source>
      <translation>Libanon</translation>
    </message>
    <message>
      <source>Luxembourg</source>
      <translation>Luxemburg</translation>
    </message>
    <message>
      <source>Malayalam</source>
      <translation>Malayalam</translation>
    </message>
    <message>
      <source>Malaysia</source>
      <translation>Malaysia</translation>
    </message>
    <message>
      <source>Mali</source>
      <translation>Mali</translation>
    </message>
    <message>
      <source>Malta</source>
      <translation>Malta</translation>
    </message>
    <message>
      <source>Mandarin</source>
      <translation>Mandarin</translation>
    </message>
    <message>
      <source>Mauritania</source>
      <translation>Mauretanien</translation>
    </message>
    <message>
      <source>Mexico</source>
      <translation>Mexiko</translation>
    </message>
    <message>
      <source>Morocco</source>
      <translation>Marokko</translation>
    </message>
    <message>
      <source>Netherlands</source>
      <translation>Niederlande</translation>
    </message>
    <message>
      <source>New Zealand</source>
      <translation>Neuseeland</translation>
    </message>
    <message>
      <source>Nigeria</source>
      <translation>Nigeria</translation>
    </message>
    <message>
      <source>North Macedonia</source>
      <translation>Nordmazedonien</translation>
    </message>
    <message>
      <source>Norway</source>
      <translation>Norwegen</translation>
    </message>
    <message>
      <source>Norwegian</source>
      <translation>Norwegisch</translation>
    </message>
    <message>
      <source>Pakistan</source>
      <translation>Pakistan</translation>
    </message>
    <message>
      <source>Palestine</source>
      <translation>Palästina</translation>
    </message>
    <message>
      <source>Persian</source>
      <translation>Persisch</translation>
    </message>
    <message>
      <source>Peru</source>
      <translation>Peru</translation>
    </message>
    <message>
      <source>Poland</source>
      <translation>Polen</translation>
    </message>
    <message>
      <source>Polish</source>
      <translation>Polnisch</translation>
    </message>
    <message>
      <source>Portugal</source>
      <translation>Portugal</translation>
    </message>
    <message>
      <source>Portuguese</source>
      <translation>Portugiesisch</translation>
    </message>
    <message>
      <source>Qatar</source>
      <translation>Katar</translation>
    </message>
    <message>
      <source>Romania</source>
      <translation>Rumänien</translation>
    </message>
    <message>
      <source>Romanian</source>
      <translation>Rumänisch</translation>
    </message>
    <message>
      <source>Russia</source>
      <translation>Russland</translation>
    </message>
    <message>
      <source>Russian</source>
      <translation>Russisch</translation>
    </message>
    <message>
      <source>Saudi Arabia</source>
      <translation>Saudi-Arabien</translation>
    </message>
    <message>
      <source>Senegal</source>
      <translation>Senegal</translation>
    </message>
    <message>
      <source>Serbia and Montenegro</source>
      <translation>Serbien und Montenegro</translation>
    </message>
    <message>
      <source>Singapore</source>
      <translation>Singapur</translation>
    </message>
    <message>
      <source>Slovakia</source>
      <translation>Slowakei</translation>
    </message>
    <message>
      <source>Slovenia</source>
      <translation>Slowenien</translation>
    </message>
    <message>
      <source>South Africa</source>
      <translation>Südafrika</translation>
    </message>
    <message>
      <source>South Korea</source>
      <translation>Südkorea</translation>
    </message>
    <message>
      <source>Soviet Union</source>
      <translation>Sowjetunion</translation>
    </message>
    <message>
      <source>Spain</source>
      <translation>Spanien</translation>
    </message>
    <message>
      <source>Spanish</source>
      <translation>Spanisch</translation>
    </message>
    <message>
      <source>Sweden</source>
      <translation>Schweden</translation>
    </message>
    <message>
      <source>Swedish</source>
      <translation>Schwedisch</translation>
    </message>
    <message>
      <source>Switzerland</source>
      <translation>Schweiz</translation>
    </message>
    <message>
      <source>Taiwan</source>
      <translation>Taiwan</translation>
    </message>
    <message>
      <source>Tamil</source>
      <translation>Tamil</translation>
    </message>
    <message>
      <source>Telugu</source>
      <translation>Telugu</translation>
    </message>
    <message>
      <source>Thai</source>
      <translation>Thailändisch</translation>
    </message>
    <message>
      <source>Thailand</source>
      <translation>Thailand</translation>
    </message>
    <message>
      <source>Tunisia</source>
      <translation>Tunesien</translation>
    </message>
    <message>
      <source>Turkey</source>
      <translation>Türkei</translation>
    </message>
    <message>
      <source>Turkish</source>
      <translation>Türkisch</translation>
    </message>
    <message>
      <source>Ukraine</source>
      <translation>Ukraine</translation>
    </message>
    <message>
      <source>United Arab Emirates</source>
      <translation>Vereinigte Arabische Emirate</translation>
    </message>
    <message>
      <source>United Kingdom</source>
      <translation>Großbritannien</translation>
    </message>
    <message>
      <source>United States</source>
      <translation>USA</translation>
    </message>
    <message>
      <source>Venezuela</source>
      <translation>Venezuela</translation>
    </message>
    <message>
      <source>Vietnam</source>
      <translation>Vietnam</translation>
    </message>
    <message>
      <source>West Germany</source>
      <translation>Bundesrepublik (bis 1990)</translation>
    </message>
    <message>
      <source>Yugoslavia</source>
      <translation>Jugoslawien</translation>
    </message>
    <message>
      <source>Zambia</source>
      <translation>Sambia</translation>
    </message>
  </context>
  <context>
    <name>PosterActions</name>
    <message>
      <source>I did not watch it</source>
      <translation>Nicht gesehen</translation>
    </message>
    <message>
      <source>I watched it</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>I watched it and liked it</source>
      <translation>Gesehen und gemocht</translation>
    </message>
    <message>
      <source>Not interested</source>
      <translation>Kein Interesse</translation>
    </message>
    <message>
      <source>Take it off the watchlist</source>
      <translation>Von der Merkliste nehmen</translation>
    </message>
    <message>
      <source>This movie is not in the catalog on this computer, so nothing could be kept of it.</source>
      <translation>Dieser Film ist nicht im Katalog auf diesem Computer; darum konnte nichts festgehalten werden.</translation>
    </message>
    <message>
      <source>To the watchlist</source>
      <translation>Auf die Merkliste</translation>
    </message>
    <message>
      <source>answer taken back</source>
      <translation>Antwort zurückgenommen</translation>
    </message>
    <message>
      <source>disliked</source>
      <translation>gefiel mir nicht</translation>
    </message>
    <message>
      <source>kept to yourself</source>
      <translation>für sich behalten</translation>
    </message>
    <message>
      <source>less weight in a release</source>
      <translation>zählt in einer Freigabe weniger</translation>
    </message>
    <message>
      <source>liked</source>
      <translation>gefiel mir</translation>
    </message>
    <message>
      <source>not interested</source>
      <translation>kein Interesse</translation>
    </message>
    <message>
      <source>not recommended again</source>
      <translation>nicht wieder empfohlen</translation>
    </message>
    <message>
      <source>off your watchlist</source>
      <translation>von Ihrer Merkliste genommen</translation>
    </message>
    <message>
      <source>on your watchlist</source>
      <translation>auf Ihrer Merkliste</translation>
    </message>
    <message>
      <source>released as usual</source>
      <translation>wird normal freigegeben</translation>
    </message>
    <message>
      <source>seen again</source>
      <translation>nochmals gesehen</translation>
    </message>
    <message>
      <source>the day you saw it</source>
      <translation>der Tag, an dem Sie ihn sahen</translation>
    </message>
    <message>
      <source>watched</source>
      <translation>gesehen</translation>
    </message>
    <message>
      <source>your note</source>
      <translation>Ihre Notiz</translation>
    </message>
  </context>
  <context>
    <name>PosterStrip</name>
    <message>
      <source>{movie}: I liked it</source>
      <translation>{movie}: hat mir gefallen</translation>
    </message>
  </context>
  <context>
    <name>Practice</name>
    <message>
      <source>A real list</source>
      <translation>Eine echte Liste</translation>
    </message>
    <message>
      <source>A real list is blurred anew. Each list here is, too, and together they tell more: that is why a real one is blurred once a month.</source>
      <translation>Eine echte Liste wird neu unscharf gemacht. Jede Liste hier auch, und zusammen verraten sie mehr: Darum wird eine echte nur einmal im Monat unscharf gemacht.</translation>
    </message>
    <message>
      <source>A rehearsal. Nothing leaves, and nothing is counted.</source>
      <translation>Eine Probe. Nichts verlässt den Computer, und nichts wird angerechnet.</translation>
    </message>
    <message>
      <source>At these levels nothing leaves.</source>
      <translation>Bei diesen Stufen verlässt nichts den Computer.</translation>
    </message>
    <message>
      <source>Blurred numbers</source>
      <translation>Unscharfe Zahlen</translation>
    </message>
    <message>
      <source>Former list</source>
      <translation>Vorige Liste</translation>
    </message>
    <message>
      <source>How sure it can be</source>
      <translation>Wie sicher er sein kann</translation>
    </message>
    <message>
      <source>It knows for certain</source>
      <translation>Sicher weiß er</translation>
    </message>
    <message>
      <source>It would guess</source>
      <translation>Er würde vermuten</translation>
    </message>
    <message>
      <source>It would recommend</source>
      <translation>Er würde empfehlen</translation>
    </message>
    <message>
      <source>Its guesses</source>
      <translation>Seine Vermutungen</translation>
    </message>
    <message>
      <source>Later list</source>
      <translation>Nächste Liste</translation>
    </message>
    <message>
      <source>Less than most, who have {usual}: {kind}, {answer}.</source>
      <translation>Weniger als die meisten, die {usual} haben: {kind}, {answer}.</translation>
    </message>
    <message>
      <source>Make another list</source>
      <translation>Noch eine Liste machen</translation>
    </message>
    <message>
      <source>Making the list…</source>
      <translation>Die Liste wird gemacht…</translation>
    </message>
    <message>
      <source>More than most, who have {usual}: {kind}, {answer}.</source>
      <translation>Mehr als die meisten, die {usual} haben: {kind}, {answer}.</translation>
    </message>
    <message>
      <source>Practice on this computer</source>
      <translation>Üben auf diesem Computer</translation>
    </message>
    <message>
      <source>The exact bytes</source>
      <translation>Die genauen Bytes</translation>
    </message>
    <message>
      <source>What does this mean?</source>
      <translation>Was heißt das?</translation>
    </message>
    <message>
      <source>What it has</source>
      <translation>Was er hat</translation>
    </message>
    <message>
      <source>You would send</source>
      <translation>Sie würden senden</translation>
    </message>
    <message>
      <source>true</source>
      <translation>stimmt</translation>
    </message>
    <message>
      <source>wrong</source>
      <translation>falsch</translation>
    </message>
    <message>
      <source>you are like most</source>
      <translation>Sie sind wie die meisten</translation>
    </message>
    <message>
      <source>{kind}: less ({answer})</source>
      <translation>{kind}: weniger ({answer})</translation>
    </message>
    <message>
      <source>{kind}: more ({answer})</source>
      <translation>{kind}: mehr ({answer})</translation>
    </message>
    <message>
      <source>{movies}; any may be one you never saw</source>
      <translation>{movies}; jeder kann einer sein, den Sie nie sahen</translation>
    </message>
  </context>
  <context>
    <name>Privacy</name>
    <message numerus="yes">
      <source>%Ln by name</source>
      <translation>
        <numerusform>einer mit Namen</numerusform>
        <numerusform>%Ln mit Namen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln categories have a level of their own.</source>
      <translation>
        <numerusform>Eine Kategorie hat eine eigene Stufe.</numerusform>
        <numerusform>%Ln Kategorien haben eine eigene Stufe.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln confirmed movies may leave as they are. The others stay here.</source>
      <translation>
        <numerusform>Ein bestätigter Film darf unverändert hinaus. Die anderen bleiben hier.</numerusform>
        <numerusform>%Ln bestätigte Filme dürfen unverändert hinaus. Die anderen bleiben hier.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln kept to yourself now</source>
      <translation>
        <numerusform>einen behalten Sie jetzt für sich</numerusform>
        <numerusform>%Ln behalten Sie jetzt für sich</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln later</source>
      <translation>
        <numerusform>einer später</numerusform>
        <numerusform>%Ln später</numerusform>
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
      <source>%Ln movies wait for {month}: a month is blurred once, as several versions would reveal what each one hides.</source>
      <translation>
        <numerusform>Ein Film wartet auf {month}: Ein Monat wird nur einmal unscharf gemacht, da mehrere Fassungen verrieten, was jede verbirgt.</numerusform>
        <numerusform>%Ln Filme warten auf {month}: Ein Monat wird nur einmal unscharf gemacht, da mehrere Fassungen verrieten, was jede verbirgt.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln not at all</source>
      <translation>
        <numerusform>einer gar nicht</numerusform>
        <numerusform>%Ln gar nicht</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln only in blurred numbers</source>
      <translation>
        <numerusform>einer nur in unscharfen Zahlen</numerusform>
        <numerusform>%Ln nur in unscharfen Zahlen</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln still in numbers made before</source>
      <translation>
        <numerusform>einer noch in Zahlen von vorher</numerusform>
        <numerusform>%Ln noch in Zahlen von vorher</numerusform>
      </translation>
    </message>
    <message>
      <source>A blurred list may leave.</source>
      <translation>Eine unscharfe Liste darf hinaus.</translation>
    </message>
    <message>
      <source>A blurred list may leave. Any movie in it may be one you never saw.</source>
      <translation>Eine unscharfe Liste darf hinaus. Jeder Film darin kann einer sein, den Sie nie gesehen haben.</translation>
    </message>
    <message numerus="yes">
      <source>All %Ln confirmed movies may leave as they are.</source>
      <translation>
        <numerusform>Ihr bestätigter Film darf so hinaus, wie er ist.</numerusform>
        <numerusform>Alle %Ln bestätigten Filme dürfen so hinaus, wie sie sind.</numerusform>
      </translation>
    </message>
    <message>
      <source>An example of what one would get.</source>
      <translation>Ein Beispiel dessen, was einer bekäme.</translation>
    </message>
    <message>
      <source>An example: you see the real list before it is sent.</source>
      <translation>Ein Beispiel: Die echte Liste sehen Sie, bevor sie gesendet wird.</translation>
    </message>
    <message>
      <source>Any movie in it may be one you never saw.</source>
      <translation>Jeder Film darin kann einer sein, den Sie nie gesehen haben.</translation>
    </message>
    <message>
      <source>Any movie not sent by name may be one you never saw.</source>
      <translation>Jeder nicht mit Namen gesendete Film kann einer sein, den Sie nie gesehen haben.</translation>
    </message>
    <message>
      <source>Blurred once and for good. Movies you confirm from now on wait for {month}. “Not now” keeps the list.</source>
      <translation>Einmal und endgültig unscharf gemacht. Filme, die Sie ab jetzt bestätigen, warten auf {month}. „Jetzt nicht“ behält die Liste.</translation>
    </message>
    <message>
      <source>Confirm movies in My movies, and they appear here.</source>
      <translation>Bestätigen Sie Filme unter „Meine Filme“, dann erscheinen sie hier.</translation>
    </message>
    <message>
      <source>Does not leave</source>
      <translation>Bleibt hier</translation>
    </message>
    <message>
      <source>Exactly this list would be sent, with the blurred numbers that it is made from.</source>
      <translation>Genau diese Liste würde gesendet, mit den unscharfen Zahlen, aus denen sie gemacht ist.</translation>
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
      <source>How well this list alone recommends</source>
      <translation>Wie gut diese Liste allein empfiehlt</translation>
    </message>
    <message>
      <source>How well {name} can recommend</source>
      <translation>Wie gut {name} empfehlen kann</translation>
    </message>
    <message>
      <source>It is blurred once: movies you confirm after that wait for {month}.</source>
      <translation>Sie wird einmal unscharf gemacht: Filme, die Sie danach bestätigen, warten auf {month}.</translation>
    </message>
    <message>
      <source>Made of the movies that are confirmed now.</source>
      <translation>Aus den Filmen, die jetzt bestätigt sind.</translation>
    </message>
    <message>
      <source>Movies you confirm now wait for {month}.</source>
      <translation>Filme, die Sie jetzt bestätigen, warten auf {month}.</translation>
    </message>
    <message numerus="yes">
      <source>No list is sent, except from %Ln categories set below.</source>
      <translation>
        <numerusform>Keine Liste wird gesendet, außer aus einer unten gewählten Kategorie.</numerusform>
        <numerusform>Keine Liste wird gesendet, außer aus %Ln unten gewählten Kategorien.</numerusform>
      </translation>
    </message>
    <message>
      <source>No list is sent, so no service recommends anything. “For you” stays the same.</source>
      <translation>Keine Liste wird gesendet, also empfiehlt kein Dienst etwas. „Für Sie“ bleibt gleich.</translation>
    </message>
    <message>
      <source>No list is sent.</source>
      <translation>Es wird keine Liste gesendet.</translation>
    </message>
    <message>
      <source>No list is sent. Recommendations are ranked on this computer.</source>
      <translation>Es wird keine Liste gesendet. Empfehlungen werden auf diesem Computer zusammengestellt.</translation>
    </message>
    <message>
      <source>No list leaves: every category is set to “Nothing”.</source>
      <translation>Keine Liste geht hinaus: Jede Kategorie steht auf „Nichts“.</translation>
    </message>
    <message>
      <source>No movie</source>
      <translation>Kein Film</translation>
    </message>
    <message>
      <source>No movie would be named.</source>
      <translation>Kein Film würde genannt.</translation>
    </message>
    <message>
      <source>No service is in use, so nothing is sent.</source>
      <translation>Kein Dienst ist in Gebrauch, also wird nichts gesendet.</translation>
    </message>
    <message>
      <source>Of your movies: {parts}</source>
      <translation>Von Ihren Filmen: {parts}</translation>
    </message>
    <message>
      <source>One movie</source>
      <translation>Ein Film</translation>
    </message>
    <message>
      <source>Only a blurred list may leave: every category is set to “Blurred”.</source>
      <translation>Nur eine unscharfe Liste darf hinaus: Alle Kategorien stehen auf „Unscharf“.</translation>
    </message>
    <message numerus="yes">
      <source>Send %Ln movies</source>
      <translation>
        <numerusform>Einen Film senden</numerusform>
        <numerusform>%Ln Filme senden</numerusform>
      </translation>
    </message>
    <message>
      <source>Send again to {name}</source>
      <translation>Noch einmal an {name} senden</translation>
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
      <source>Send to {name}</source>
      <translation>An {name} senden</translation>
    </message>
    <message>
      <source>The bars say how good recommendations made only from what leaves can be, measured on {people} people of the imported ratings: 100 % with your whole list, {popular} % with nothing but what is popular. “For you” and the rows by category are made from your whole list on this computer, whatever the level.</source>
      <translation>Die Balken sagen, wie gut Empfehlungen allein aus dem sein können, was hinausgeht, gemessen an {people} Personen der importierten Bewertungen: 100 % mit Ihrer ganzen Liste, {popular} % nur mit dem, was beliebt ist. „Für Sie“ und die Reihen nach Kategorien entstehen auf diesem Computer aus Ihrer ganzen Liste, gleich bei welcher Stufe.</translation>
    </message>
    <message>
      <source>This computer says that today is {now}. Before, it was {last}. Is {now} right?</source>
      <translation>Laut diesem Computer ist heute der {now}. Vorher war es der {last}. Stimmt der {now}?</translation>
    </message>
    <message>
      <source>This is the real list, blurred once and for good. Exactly this list would be sent, with the blurred numbers that it is made from.</source>
      <translation>Das ist die echte Liste, ein für alle Mal unscharf gemacht. Genau diese Liste würde gesendet, mit den unscharfen Zahlen, aus denen sie gebildet ist.</translation>
    </message>
    <message>
      <source>This is what one would get.</source>
      <translation>Das bekäme einer.</translation>
    </message>
    <message>
      <source>This list was made in {month} and sent; it would be sent again unchanged.</source>
      <translation>Diese Liste wurde im {month} erstellt und gesendet; sie würde unverändert noch einmal gesendet.</translation>
    </message>
    <message>
      <source>This list was made in {month}. No recommendations came for it yet; it would be sent unchanged.</source>
      <translation>Diese Liste wurde im {month} erstellt. Empfehlungen kamen dafür noch nicht; sie würde unverändert gesendet.</translation>
    </message>
    <message>
      <source>What else counts</source>
      <translation>Was noch zählt</translation>
    </message>
    <message>
      <source>What is counted, and how much it is blurred, is decided here, never by the service.</source>
      <translation>Was gezählt und wie unscharf es gemacht wird, wird hier bestimmt, nie vom Dienst.</translation>
    </message>
    <message>
      <source>What it has</source>
      <translation>Was er hat</translation>
    </message>
    <message>
      <source>What would leave is not known before {name} answers, so nothing can be released. Your levels are kept.</source>
      <translation>Was diesen Computer verlassen würde, ist erst bekannt, wenn {name} antwortet; bis dahin kann nichts freigegeben werden. Ihre Stufen bleiben.</translation>
    </message>
    <message>
      <source>When</source>
      <translation>Wann</translation>
    </message>
    <message>
      <source>With levels per category they are an estimate between measured figures.</source>
      <translation>Mit Stufen je Kategorie sind sie eine Schätzung zwischen gemessenen Werten.</translation>
    </message>
    <message>
      <source>You see the list before it is sent.</source>
      <translation>Sie sehen die Liste, bevor sie gesendet wird.</translation>
    </message>
    <message>
      <source>Your confirmed movies may leave as they are.</source>
      <translation>Ihre bestätigten Filme dürfen so hinaus, wie sie sind.</translation>
    </message>
    <message>
      <source>Your confirmed movies may leave as they are: every category is set to “Everything”.</source>
      <translation>Ihre bestätigten Filme dürfen so hinaus, wie sie sind: Alle Kategorien stehen auf „Alles“.</translation>
    </message>
    <message>
      <source>Your movies</source>
      <translation>Ihre Filme</translation>
    </message>
    <message>
      <source>Your stars, days and notes.</source>
      <translation>Ihre Sterne, Tage und Notizen.</translation>
    </message>
    <message>
      <source>Your taste</source>
      <translation>Ihr Geschmack</translation>
    </message>
    <message>
      <source>an example</source>
      <translation>ein Beispiel</translation>
    </message>
    <message>
      <source>{categories}: set to “Nothing”. Your stars, days and notes.</source>
      <translation>{categories}: auf „Nichts“ gestellt. Ihre Sterne, Tage und Notizen.</translation>
    </message>
    <message>
      <source>{category} ({count})</source>
      <translation>{category} ({count})</translation>
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
      <source>{movies}, made before</source>
      <translation>{movies}, früher entstanden</translation>
    </message>
    <message>
      <source>{movies}, sent before</source>
      <translation>{movies}, schon gesendet</translation>
    </message>
    <message>
      <source>“For you” and the rows by category are always made here, from your whole list. How good those from what leaves are is not known yet: it is measured when public ratings are imported, in Settings.</source>
      <translation>„Für Sie“ und die Reihen nach Kategorien entstehen immer hier, aus Ihrer ganzen Liste. Wie gut Empfehlungen aus dem sind, was hinausgeht, ist noch nicht bekannt: Es wird gemessen, wenn öffentliche Bewertungen importiert werden, in den Einstellungen.</translation>
    </message>
  </context>
  <context>
    <name>PrivacyPage</name>
    <message numerus="yes">
      <source>%Ln own levels</source>
      <translation>
        <numerusform>eine eigene Stufe</numerusform>
        <numerusform>%Ln eigene Stufen</numerusform>
      </translation>
    </message>
    <message>
      <source>Details</source>
      <translation>Einzelheiten</translation>
    </message>
    <message>
      <source>Different levels per category</source>
      <translation>Eigene Stufen je Kategorie</translation>
    </message>
    <message>
      <source>Get recommendations</source>
      <translation>Empfehlungen holen</translation>
    </message>
    <message>
      <source>How does blurring work?</source>
      <translation>Wie funktioniert die Unschärfe?</translation>
    </message>
    <message>
      <source>Looking at what would leave…</source>
      <translation>Es wird berechnet, was diesen Computer verlassen würde …</translation>
    </message>
    <message>
      <source>Looking at what {name} would get…</source>
      <translation>Es wird nachgesehen, was {name} bekäme…</translation>
    </message>
    <message>
      <source>Movies of each group</source>
      <translation>Filme jeder Gruppe</translation>
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
      <source>Undo {what}</source>
      <translation>{what} rückgängig</translation>
    </message>
    <message>
      <source>What a service would get</source>
      <translation>Was ein Dienst bekäme</translation>
    </message>
    <message>
      <source>What would leave</source>
      <translation>Was diesen Computer verlassen würde</translation>
    </message>
    <message>
      <source>What would leave was not worked out. Your level is kept, and nothing was sent.</source>
      <translation>Was diesen Computer verlassen würde, wurde nicht ermittelt. Ihre Stufe bleibt, und es wurde nichts gesendet.</translation>
    </message>
    <message>
      <source>not known</source>
      <translation>nicht bekannt</translation>
    </message>
    <message>
      <source>“Stop sharing”</source>
      <translation>„Nicht mehr teilen“</translation>
    </message>
  </context>
  <context>
    <name>ProfileList</name>
    <message>
      <source>Choose a folder…</source>
      <translation>Ordner wählen …</translation>
    </message>
    <message>
      <source>Only ticked profiles are read, compared with a list of movies here, and then forgotten.</source>
      <translation>Nur angehakte Profile werden gelesen, hier mit einer Liste von Filmen verglichen und wieder vergessen.</translation>
    </message>
    <message>
      <source>Only ticked profiles are read. Several people use this computer account: tick what you alone browse with. The pages you visited are compared with a list of movies here, and then forgotten.</source>
      <translation>Nur angehakte Profile werden gelesen. Dieses Konto des Computers nutzen mehrere Personen: Haken Sie an, womit nur Sie surfen. Die besuchten Seiten werden hier mit einer Liste von Filmen verglichen und wieder vergessen.</translation>
    </message>
    <message>
      <source>Tick all</source>
      <translation>Alle anhaken</translation>
    </message>
    <message>
      <source>Where may EpicRec look?</source>
      <translation>Wo darf EpicRec nachsehen?</translation>
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
    <name>ProtectionSection</name>
    <message>
      <source>Anyone who takes this computer's disk or copies its files can read your library. Encrypted, it cannot be read without its key.</source>
      <translation>Wer den Datenträger dieses Computers mitnimmt oder seine Dateien kopiert, kann Ihre Bibliothek lesen. Verschlüsselt ist sie ohne Schlüssel nicht lesbar.</translation>
    </message>
    <message>
      <source>Change</source>
      <translation>Ändern</translation>
    </message>
    <message>
      <source>Change how it is unlocked…</source>
      <translation>Entsperren ändern …</translation>
    </message>
    <message>
      <source>Encrypt</source>
      <translation>Verschlüsseln</translation>
    </message>
    <message>
      <source>Encrypt your library?</source>
      <translation>Ihre Bibliothek verschlüsseln?</translation>
    </message>
    <message>
      <source>Encryption</source>
      <translation>Verschlüsselung</translation>
    </message>
    <message>
      <source>Encrypt…</source>
      <translation>Verschlüsseln …</translation>
    </message>
    <message>
      <source>EpicRec closes your library, encrypts it, and opens it again. Copies made before an update or an import are removed. You get a recovery code to write down: without it and without the key, nobody can open your library again.</source>
      <translation>EpicRec schließt Ihre Bibliothek, verschlüsselt sie und öffnet sie wieder. Kopien von vor einer Aktualisierung oder einem Import werden entfernt. Sie bekommen einen Wiederherstellungscode zum Aufschreiben: Ohne ihn und ohne den Schlüssel kann niemand Ihre Bibliothek wieder öffnen.</translation>
    </message>
    <message>
      <source>EpicRec writes your library as a plain file again. Anyone who reads this disk can then read it. Key and recovery code are forgotten.</source>
      <translation>EpicRec schreibt Ihre Bibliothek wieder als unverschlüsselte Datei. Wer diesen Datenträger liest, kann sie dann lesen. Schlüssel und Wiederherstellungscode werden vergessen.</translation>
    </message>
    <message>
      <source>How is it unlocked from now on?</source>
      <translation>Wie wird sie von jetzt an entsperrt?</translation>
    </message>
    <message>
      <source>Lock now</source>
      <translation>Jetzt sperren</translation>
    </message>
    <message>
      <source>Make a new one</source>
      <translation>Neuen erzeugen</translation>
    </message>
    <message>
      <source>Make a new recovery code?</source>
      <translation>Neuen Wiederherstellungscode erzeugen?</translation>
    </message>
    <message>
      <source>New recovery code…</source>
      <translation>Neuer Wiederherstellungscode …</translation>
    </message>
    <message>
      <source>Not encrypted by this: your browsers' own history, files you exported, settings, the second copy of your blurred numbers, and backups made before. Encrypting the whole disk protects those as well.</source>
      <translation>Dadurch nicht verschlüsselt: der eigene Verlauf Ihrer Browser, exportierte Dateien, Einstellungen, die zweite Kopie Ihrer unscharfen Zahlen und frühere Sicherungen. Den ganzen Datenträger zu verschlüsseln schützt auch diese.</translation>
    </message>
    <message>
      <source>Off</source>
      <translation>Aus</translation>
    </message>
    <message>
      <source>On</source>
      <translation>Ein</translation>
    </message>
    <message>
      <source>Switch encryption off?</source>
      <translation>Verschlüsselung ausschalten?</translation>
    </message>
    <message>
      <source>Switch off</source>
      <translation>Ausschalten</translation>
    </message>
    <message>
      <source>Switch off…</source>
      <translation>Ausschalten …</translation>
    </message>
    <message>
      <source>The code you have now no longer opens this library. It still opens copies made before.</source>
      <translation>Der Code, den Sie jetzt haben, öffnet diese Bibliothek dann nicht mehr. Frühere Kopien öffnet er weiterhin.</translation>
    </message>
    <message>
      <source>The new passphrase counts from now on.</source>
      <translation>Von jetzt an gilt die neue Passphrase.</translation>
    </message>
    <message>
      <source>The recovery code stays the same. In backups made before, the old way still opens what was encrypted then.</source>
      <translation>Der Wiederherstellungscode bleibt derselbe. Bei früheren Sicherungen öffnet der alte Weg weiterhin, was damals verschlüsselt wurde.</translation>
    </message>
    <message>
      <source>Your library is unlocked by this computer's keyring now.</source>
      <translation>Ihre Bibliothek wird jetzt durch den Schlüsselbund dieses Computers entsperrt.</translation>
    </message>
    <message>
      <source>passphrase password lock key recovery code</source>
      <translation>passphrase passwort sperren schlüssel wiederherstellung</translation>
    </message>
  </context>
  <context>
    <name>ProviderCardDialog</name>
    <message>
      <source>A key goes with every request to this address, and to no other, so that the service can put together what a member sent. It is kept here and is in no export.</source>
      <translation>Ein Schlüssel geht mit jeder Anfrage an diese Adresse und an keine andere; der Dienst kann so zusammenfügen, was ein Mitglied gesendet hat. Er bleibt hier und ist in keinem Export.</translation>
    </message>
    <message>
      <source>A key is kept.</source>
      <translation>Ein Schlüssel ist aufbewahrt.</translation>
    </message>
    <message>
      <source>Another key</source>
      <translation>Ein anderer Schlüssel</translation>
    </message>
    <message>
      <source>Ask it about made-up people</source>
      <translation>Nach Empfehlungen für erfundene Personen fragen</translation>
    </message>
    <message>
      <source>Asked as nobody</source>
      <translation>Gefragt als niemand</translation>
    </message>
    <message>
      <source>Keep</source>
      <translation>Aufbewahren</translation>
    </message>
    <message>
      <source>Key</source>
      <translation>Schlüssel</translation>
    </message>
    <message>
      <source>Key of a closed group</source>
      <translation>Schlüssel einer geschlossenen Gruppe</translation>
    </message>
    <message>
      <source>Made-up people and key</source>
      <translation>Erfundene Personen und Schlüssel</translation>
    </message>
    <message>
      <source>No key is kept.</source>
      <translation>Es ist kein Schlüssel aufbewahrt.</translation>
    </message>
    <message>
      <source>Only if it gave you one: the service then knows which member asks.</source>
      <translation>Nur wenn er Ihnen einen gegeben hat: Der Dienst weiß dann, welches Mitglied fragt.</translation>
    </message>
    <message>
      <source>Remove the key</source>
      <translation>Schlüssel entfernen</translation>
    </message>
    <message>
      <source>Seen or computed here, when its catalog was last fetched.</source>
      <translation>Hier gesehen oder berechnet, als sein Katalog zuletzt abgeholt wurde.</translation>
    </message>
    <message>
      <source>The made-up people are the same in every installation. From the answers EpicRec learns here to rank for you.</source>
      <translation>Die erfundenen Personen sind in jeder Installation dieselben. Aus den Antworten lernt EpicRec hier, für Sie zu ordnen.</translation>
    </message>
    <message>
      <source>Try its model here</source>
      <translation>Sein Modell hier erproben</translation>
    </message>
    <message>
      <source>Trying its model on public people…</source>
      <translation>Sein Modell wird an öffentlichen Personen erprobt …</translation>
    </message>
    <message>
      <source>What does this mean?</source>
      <translation>Was bedeutet das?</translation>
    </message>
    <message>
      <source>What it has of yours</source>
      <translation>Was er von Ihnen hat</translation>
    </message>
    <message>
      <source>What it says of its model</source>
      <translation>Was er über sein Modell sagt</translation>
    </message>
    <message>
      <source>What it says of itself</source>
      <translation>Was er über sich sagt</translation>
    </message>
    <message>
      <source>What this computer found</source>
      <translation>Was dieser Computer festgestellt hat</translation>
    </message>
    <message>
      <source>While in use, once a month: what it would recommend to {people} made-up people. It learns that EpicRec is used at your address, and nothing about you.</source>
      <translation>Solange er benutzt wird, einmal im Monat: was er {people} erfundenen Personen empfehlen würde. Er erfährt, dass an Ihrer Adresse EpicRec benutzt wird, und nichts über Sie.</translation>
    </message>
  </context>
  <context>
    <name>ProviderChoice</name>
    <message>
      <source>Reaching {name}…</source>
      <translation>{name} wird erreicht …</translation>
    </message>
  </context>
  <context>
    <name>ProviderForm</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
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
      <source>Feedback</source>
      <translation>Feedback</translation>
    </message>
    <message>
      <source>Films in the answer</source>
      <translation>Filme in der Antwort</translation>
    </message>
    <message>
      <source>Films in the question</source>
      <translation>Filme in der Frage</translation>
    </message>
    <message>
      <source>Key</source>
      <translation>Schlüssel</translation>
    </message>
    <message>
      <source>Kind</source>
      <translation>Art</translation>
    </message>
    <message>
      <source>Name</source>
      <translation>Name</translation>
    </message>
    <message>
      <source>Names in the JSON, with dots between: results.id</source>
      <translation>Namen im JSON, mit Punkten dazwischen: results.id</translation>
    </message>
    <message>
      <source>Only if the service gave you one</source>
      <translation>Nur wenn der Dienst Ihnen eines gegeben hat</translation>
    </message>
    <message>
      <source>Only if the service gave you one. It shows which member is asking.</source>
      <translation>Nur wenn der Dienst Ihnen einen gegeben hat. Er zeigt, welches Mitglied fragt.</translation>
    </message>
    <message>
      <source>Other (JSON)</source>
      <translation>Anderer (JSON)</translation>
    </message>
    <message>
      <source>The type of feedback that means “watched” there</source>
      <translation>Die Art von Feedback, die dort „gesehen“ bedeutet</translation>
    </message>
    <message>
      <source>{name} exists already, at {known}. From now on it would be asked at {address}, with the same trust as before.</source>
      <translation>{name} gibt es schon, unter {known}. Von nun an würde unter {address} gefragt, mit demselben Vertrauen wie bisher.</translation>
    </message>
  </context>
  <context>
    <name>ProviderRow</name>
    <message>
      <source>A quarter</source>
      <translation>Ein Viertel</translation>
    </message>
    <message>
      <source>About</source>
      <translation>Über</translation>
    </message>
    <message>
      <source>About {name}</source>
      <translation>Über {name}</translation>
    </message>
    <message>
      <source>An eighth</source>
      <translation>Ein Achtel</translation>
    </message>
    <message>
      <source>Another name has the same address and less trust. The lower one applies.</source>
      <translation>Ein anderer Name hat dieselbe Adresse und weniger Vertrauen. Es gilt das geringere.</translation>
    </message>
    <message>
      <source>Applies from next month on. Until then it gets: {what}</source>
      <translation>Gilt ab dem nächsten Monat. Bis dahin bekommt er: {what}</translation>
    </message>
    <message>
      <source>Connect</source>
      <translation>Verbinden</translation>
    </message>
    <message>
      <source>Connect {name}</source>
      <translation>{name} verbinden</translation>
    </message>
    <message>
      <source>Full trust</source>
      <translation>Volles Vertrauen</translation>
    </message>
    <message>
      <source>Gets: {what}</source>
      <translation>Bekommt: {what}</translation>
    </message>
    <message>
      <source>Half</source>
      <translation>Halbes</translation>
    </message>
    <message>
      <source>On this computer. What it learns may go to the company that runs it.</source>
      <translation>Auf diesem Computer. Was er erfährt, kann an die Firma gehen, die ihn betreibt.</translation>
    </message>
    <message>
      <source>Part of this program. Nothing leaves.</source>
      <translation>Teil dieses Programms. Nichts verlässt es.</translation>
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
    <message>
      <source>What it has already stays as it is. Of other months it gets: {what}</source>
      <translation>Was er schon hat, bleibt, wie es ist. Von anderen Monaten bekommt er: {what}</translation>
    </message>
    <message>
      <source>numbers blurred twice as much.</source>
      <translation>Zahlen, die doppelt so unscharf sind.</translation>
    </message>
    <message>
      <source>numbers blurred {times} times as much.</source>
      <translation>Zahlen, die {times}-mal so unscharf sind.</translation>
    </message>
    <message>
      <source>what your levels allow.</source>
      <translation>was Ihre Stufen erlauben.</translation>
    </message>
  </context>
  <context>
    <name>ProviderTotals</name>
    <message>
      <source>A guess of 50:50 becomes at most</source>
      <translation>Aus 50:50 geraten wird höchstens</translation>
    </message>
    <message>
      <source>In all, per service</source>
      <translation>Insgesamt, je Dienst</translation>
    </message>
    <message>
      <source>Last time</source>
      <translation>Zuletzt</translation>
    </message>
    <message>
      <source>Movies listed</source>
      <translation>Filme in Listen</translation>
    </message>
    <message>
      <source>Releases</source>
      <translation>Freigaben</translation>
    </message>
    <message>
      <source>Sent</source>
      <translation>Gesendet</translation>
    </message>
    <message>
      <source>Service</source>
      <translation>Dienst</translation>
    </message>
  </context>
  <context>
    <name>ProvidersSection</name>
    <message>
      <source>Add a service</source>
      <translation>Dienst hinzufügen</translation>
    </message>
    <message>
      <source>Add an assistant on this computer</source>
      <translation>Einen Assistenten auf diesem Computer hinzufügen</translation>
    </message>
    <message>
      <source>Assistant</source>
      <translation>Assistent</translation>
    </message>
    <message>
      <source>It will not be asked again. What was released to it stays in Activity, and what it has received cannot be called back.</source>
      <translation>Er wird nicht mehr gefragt. Was ihm freigegeben wurde, bleibt unter „Aktivität“, und was er erhalten hat, lässt sich nicht zurückholen.</translation>
    </message>
    <message>
      <source>Or enter what the service gave you:</source>
      <translation>Oder eintragen, was Sie vom Dienst bekommen haben:</translation>
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
      <source>Services</source>
      <translation>Dienste</translation>
    </message>
    <message>
      <source>What does a service learn?</source>
      <translation>Was erfährt ein Dienst?</translation>
    </message>
    <message>
      <source>Who is asked for recommendations. Adding or testing a service sends no movies of yours. The less you trust one, the more what it gets is blurred. The one in use is also asked once a month about made-up people, which tells it nothing about you; About has a switch for this.</source>
      <translation>Wer nach Empfehlungen gefragt wird. Beim Hinzufügen oder Prüfen eines Dienstes wird kein Film von Ihnen gesendet. Je weniger Sie ihm vertrauen, desto unschärfer wird, was er bekommt. Der in Gebrauch wird außerdem einmal im Monat nach erfundenen Personen gefragt, was ihm nichts über Sie verrät; der Schalter dafür ist unter „Über“.</translation>
    </message>
    <message>
      <source>service trust address certificate assistant MCP gorse JSON</source>
      <translation>Dienst Vertrauen Adresse Zertifikat Assistent MCP gorse JSON</translation>
    </message>
    <message>
      <source>{name} was added and is in use.</source>
      <translation>{name} wurde hinzugefügt und wird benutzt.</translation>
    </message>
    <message>
      <source>{name} was added. Choose it below to ask it for recommendations.</source>
      <translation>{name} wurde hinzugefügt. Wählen Sie ihn unten, um Empfehlungen von dort zu bekommen.</translation>
    </message>
  </context>
  <context>
    <name>Ratings</name>
    <message>
      <source>A guess: it was played in your browser</source>
      <translation>Eine Vermutung: im Browser abgespielt</translation>
    </message>
    <message>
      <source>By {day}</source>
      <translation>Bis {day}</translation>
    </message>
    <message>
      <source>Disliked</source>
      <translation>Gefiel nicht</translation>
    </message>
    <message>
      <source>From your {service} export</source>
      <translation>Aus Ihrem Export von {service}</translation>
    </message>
    <message>
      <source>Liked</source>
      <translation>Gefiel mir</translation>
    </message>
    <message>
      <source>Rated or marked on {service} that day</source>
      <translation>An diesem Tag auf {service} bewertet oder vermerkt</translation>
    </message>
    <message>
      <source>Seen again</source>
      <translation>Nochmals gesehen</translation>
    </message>
    <message>
      <source>The imported rating counts as disliked until you answer.</source>
      <translation>Die importierte Bewertung zählt als „Gefiel nicht“, bis Sie antworten.</translation>
    </message>
    <message>
      <source>The imported rating counts as liked until you answer.</source>
      <translation>Die importierte Bewertung zählt als „gefiel mir“, bis Sie antworten.</translation>
    </message>
    <message>
      <source>What you say of it counts in recommendations made on this computer, and in nothing else.</source>
      <translation>Was Sie dazu sagen, zählt in Empfehlungen von diesem Computer, und sonst nirgends.</translation>
    </message>
  </context>
  <context>
    <name>RatingsOffer</name>
    <message>
      <source>Better recommendations (30 MB)</source>
      <translation>Bessere Empfehlungen (30 MB)</translation>
    </message>
    <message>
      <source>Fetching public ratings…</source>
      <translation>Öffentliche Bewertungen werden heruntergeladen …</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>Public ratings make recommendations much better. They are used on this computer: nobody learns what you watched.</source>
      <translation>Öffentliche Bewertungen machen Empfehlungen viel besser. Sie werden auf diesem Computer genutzt: Niemand erfährt, was Sie gesehen haben.</translation>
    </message>
    <message>
      <source>Sources and licenses</source>
      <translation>Quellen und Lizenzen</translation>
    </message>
    <message>
      <source>Stopped. Your rows are as before. Click again to continue where it stopped.</source>
      <translation>Angehalten. Ihre Reihen sind wie vorher. Ein weiterer Klick macht dort weiter.</translation>
    </message>
    <message>
      <source>The publisher's server learns that somebody at your address asked for them, and nothing else. Later you find them in Settings, under Movies and ratings.</source>
      <translation>Der Server des Herausgebers erfährt, dass jemand unter Ihrer Adresse danach gefragt hat, und sonst nichts. Später finden Sie sie in den Einstellungen unter „Filme und Bewertungen“.</translation>
    </message>
    <message>
      <source>Your rows stay as they are until this is done</source>
      <translation>Ihre Reihen bleiben, wie sie sind, bis das fertig ist</translation>
    </message>
  </context>
  <context>
    <name>RecommendationFilters</name>
    <message>
      <source>About</source>
      <translation>Thema</translation>
    </message>
    <message>
      <source>Category</source>
      <translation>Kategorie</translation>
    </message>
    <message>
      <source>Country</source>
      <translation>Land</translation>
    </message>
    <message>
      <source>Filters</source>
      <translation>Filter</translation>
    </message>
    <message>
      <source>Length</source>
      <translation>Länge</translation>
    </message>
    <message numerus="yes">
      <source>Length not known: %Ln movies</source>
      <translation>
        <numerusform>Länge unbekannt: %Ln Film</numerusform>
        <numerusform>Länge unbekannt: %Ln Filme</numerusform>
      </translation>
    </message>
    <message>
      <source>Movies whose length this program does not know are left out.</source>
      <translation>Filme, deren Länge das Programm nicht kennt, fehlen.</translation>
    </message>
    <message>
      <source>No movie fits all of this</source>
      <translation>Kein Film passt zu alledem</translation>
    </message>
    <message>
      <source>No movie fits this</source>
      <translation>Kein Film passt dazu</translation>
    </message>
    <message>
      <source>No movie without an answer of yours is known to be like that.</source>
      <translation>Kein Film ohne Ihre Antwort ist als solcher bekannt.</translation>
    </message>
    <message>
      <source>No sequels</source>
      <translation>Ohne Fortsetzungen</translation>
    </message>
    <message>
      <source>One click takes a filter away:</source>
      <translation>Ein Klick nimmt einen Filter weg:</translation>
    </message>
    <message>
      <source>Sequels</source>
      <translation>Fortsetzungen</translation>
    </message>
    <message>
      <source>Show all</source>
      <translation>Alle zeigen</translation>
    </message>
    <message>
      <source>Take away one of the filters:</source>
      <translation>Nehmen Sie einen der Filter weg:</translation>
    </message>
    <message>
      <source>Take the filter away: {filter}</source>
      <translation>Filter wegnehmen: {filter}</translation>
    </message>
    <message>
      <source>Up to {length}</source>
      <translation>Bis {length}</translation>
    </message>
    <message numerus="yes">
      <source>Without “{filter}”: %Ln movies</source>
      <translation>
        <numerusform>Ohne „{filter}“: ein Film</numerusform>
        <numerusform>Ohne „{filter}“: %Ln Filme</numerusform>
      </translation>
    </message>
    <message>
      <source>Years</source>
      <translation>Jahre</translation>
    </message>
    <message>
      <source>{length} and longer</source>
      <translation>{length} und länger</translation>
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
      <source>A film for tonight that two people would like</source>
      <translation>Ein Film für heute Abend, den zwei mögen würden</translation>
    </message>
    <message>
      <source>Asking for recommendations…</source>
      <translation>Empfehlungen werden geholt …</translation>
    </message>
    <message>
      <source>EpicRec looks for movies in your browsers' history. What it finds stays on this computer.</source>
      <translation>EpicRec sucht im Verlauf Ihrer Browser nach Filmen. Was es findet, bleibt auf diesem Computer.</translation>
    </message>
    <message>
      <source>Film, person, theme…</source>
      <translation>Film, Person, Thema …</translation>
    </message>
    <message>
      <source>Find my movies</source>
      <translation>Meine Filme finden</translation>
    </message>
    <message>
      <source>For two</source>
      <translation>Zu zweit</translation>
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
      <source>Like {movie}</source>
      <translation>Wie {movie}</translation>
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
      <source>New films</source>
      <translation>Neue Filme</translation>
    </message>
    <message>
      <source>No movies yet</source>
      <translation>Noch keine Filme</translation>
    </message>
    <message>
      <source>Nothing could be fetched</source>
      <translation>Nichts konnte geholt werden</translation>
    </message>
    <message>
      <source>Nothing here is known to be like {movie}.</source>
      <translation>Von nichts hier ist bekannt, dass es wie {movie} wäre.</translation>
    </message>
    <message>
      <source>Nothing left this computer.</source>
      <translation>Nichts hat diesen Computer verlassen.</translation>
    </message>
    <message>
      <source>Nothing was sent.</source>
      <translation>Nichts wurde gesendet.</translation>
    </message>
    <message>
      <source>Nothing was sent. Privacy shows what would be, for you to decide.</source>
      <translation>Es wurde nichts gesendet. Privatsphäre zeigt, was gesendet würde; Sie entscheiden.</translation>
    </message>
    <message>
      <source>Popular</source>
      <translation>Beliebt</translation>
    </message>
    <message>
      <source>Popular movies, until you say what you watched.</source>
      <translation>Beliebte Filme, bis Sie sagen, was Sie gesehen haben.</translation>
    </message>
    <message>
      <source>Ranked by a model that learned from {ratings} public ratings.</source>
      <translation>Geordnet von einem Modell, das aus {ratings} öffentlichen Bewertungen gelernt hat.</translation>
    </message>
    <message numerus="yes">
      <source>Ranked on this computer with your %Ln movies.</source>
      <translation>
        <numerusform>Auf diesem Computer zusammengestellt, mit Ihrem einen Film.</numerusform>
        <numerusform>Auf diesem Computer zusammengestellt, mit Ihren %Ln Filmen.</numerusform>
      </translation>
    </message>
    <message>
      <source>Ranked with a model of {provider}.</source>
      <translation>Geordnet mit einem Modell von {provider}.</translation>
    </message>
    <message>
      <source>Ranking on this computer…</source>
      <translation>Wird auf diesem Computer zusammengestellt …</translation>
    </message>
    <message>
      <source>Refresh</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <source>That did not work</source>
      <translation>Das hat nicht geklappt</translation>
    </message>
    <message>
      <source>This takes a few seconds, the first time a little longer.</source>
      <translation>Das dauert ein paar Sekunden, beim ersten Mal etwas länger.</translation>
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
      <source>What {provider} would say</source>
      <translation>Was {provider} sagen würde</translation>
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
      <source>found here; nobody was asked</source>
      <translation>hier gefunden; niemand wurde gefragt</translation>
    </message>
    <message>
      <source>from its answers to made-up people; it names the same films to nearly all</source>
      <translation>aus seinen Antworten zu erfundenen Personen; fast allen nennt er dieselben Filme</translation>
    </message>
    <message>
      <source>from its answers to made-up people; it seems to know little of tastes</source>
      <translation>aus seinen Antworten zu erfundenen Personen; Geschmäcker kennt der Dienst wohl kaum</translation>
    </message>
    <message>
      <source>from its answers to made-up people; {guessed} of 100 guesses are right</source>
      <translation>aus seinen Antworten zu erfundenen Personen; {guessed} von 100 Vermutungen treffen zu</translation>
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
      <source>ranked by the service, from what you released</source>
      <translation>vom Dienst zusammengestellt, nach Ihrer Freigabe</translation>
    </message>
    <message>
      <source>ranked here</source>
      <translation>hier zusammengestellt</translation>
    </message>
    <message>
      <source>ranked here, from your release alone</source>
      <translation>hier zusammengestellt, allein nach Ihrer Freigabe</translation>
    </message>
    <message>
      <source>the service's candidates, ranked here</source>
      <translation>Vorschläge des Dienstes, hier zusammengestellt</translation>
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
    <name>RecoveryCode</name>
    <message>
      <source>Copy</source>
      <translation>Kopieren</translation>
    </message>
  </context>
  <context>
    <name>ReleaseContents</name>
    <message>
      <source>What this release tells</source>
      <translation>Was diese Freigabe verrät</translation>
    </message>
  </context>
  <context>
    <name>ReleaseController</name>
    <message>
      <source>Asking for recommendations…</source>
      <translation>Empfehlungen werden erfragt…</translation>
    </message>
    <message>
      <source>Is the date right?</source>
      <translation>Stimmt das Datum?</translation>
    </message>
    <message>
      <source>Making the list…</source>
      <translation>Die Liste wird gemacht…</translation>
    </message>
    <message>
      <source>The date is right: make the list</source>
      <translation>Das Datum stimmt: Liste machen</translation>
    </message>
  </context>
  <context>
    <name>ReleaseDialog</name>
    <message>
      <source>Before anything leaves</source>
      <translation>Bevor etwas hinausgeht</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>The list that would be sent</source>
      <translation>Die Liste, die gesendet würde</translation>
    </message>
    <message>
      <source>What does this mean?</source>
      <translation>Was heißt das?</translation>
    </message>
  </context>
  <context>
    <name>ReleaseMovies</name>
    <message>
      <source>Movies that would leave</source>
      <translation>Filme, die diesen Computer verlassen würden</translation>
    </message>
  </context>
  <context>
    <name>ReleaseNotesDialog</name>
    <message>
      <source>Version {version}</source>
      <translation>Version {version}</translation>
    </message>
    <message>
      <source>What is new</source>
      <translation>Was neu ist</translation>
    </message>
  </context>
  <context>
    <name>ReleaseWall</name>
    <message>
      <source>An example: chance decides.</source>
      <translation>Ein Beispiel: Der Zufall entscheidet.</translation>
    </message>
    <message>
      <source>No movie by name.</source>
      <translation>Kein Film mit Namen.</translation>
    </message>
    <message>
      <source>What {name} has seen</source>
      <translation>Was {name} gesehen hat</translation>
    </message>
    <message>
      <source>What {name} would see</source>
      <translation>Was {name} sehen würde</translation>
    </message>
    <message>
      <source>{name} would get no list</source>
      <translation>{name} bekäme keine Liste</translation>
    </message>
  </context>
  <context>
    <name>ReleaseWalls</name>
    <message>
      <source>No movie by name, only the blurred numbers.</source>
      <translation>Kein Film mit Namen, nur die unscharfen Zahlen.</translation>
    </message>
    <message>
      <source>{movies} by name</source>
      <translation>{movies} mit Namen</translation>
    </message>
    <message>
      <source>{movies} by year</source>
      <translation>{movies} nach Jahr</translation>
    </message>
    <message>
      <source>{movies} by year, and the blurred numbers that they are made from</source>
      <translation>{movies} nach Jahr, und die unscharfen Zahlen, aus denen sie gemacht sind</translation>
    </message>
  </context>
  <context>
    <name>RestartNotice</name>
    <message>
      <source>EpicRec restarts as soon as the running work has ended.</source>
      <translation>EpicRec startet neu, sobald die laufende Arbeit beendet ist.</translation>
    </message>
    <message>
      <source>EpicRec was removed while it was open. What was stored is kept.</source>
      <translation>EpicRec wurde entfernt, während es offen war. Was gespeichert war, bleibt.</translation>
    </message>
    <message>
      <source>EpicRec was updated while it was open. Restart it to go on.</source>
      <translation>EpicRec wurde aktualisiert, während es offen war. Starten Sie es neu, um weiterzumachen.</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>Restart</source>
      <translation>Neu starten</translation>
    </message>
    <message>
      <source>Stop the work and restart</source>
      <translation>Arbeit abbrechen und neu starten</translation>
    </message>
  </context>
  <context>
    <name>RestoreDialog</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Restore</source>
      <translation>Wiederherstellen</translation>
    </message>
    <message>
      <source>Restore this export?</source>
      <translation>Diesen Export wiederherstellen?</translation>
    </message>
    <message>
      <source>Written on {day}.</source>
      <translation>Geschrieben am {day}.</translation>
    </message>
  </context>
  <context>
    <name>ResultDialog</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
  </context>
  <context>
    <name>ScanController</name>
    <message numerus="yes">
      <source>%Ln new movies found.</source>
      <translation>
        <numerusform>Ein neuer Film gefunden.</numerusform>
        <numerusform>%Ln neue Filme gefunden.</numerusform>
      </translation>
    </message>
    <message>
      <source>EpicRec may not read any browser yet, so there was nothing to scan. Choose the browsers it may read.</source>
      <translation>EpicRec darf noch keinen Browser lesen, deshalb gab es nichts zu durchsuchen. Wählen Sie die Browser aus, die EpicRec lesen darf.</translation>
    </message>
    <message>
      <source>Nothing new since the last scan.</source>
      <translation>Nichts Neues seit der letzten Suche.</translation>
    </message>
  </context>
  <context>
    <name>ScanStep</name>
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
      <source>Nothing of this scan was kept.</source>
      <translation>Von dieser Suche wurde nichts behalten.</translation>
    </message>
    <message>
      <source>Pick movies I liked</source>
      <translation>Filme wählen, die ich mag</translation>
    </message>
    <message>
      <source>Reading your history…</source>
      <translation>Ihr Verlauf wird gelesen …</translation>
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
      <source>The reason is below.</source>
      <translation>Der Grund steht unten.</translation>
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
      <source>{visits} pages were compared, and forgotten again.</source>
      <translation>{visits} Seiten wurden verglichen und wieder vergessen.</translation>
    </message>
  </context>
  <context>
    <name>ScheduleNotice</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
  </context>
  <context>
    <name>Search</name>
    <message numerus="yes">
      <source>%Ln movies found</source>
      <translation>
        <numerusform>Ein Film gefunden</numerusform>
        <numerusform>%Ln Filme gefunden</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>SearchField</name>
    <message>
      <source>Clear</source>
      <translation>Leeren</translation>
    </message>
  </context>
  <context>
    <name>Section</name>
    <message>
      <source>More in Help</source>
      <translation>Mehr in der Hilfe</translation>
    </message>
  </context>
  <context>
    <name>SettingsPage</name>
    <message>
      <source>Data</source>
      <translation>Daten</translation>
    </message>
    <message>
      <source>Look and language</source>
      <translation>Aussehen und Sprache</translation>
    </message>
    <message>
      <source>No setting has these words.</source>
      <translation>Keine Einstellung enthält diese Wörter.</translation>
    </message>
    <message>
      <source>Safety</source>
      <translation>Sicherheit</translation>
    </message>
    <message>
      <source>Search settings</source>
      <translation>Einstellungen suchen</translation>
    </message>
    <message>
      <source>Services</source>
      <translation>Dienste</translation>
    </message>
    <message>
      <source>Settings</source>
      <translation>Einstellungen</translation>
    </message>
  </context>
  <context>
    <name>Sharing</name>
    <message>
      <source>Practice</source>
      <translation>Üben</translation>
    </message>
    <message>
      <source>Service: {name}</source>
      <translation>Dienst: {name}</translation>
    </message>
    <message>
      <source>Stop sharing</source>
      <translation>Nicht mehr teilen</translation>
    </message>
    <message>
      <source>Test or change</source>
      <translation>Prüfen oder ändern</translation>
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
      <source>A list</source>
      <translation>Eine Liste</translation>
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
      <source>Filter recommendations</source>
      <translation>Empfehlungen filtern</translation>
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
      <translation>Von Poster zu Poster und Reihe zu Reihe</translation>
    </message>
    <message>
      <source>Go on</source>
      <translation>Weiter</translation>
    </message>
    <message>
      <source>Help</source>
      <translation>Hilfe</translation>
    </message>
    <message>
      <source>I watched it</source>
      <translation>Gesehen</translation>
    </message>
    <message>
      <source>More about the movie</source>
      <translation>Mehr zum Film</translation>
    </message>
    <message>
      <source>Move the film down</source>
      <translation>Film nach unten</translation>
    </message>
    <message>
      <source>Move the film up</source>
      <translation>Film nach oben</translation>
    </message>
    <message>
      <source>Next or previous control</source>
      <translation>Nächstes oder voriges Bedienelement</translation>
    </message>
    <message>
      <source>Not interested</source>
      <translation>Kein Interesse</translation>
    </message>
    <message>
      <source>Not watched</source>
      <translation>Nicht gesehen</translation>
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
      <source>Quit EpicRec</source>
      <translation>EpicRec beenden</translation>
    </message>
    <message>
      <source>Refresh</source>
      <translation>Aktualisieren</translation>
    </message>
    <message>
      <source>Search all movies</source>
      <translation>Alle Filme durchsuchen</translation>
    </message>
    <message>
      <source>Select all</source>
      <translation>Alle auswählen</translation>
    </message>
    <message>
      <source>Sort and filter</source>
      <translation>Ordnen und filtern</translation>
    </message>
    <message>
      <source>Stars of a watched movie; else which one of several it is</source>
      <translation>Sterne eines gesehenen Films; sonst, welcher von mehreren es ist</translation>
    </message>
    <message>
      <source>Stop reading, or one step back</source>
      <translation>Lesen anhalten oder einen Schritt zurück</translation>
    </message>
    <message>
      <source>Take the film off the list</source>
      <translation>Film von der Liste nehmen</translation>
    </message>
    <message>
      <source>These shortcuts</source>
      <translation>Diese Tastenkürzel</translation>
    </message>
    <message>
      <source>Tick or pick</source>
      <translation>Anhaken oder wählen</translation>
    </message>
    <message>
      <source>To the watchlist, or off it</source>
      <translation>Auf die Merkliste oder von ihr</translation>
    </message>
    <message>
      <source>Undo the last answer</source>
      <translation>Letzte Antwort rückgängig machen</translation>
    </message>
    <message>
      <source>Undo the last change</source>
      <translation>Letzte Änderung rückgängig machen</translation>
    </message>
    <message>
      <source>Watched: disliked</source>
      <translation>Gesehen: gefiel nicht</translation>
    </message>
    <message>
      <source>Watched: liked</source>
      <translation>Gesehen: gefiel mir</translation>
    </message>
    <message>
      <source>Watched: seen again</source>
      <translation>Gesehen: nochmals gesehen</translation>
    </message>
  </context>
  <context>
    <name>ShortcutsDialog</name>
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
      <source>A search for this title and year may have meant something else.</source>
      <translation>Eine Suche nach Titel und Jahr kann auch etwas anderes gemeint haben.</translation>
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
      <source>Looked up</source>
      <translation>Nachgesehen</translation>
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
      <source>One page, opened once and not for long: perhaps by accident.</source>
      <translation>Eine einzige Seite, einmal und nicht lange geöffnet: vielleicht aus Versehen.</translation>
    </message>
    <message>
      <source>Opened</source>
      <translation>Geöffnet</translation>
    </message>
    <message>
      <source>Opened as a video file</source>
      <translation>Als Videodatei geöffnet</translation>
    </message>
    <message>
      <source>Opened on {site}</source>
      <translation>Geöffnet auf {site}</translation>
    </message>
    <message>
      <source>Played</source>
      <translation>Abgespielt</translation>
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
      <source>Played {time}</source>
      <translation>Lief {time}</translation>
    </message>
    <message>
      <source>Rated {stars} of 5</source>
      <translation>Bewertet {stars} von 5</translation>
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
      <source>Several movies have this title, and no page gave the year. Which one is it?</source>
      <translation>Mehrere Filme heißen so, und keine Seite nannte das Jahr. Welcher ist es?</translation>
    </message>
    <message>
      <source>The page did not name this movie for certain.</source>
      <translation>Die Seite hat diesen Film nicht eindeutig genannt.</translation>
    </message>
    <message>
      <source>The page gave no year, so this may be another work with the same title.</source>
      <translation>Die Seite nannte kein Jahr: vielleicht ein anderes Werk.</translation>
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
      <source>Which one? {count} movies</source>
      <translation>Welcher ist es? {count} Filme</translation>
    </message>
    <message>
      <source>You asked not to have it recommended</source>
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
    <message>
      <source>{phrase} for {time}</source>
      <translation>{phrase}, {time}</translation>
    </message>
  </context>
  <context>
    <name>SortFilterButton</name>
    <message>
      <source>All</source>
      <translation>Alles</translation>
    </message>
    <message>
      <source>Category</source>
      <translation>Kategorie</translation>
    </message>
    <message>
      <source>Country</source>
      <translation>Land</translation>
    </message>
    <message>
      <source>Day you saw it</source>
      <translation>Tag, an dem Sie ihn sahen</translation>
    </message>
    <message>
      <source>Director</source>
      <translation>Regie</translation>
    </message>
    <message>
      <source>Sort</source>
      <translation>Ordnen</translation>
    </message>
    <message>
      <source>Sort and filter</source>
      <translation>Ordnen und filtern</translation>
    </message>
    <message>
      <source>Stars</source>
      <translation>Sterne</translation>
    </message>
    <message>
      <source>What may leave</source>
      <translation>Was hinausdarf</translation>
    </message>
    <message>
      <source>Where from</source>
      <translation>Woher</translation>
    </message>
    <message>
      <source>Who plays in it</source>
      <translation>Darsteller</translation>
    </message>
    <message>
      <source>Years</source>
      <translation>Jahre</translation>
    </message>
  </context>
  <context>
    <name>Stars</name>
    <message>
      <source>Each half of a star counts; the same again takes it back</source>
      <translation>Jede Hälfte eines Sterns zählt; dieselbe noch einmal nimmt sie zurück</translation>
    </message>
    <message>
      <source>No stars</source>
      <translation>Keine Sterne</translation>
    </message>
    <message>
      <source>Your stars</source>
      <translation>Ihre Sterne</translation>
    </message>
  </context>
  <context>
    <name>StartFailed</name>
    <message>
      <source>EpicRec could not open</source>
      <translation>EpicRec ließ sich nicht öffnen</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Restore the copy</source>
      <translation>Kopie wiederherstellen</translation>
    </message>
    <message>
      <source>Your library is damaged</source>
      <translation>Ihre Bibliothek ist beschädigt</translation>
    </message>
  </context>
  <context>
    <name>StartFailedWindow</name>
    <message>
      <source>EpicRec could not be started again: its program is not where it was. What was stored is kept. Install it again.</source>
      <translation>EpicRec konnte nicht neu gestartet werden: Das Programm ist nicht mehr da, wo es war. Was gespeichert war, ist noch da. Installieren Sie es neu.</translation>
    </message>
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
      <source>Something went wrong that should not have, and it may be half done. Look whether what you wanted has happened before you try again. The log in your data folder says more.</source>
      <translation>Etwas ging schief, das nicht hätte schiefgehen dürfen, und es ist vielleicht nur halb getan. Sehen Sie nach, ob geschehen ist, was Sie wollten, bevor Sie es noch einmal versuchen. Das Protokoll in Ihrem Datenordner sagt mehr.</translation>
    </message>
  </context>
  <context>
    <name>TextDialog</name>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
  </context>
  <context>
    <name>TonightDialog</name>
    <message numerus="yes">
      <source>%Ln films for both of you</source>
      <translation>
        <numerusform>%Ln Film für Sie beide</numerusform>
        <numerusform>%Ln Filme für Sie beide</numerusform>
      </translation>
    </message>
    <message>
      <source>A friend's list…</source>
      <translation>Liste eines Freundes …</translation>
    </message>
    <message>
      <source>Allow a longer film, or choose somebody else.</source>
      <translation>Erlauben Sie einen längeren Film oder wählen Sie jemand anderen.</translation>
    </message>
    <message>
      <source>Any length</source>
      <translation>Beliebige Länge</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Films for both</source>
      <translation>Filme für beide</translation>
    </message>
    <message>
      <source>For two</source>
      <translation>Zu zweit</translation>
    </message>
    <message>
      <source>How long the film may be</source>
      <translation>Wie lang der Film sein darf</translation>
    </message>
    <message>
      <source>Looking for a film…</source>
      <translation>Sucht einen Film …</translation>
    </message>
    <message>
      <source>Nothing fits both of you</source>
      <translation>Nichts passt zu Ihnen beiden</translation>
    </message>
    <message>
      <source>Nothing is kept or sent. As a reason, only films that you both watched are named.</source>
      <translation>Nichts wird aufbewahrt oder gesendet. Als Grund werden nur Filme genannt, die Sie beide gesehen haben.</translation>
    </message>
    <message>
      <source>One of us has seen it</source>
      <translation>Kennt eine Person schon</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Passphrase</source>
      <translation>Passphrase</translation>
    </message>
    <message>
      <source>Pick films here</source>
      <translation>Hier Filme wählen</translation>
    </message>
    <message>
      <source>This library is locked. Its person can open it for this evening.</source>
      <translation>Diese Bibliothek ist gesperrt. Wem sie gehört, kann sie für diesen Abend öffnen.</translation>
    </message>
    <message>
      <source>Up to {length}</source>
      <translation>Bis {length}</translation>
    </message>
    <message>
      <source>Who is with you?</source>
      <translation>Wer ist dabei?</translation>
    </message>
    <message>
      <source>Your friend picks films that they like. Three are enough.</source>
      <translation>Ihr Gast wählt Filme, die ihm gefallen. Drei genügen.</translation>
    </message>
  </context>
  <context>
    <name>Tray</name>
    <message>
      <source>EpicRec is still running here. To quit, open this icon's menu.</source>
      <translation>EpicRec läuft hier weiter. Zum Beenden öffnen Sie das Menü dieses Symbols.</translation>
    </message>
    <message>
      <source>Open</source>
      <translation>Öffnen</translation>
    </message>
    <message>
      <source>Pause automatic scans</source>
      <translation>Automatische Suche anhalten</translation>
    </message>
    <message>
      <source>Quit</source>
      <translation>Beenden</translation>
    </message>
    <message>
      <source>Scan now</source>
      <translation>Jetzt suchen</translation>
    </message>
    <message>
      <source>{title}, automatic scans paused</source>
      <translation>{title}, automatische Suche angehalten</translation>
    </message>
  </context>
  <context>
    <name>UnlockChoice</name>
    <message>
      <source>By a passphrase</source>
      <translation>Durch eine Passphrase</translation>
    </message>
    <message>
      <source>By this computer, without asking</source>
      <translation>Durch diesen Computer, ohne zu fragen</translation>
    </message>
    <message>
      <source>EpicRec asks for it at every start, and locks itself when you are away. Then nothing is scanned or recommended either.</source>
      <translation>EpicRec fragt bei jedem Start danach und sperrt sich, wenn Sie weg sind. Dann wird auch nichts durchsucht oder empfohlen.</translation>
    </message>
    <message>
      <source>Nobody can recover it: remember it.</source>
      <translation>Niemand kann sie wiederherstellen: Merken Sie sie sich.</translation>
    </message>
    <message>
      <source>Passphrase</source>
      <translation>Passphrase</translation>
    </message>
    <message>
      <source>The key is kept in this computer's keyring. It protects a disk that is taken out or a copy of the files, not a computer on which you are logged in.</source>
      <translation>Der Schlüssel liegt im Schlüsselbund dieses Computers. Das schützt einen ausgebauten Datenträger oder eine Kopie der Dateien, nicht einen Computer, an dem Sie angemeldet sind.</translation>
    </message>
    <message>
      <source>The same again</source>
      <translation>Dieselbe noch einmal</translation>
    </message>
    <message>
      <source>The two are not the same yet.</source>
      <translation>Die beiden sind noch nicht gleich.</translation>
    </message>
    <message>
      <source>{count} of {least} characters.</source>
      <translation>{count} von {least} Zeichen.</translation>
    </message>
    <message>
      <source>{least} characters or more; several words are best.</source>
      <translation>Mindestens {least} Zeichen; am besten sind mehrere Wörter.</translation>
    </message>
  </context>
  <context>
    <name>UnplacedDialog</name>
    <message>
      <source>Add it as it is…</source>
      <translation>So hinzufügen …</translation>
    </message>
    <message>
      <source>Choose the film…</source>
      <translation>Film wählen …</translation>
    </message>
    <message>
      <source>Close</source>
      <translation>Schließen</translation>
    </message>
    <message>
      <source>Every row has its film.</source>
      <translation>Jede Zeile hat ihren Film.</translation>
    </message>
    <message>
      <source>Imports had these, and it is not certain which films they are.</source>
      <translation>Importe hatten diese, und es ist nicht sicher, welche Filme sie sind.</translation>
    </message>
    <message>
      <source>No film</source>
      <translation>Kein Film</translation>
    </message>
    <message>
      <source>Not placed</source>
      <translation>Nicht zugeordnet</translation>
    </message>
    <message>
      <source>Rows that are not placed</source>
      <translation>Zeilen, die nicht zugeordnet sind</translation>
    </message>
    <message>
      <source>Undo</source>
      <translation>Rückgängig</translation>
    </message>
    <message>
      <source>Which film is it?</source>
      <translation>Welcher Film ist es?</translation>
    </message>
  </context>
  <context>
    <name>UpdateCheck</name>
    <message>
      <source>Ask {host}</source>
      <translation>{host} fragen</translation>
    </message>
    <message>
      <source>Copied. Paste it into your browser.</source>
      <translation>Kopiert. Fügen Sie sie in Ihren Browser ein.</translation>
    </message>
    <message>
      <source>Copy the address</source>
      <translation>Adresse kopieren</translation>
    </message>
    <message>
      <source>It is found at {page}</source>
      <translation>Zu finden unter {page}</translation>
    </message>
    <message>
      <source>Look for a newer version?</source>
      <translation>Nach einer neueren Version sehen?</translation>
    </message>
    <message>
      <source>Look for a newer version…</source>
      <translation>Nach einer neueren Version sehen …</translation>
    </message>
    <message>
      <source>The announcement is signed by the makers of this program.</source>
      <translation>Die Ankündigung ist von den Machern dieses Programms unterschrieben.</translation>
    </message>
    <message>
      <source>Update checks are off: this package was built without an address to ask.</source>
      <translation>Die Suche nach Aktualisierungen ist aus: Dieses Paket wurde ohne eine Adresse gebaut, die zu fragen wäre.</translation>
    </message>
    <message>
      <source>{host} is asked, once. It learns that somebody at your network address uses EpicRec. Your version, your movies and your settings are not sent.

Nothing is downloaded or installed.</source>
      <translation>{host} wird einmal gefragt und erfährt, dass jemand an Ihrer Netzadresse EpicRec benutzt. Ihre Version, Ihre Filme und Ihre Einstellungen werden nicht gesendet.

Nichts wird heruntergeladen oder installiert.</translation>
    </message>
  </context>
  <context>
    <name>UpdateNotice</name>
    <message>
      <source>EpicRec was updated to {version}.</source>
      <translation>EpicRec wurde auf {version} aktualisiert.</translation>
    </message>
    <message>
      <source>Not now</source>
      <translation>Nicht jetzt</translation>
    </message>
    <message>
      <source>What is new</source>
      <translation>Was neu ist</translation>
    </message>
  </context>
  <context>
    <name>UserSelectionWindow</name>
    <message>
      <source>Add</source>
      <translation>Hinzufügen</translation>
    </message>
    <message>
      <source>Add a person</source>
      <translation>Eine Person hinzufügen</translation>
    </message>
    <message>
      <source>Add a person…</source>
      <translation>Person hinzufügen …</translation>
    </message>
    <message>
      <source>They begin with an empty library and settings of their own.</source>
      <translation>Sie beginnt mit einer leeren Bibliothek und eigenen Einstellungen.</translation>
    </message>
    <message>
      <source>Who is this?</source>
      <translation>Wer ist da?</translation>
    </message>
  </context>
  <context>
    <name>Watchlist</name>
    <message>
      <source>Nothing here yet</source>
      <translation>Noch nichts hier</translation>
    </message>
    <message>
      <source>The + on a poster, or W, puts a film here. Nobody else learns of it.</source>
      <translation>Das + auf einem Poster oder W, setzt einen Film hierher. Niemand sonst erfährt davon.</translation>
    </message>
    <message>
      <source>What you want to watch. It stays on this computer.</source>
      <translation>Was Sie sehen möchten. Es bleibt auf diesem Computer.</translation>
    </message>
    <message>
      <source>Your watchlist</source>
      <translation>Ihre Merkliste</translation>
    </message>
  </context>
  <context>
    <name>WelcomeStep</name>
    <message>
      <source>Account › Viewing activity</source>
      <translation>Konto › Titelverlauf</translation>
    </message>
    <message>
      <source>Choose a browser profile</source>
      <translation>Browserprofil wählen</translation>
    </message>
    <message>
      <source>Choose a folder…</source>
      <translation>Ordner wählen …</translation>
    </message>
    <message>
      <source>Choose the file…</source>
      <translation>Datei auswählen …</translation>
    </message>
    <message>
      <source>Closed in July 2026</source>
      <translation>Geschlossen im Juli 2026</translation>
    </message>
    <message>
      <source>EpicRec finds what you watched and recommends more. Nothing leaves this computer unless you choose so.</source>
      <translation>EpicRec findet, was Sie gesehen haben, und empfiehlt mehr. Nichts verlässt diesen Computer, wenn Sie es nicht wollen.</translation>
    </message>
    <message>
      <source>Exports (*.zip *.csv *.json);;All files (*)</source>
      <translation>Exporte (*.zip *.csv *.json);;Alle Dateien (*)</translation>
    </message>
    <message>
      <source>From an export…</source>
      <translation>Aus einem Export…</translation>
    </message>
    <message>
      <source>Good movies, without telling what you watched</source>
      <translation>Gute Filme, ohne zu verraten, was Sie gesehen haben</translation>
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
      <source>On imdb.com open Your ratings and choose Export.</source>
      <translation>Öffnen Sie auf imdb.com „Your ratings“ und wählen Sie „Export“.</translation>
    </message>
    <message>
      <source>On letterboxd.com open Settings, Data, Export your data. You get a ZIP file.</source>
      <translation>Öffnen Sie auf letterboxd.com „Settings“, „Data“, „Export your data“. Sie bekommen eine ZIP-Datei.</translation>
    </message>
    <message>
      <source>On netflix.com open Account, your profile, Viewing activity, Download all.</source>
      <translation>Öffnen Sie auf netflix.com „Konto“, Ihr Profil, „Titelverlauf“, „Alle herunterladen“.</translation>
    </message>
    <message>
      <source>On trakt.tv open Settings, Data, Export.</source>
      <translation>Öffnen Sie auf trakt.tv „Settings“, „Data“, „Export“.</translation>
    </message>
    <message>
      <source>Or bring your list from</source>
      <translation>Oder Ihre Liste mitbringen von</translation>
    </message>
    <message>
      <source>Pick movies I liked</source>
      <translation>Filme wählen, die ich mag</translation>
    </message>
    <message>
      <source>Pick movies myself</source>
      <translation>Filme selbst wählen</translation>
    </message>
    <message>
      <source>Settings › Data › Export</source>
      <translation>Settings › Data › Export</translation>
    </message>
    <message>
      <source>Settings › Data › Export your data</source>
      <translation>Settings › Data › Export your data</translation>
    </message>
    <message>
      <source>TV Time closed in July 2026. The files that it sent to those who asked for their data are read here, and so are those that “TV Time Out” and “TV Time Liberator” saved. The films come with their days; series are left out.</source>
      <translation>TV Time hat im Juli 2026 geschlossen. Hier werden die Dateien gelesen, die es auf Anfrage verschickt hat, und die von „TV Time Out“ und „TV Time Liberator“. Die Filme kommen mit ihren Tagen; Serien bleiben weg.</translation>
    </message>
    <message>
      <source>You can pick some movies you liked instead, or choose the folder of a browser profile.</source>
      <translation>Sie können stattdessen Filme wählen, die Ihnen gefallen haben, oder den Ordner eines Browserprofils.</translation>
    </message>
    <message>
      <source>Your list</source>
      <translation>Ihre Liste</translation>
    </message>
    <message>
      <source>Your list from {service}</source>
      <translation>Ihre Liste von {service}</translation>
    </message>
    <message>
      <source>Your ratings › Export</source>
      <translation>Your ratings › Export</translation>
    </message>
  </context>
  <context>
    <name>WhatsNew</name>
    <message>
      <source>EpicRec can start when you log in, and tell you when it found movies.</source>
      <translation>EpicRec kann bei der Anmeldung starten und Ihnen sagen, wenn es Filme gefunden hat.</translation>
    </message>
    <message>
      <source>Filter the recommendations by category, years, country, theme, or sequels.</source>
      <translation>Empfehlungen lassen sich nach Kategorie, Jahren, Land, Thema und Fortsetzungen filtern.</translation>
    </message>
    <message>
      <source>Help (F1) explains every word, and shows how blurring works.</source>
      <translation>Die Hilfe (F1) erklärt jedes Wort und zeigt, wie die Unschärfe funktioniert.</translation>
    </message>
    <message>
      <source>Movies you watched elsewhere come in from exports of other services.</source>
      <translation>Filme, die Sie anderswo gesehen haben, kommen aus Exporten anderer Dienste herein.</translation>
    </message>
    <message>
      <source>Say what you think of a movie, and its recommendations follow.</source>
      <translation>Sagen Sie, was Sie von einem Film halten, und die Empfehlungen richten sich danach.</translation>
    </message>
    <message>
      <source>The card of a movie says who made it and who plays in it.</source>
      <translation>Die Karte eines Films sagt, wer ihn gemacht hat und wer mitspielt.</translation>
    </message>
  </context>
  <context>
    <name>YearDialog</name>
    <message numerus="yes">
      <source>%Ln films</source>
      <translation>
        <numerusform>%Ln Film</numerusform>
        <numerusform>%Ln Filme</numerusform>
      </translation>
    </message>
    <message>
      <source>About {length}</source>
      <translation>Rund {length}</translation>
    </message>
    <message>
      <source>All movies</source>
      <translation>Alle Filme</translation>
    </message>
    <message>
      <source>All my films</source>
      <translation>Alle meine Filme</translation>
    </message>
    <message>
      <source>At least {length}</source>
      <translation>Mindestens {length}</translation>
    </message>
    <message>
      <source>Categories</source>
      <translation>Kategorien</translation>
    </message>
    <message>
      <source>Confirm or add movies, and this page counts them.</source>
      <translation>Bestätigen Sie Filme oder fügen Sie welche hinzu, dann werden sie hier gezählt.</translation>
    </message>
    <message>
      <source>Directors</source>
      <translation>Regie</translation>
    </message>
    <message>
      <source>Each film counts once, in the year it was last watched.</source>
      <translation>Jeder Film zählt einmal, in dem Jahr, in dem er zuletzt gesehen wurde.</translation>
    </message>
    <message>
      <source>First</source>
      <translation>Der erste</translation>
    </message>
    <message>
      <source>Import from a file…</source>
      <translation>Aus einer Datei importieren …</translation>
    </message>
    <message>
      <source>It is not known when you watched your films: a visit to a page about a film does not say. Exports of Letterboxd, Netflix or Trakt bring the days.</source>
      <translation>Es ist nicht bekannt, wann Sie Ihre Filme sahen: Der Besuch einer Seite über einen Film verrät es nicht. Exporte von Letterboxd, Netflix oder Trakt bringen die Tage mit.</translation>
    </message>
    <message>
      <source>It is not known when you watched your films: what you imported names no days.</source>
      <translation>Es ist nicht bekannt, wann Sie Ihre Filme sahen: Ihr Import nennt keine Tage.</translation>
    </message>
    <message>
      <source>Last</source>
      <translation>Der letzte</translation>
    </message>
    <message>
      <source>Least known</source>
      <translation>Unbekanntester</translation>
    </message>
    <message>
      <source>Longest</source>
      <translation>Der längste</translation>
    </message>
    <message>
      <source>Made in the</source>
      <translation>Aus den</translation>
    </message>
    <message>
      <source>Made with EpicRec, on this computer</source>
      <translation>Mit EpicRec gemacht, auf diesem Computer</translation>
    </message>
    <message>
      <source>No films yet</source>
      <translation>Noch keine Filme</translation>
    </message>
    <message>
      <source>No year yet</source>
      <translation>Noch kein Jahr</translation>
    </message>
    <message>
      <source>Oldest</source>
      <translation>Der älteste</translation>
    </message>
    <message>
      <source>On this day in {year}: {title}</source>
      <translation>Heute im Jahr {year}: {title}</translation>
    </message>
    <message>
      <source>Save as a picture…</source>
      <translation>Als Bild speichern …</translation>
    </message>
    <message>
      <source>Saved. Nothing left this computer.</source>
      <translation>Gespeichert. Nichts hat diesen Computer verlassen.</translation>
    </message>
    <message numerus="yes">
      <source>When you watched %Ln movies is not known: they are in no year.</source>
      <translation>
        <numerusform>Von einem Film ist nicht bekannt, wann Sie ihn sahen: Er ist in keinem Jahr.</numerusform>
        <numerusform>Von %Ln Filmen ist nicht bekannt, wann Sie sie sahen: Sie sind in keinem Jahr.</numerusform>
      </translation>
    </message>
    <message>
      <source>Year</source>
      <translation>Jahr</translation>
    </message>
    <message>
      <source>Your films</source>
      <translation>Ihre Filme</translation>
    </message>
    <message>
      <source>Your year in films</source>
      <translation>Ihr Jahr in Filmen</translation>
    </message>
    <message>
      <source>d MMMM</source>
      <translation>d. MMMM</translation>
    </message>
    <message>
      <source>up to the {decade}s</source>
      <translation>bis zu den {decade}ern</translation>
    </message>
    <message>
      <source>{decade}s</source>
      <translation>{decade}ern</translation>
    </message>
    <message>
      <source>{year} in films</source>
      <translation>{year} in Filmen</translation>
    </message>
  </context>
</TS>
