<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
  <context>
    <name>Activity</name>
    <message numerus="yes">
      <source>%Ln movies by name</source>
      <translation>
        <numerusform>One movie by name</numerusform>
        <numerusform>%Ln movies by name</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies may have reached {provider} as they are.</source>
      <translation>
        <numerusform>One movie may have reached {provider} as it is.</numerusform>
        <numerusform>%Ln movies may have reached {provider} as they are.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies were sent to {provider} as they are, so it knows them.</source>
      <translation>
        <numerusform>One movie was sent to {provider} as it is, so it knows that movie.</numerusform>
        <numerusform>%Ln movies were sent to {provider} as they are, so it knows them.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>blurred list of %Ln</source>
      <translation>
        <numerusform>blurred list of one</numerusform>
        <numerusform>blurred list of %Ln</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>sent %Ln times</source>
      <translation>
        <numerusform>sent once</numerusform>
        <numerusform>sent %Ln times</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>AnswerBar</name>
    <message numerus="yes">
      <source>%Ln selected</source>
      <translation>
        <numerusform>1 selected</numerusform>
        <numerusform>%Ln selected</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Confirm %Ln sure</source>
      <translation>
        <numerusform>Confirm the sure one</numerusform>
        <numerusform>Confirm %Ln sure</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>BringBack</name>
    <message numerus="yes">
      <source>%Ln movies were restored to your library.</source>
      <translation>
        <numerusform>One movie was restored to your library.</numerusform>
        <numerusform>%Ln movies were restored to your library.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>BrowsersSection</name>
    <message numerus="yes">
      <source>Forget these %Ln movies?</source>
      <translation>
        <numerusform>Forget this movie?</numerusform>
        <numerusform>Forget these %Ln movies?</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Diary</name>
    <message numerus="yes">
      <source>%Ln films have no day.</source>
      <translation>
        <numerusform>One film has no day.</numerusform>
        <numerusform>%Ln films have no day.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Imports</name>
    <message numerus="yes">
      <source>%Ln lists imported</source>
      <translation>
        <numerusform>One list imported</numerusform>
        <numerusform>%Ln lists imported</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln more are not listed.</source>
      <translation>
        <numerusform>One more is not listed.</numerusform>
        <numerusform>%Ln more are not listed.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies imported</source>
      <translation>
        <numerusform>One movie imported</numerusform>
        <numerusform>%Ln movies imported</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Add %Ln lists</source>
      <translation>
        <numerusform>Add one list</numerusform>
        <numerusform>Add %Ln lists</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Add %Ln movies</source>
      <translation>
        <numerusform>Add one movie</numerusform>
        <numerusform>Add %Ln movies</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Add %Ln suggestions</source>
      <translation>
        <numerusform>Add one suggestion</numerusform>
        <numerusform>Add %Ln suggestions</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Also %Ln lists</source>
      <translation>
        <numerusform>Also one list</numerusform>
        <numerusform>Also %Ln lists</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>and %Ln more</source>
      <translation>
        <numerusform>and one more</numerusform>
        <numerusform>and %Ln more</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>and %Ln more files</source>
      <translation>
        <numerusform>and one more file</numerusform>
        <numerusform>and %Ln more files</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MonthNotice</name>
    <message numerus="yes">
      <source>%Ln movies can be shared now.</source>
      <translation>
        <numerusform>One movie can be shared now.</numerusform>
        <numerusform>%Ln movies can be shared now.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln new films are recommended to you.</source>
      <translation>
        <numerusform>One new film is recommended to you.</numerusform>
        <numerusform>%Ln new films are recommended to you.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Your library grew by %Ln since {month}.</source>
      <translation>
        <numerusform>Your library grew by one since {month}.</numerusform>
        <numerusform>Your library grew by %Ln since {month}.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MonthTile</name>
    <message numerus="yes">
      <source>Blurred once, for %Ln services</source>
      <translation>
        <numerusform>Blurred once, for 1 service</numerusform>
        <numerusform>Blurred once, for %Ln services</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MovieLists</name>
    <message numerus="yes">
      <source>%Ln rows name no film for certain</source>
      <translation>
        <numerusform>%Ln row names no film for certain</numerusform>
        <numerusform>%Ln rows name no film for certain</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>New list of %Ln films</source>
      <translation>
        <numerusform>New list of %Ln film</numerusform>
        <numerusform>New list of %Ln films</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MoviesPage</name>
    <message numerus="yes">
      <source>%Ln movies found in your history. Which of them did you watch?</source>
      <translation>
        <numerusform>One movie found in your history. Did you watch it?</numerusform>
        <numerusform>%Ln movies found in your history. Which of them did you watch?</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln not placed</source>
      <translation>
        <numerusform>%Ln not placed</numerusform>
        <numerusform>%Ln not placed</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Forget these %Ln movies?</source>
      <translation>
        <numerusform>Forget this movie?</numerusform>
        <numerusform>Forget these %Ln movies?</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MoviesStep</name>
    <message numerus="yes">
      <source>%Ln films found. Which did you watch?</source>
      <translation>
        <numerusform>One film found. Did you watch it?</numerusform>
        <numerusform>%Ln films found. Which did you watch?</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Privacy</name>
    <message numerus="yes">
      <source>%Ln by name</source>
      <translation>
        <numerusform>one by name</numerusform>
        <numerusform>%Ln by name</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln categories have a level of their own.</source>
      <translation>
        <numerusform>1 category has a level of its own.</numerusform>
        <numerusform>%Ln categories have a level of their own.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln confirmed movies may leave as they are. The others stay here.</source>
      <translation>
        <numerusform>One confirmed movie may leave as it is. The others stay here.</numerusform>
        <numerusform>%Ln confirmed movies may leave as they are. The others stay here.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln kept to yourself now</source>
      <translation>
        <numerusform>one kept to yourself now</numerusform>
        <numerusform>%Ln kept to yourself now</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln later</source>
      <translation>
        <numerusform>one later</numerusform>
        <numerusform>%Ln later</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies</source>
      <translation>
        <numerusform>1 movie</numerusform>
        <numerusform>%Ln movies</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies wait for {month}: a month is blurred once, as several versions would reveal what each one hides.</source>
      <translation>
        <numerusform>One movie waits for {month}: a month is blurred once, as several versions would reveal what each one hides.</numerusform>
        <numerusform>%Ln movies wait for {month}: a month is blurred once, as several versions would reveal what each one hides.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln not at all</source>
      <translation>
        <numerusform>one not at all</numerusform>
        <numerusform>%Ln not at all</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln only in blurred numbers</source>
      <translation>
        <numerusform>one only in blurred numbers</numerusform>
        <numerusform>%Ln only in blurred numbers</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln still in numbers made before</source>
      <translation>
        <numerusform>one still in numbers made before</numerusform>
        <numerusform>%Ln still in numbers made before</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>All %Ln confirmed movies may leave as they are.</source>
      <translation>
        <numerusform>Your one confirmed movie may leave as it is.</numerusform>
        <numerusform>All %Ln confirmed movies may leave as they are.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>No list is sent, except from %Ln categories set below.</source>
      <translation>
        <numerusform>No list is sent, except from 1 category set below.</numerusform>
        <numerusform>No list is sent, except from %Ln categories set below.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Send %Ln movies</source>
      <translation>
        <numerusform>Send one movie</numerusform>
        <numerusform>Send %Ln movies</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>PrivacyPage</name>
    <message numerus="yes">
      <source>%Ln own levels</source>
      <translation>
        <numerusform>one own level</numerusform>
        <numerusform>%Ln own levels</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Profiles</name>
    <message numerus="yes">
      <source>%Ln movies found</source>
      <translation>
        <numerusform>1 movie found</numerusform>
        <numerusform>%Ln movies found</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>RecommendationFilters</name>
    <message numerus="yes">
      <source>Length not known: %Ln movies</source>
      <translation>
        <numerusform>Length not known: %Ln movie</numerusform>
        <numerusform>Length not known: %Ln movies</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Without “{filter}”: %Ln movies</source>
      <translation>
        <numerusform>Without “{filter}”: one movie</numerusform>
        <numerusform>Without “{filter}”: %Ln movies</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>RecommendationsPage</name>
    <message numerus="yes">
      <source>%Ln movies found in your history wait for your answer. Recommendations begin with the first one you confirm.</source>
      <translation>
        <numerusform>One movie found in your history waits for your answer. Recommendations begin when you confirm it.</numerusform>
        <numerusform>%Ln movies found in your history wait for your answer. Recommendations begin with the first one you confirm.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Ranked on this computer with your %Ln movies.</source>
      <translation>
        <numerusform>Ranked on this computer with your one movie.</numerusform>
        <numerusform>Ranked on this computer with your %Ln movies.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>ScanController</name>
    <message numerus="yes">
      <source>%Ln new movies found.</source>
      <translation>
        <numerusform>One new movie found.</numerusform>
        <numerusform>%Ln new movies found.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Search</name>
    <message numerus="yes">
      <source>%Ln movies found</source>
      <translation>
        <numerusform>1 movie found</numerusform>
        <numerusform>%Ln movies found</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>Sightings</name>
    <message numerus="yes">
      <source>%Ln more places</source>
      <translation>
        <numerusform>one more place</numerusform>
        <numerusform>%Ln more places</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln visits</source>
      <translation>
        <numerusform>one visit</numerusform>
        <numerusform>%Ln visits</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>open for %Ln hours</source>
      <translation>
        <numerusform>open for one hour</numerusform>
        <numerusform>open for %Ln hours</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>open for %Ln minutes</source>
      <translation>
        <numerusform>open for one minute</numerusform>
        <numerusform>open for %Ln minutes</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>TonightDialog</name>
    <message numerus="yes">
      <source>%Ln films for both of you</source>
      <translation>
        <numerusform>%Ln film for both of you</numerusform>
        <numerusform>%Ln films for both of you</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>YearDialog</name>
    <message numerus="yes">
      <source>%Ln films</source>
      <translation>
        <numerusform>%Ln film</numerusform>
        <numerusform>%Ln films</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>When you watched %Ln movies is not known: they are in no year.</source>
      <translation>
        <numerusform>When you watched one movie is not known: it is in no year.</numerusform>
        <numerusform>When you watched %Ln movies is not known: they are in no year.</numerusform>
      </translation>
    </message>
  </context>
</TS>
