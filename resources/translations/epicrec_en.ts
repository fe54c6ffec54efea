<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
  <context>
    <name>Activity</name>
    <message numerus="yes">
      <source>%Ln movies were sent as they are to {provider}: those are known.</source>
      <translation>
        <numerusform>One movie was sent as it is to {provider}: it is known.</numerusform>
        <numerusform>%Ln movies were sent as they are to {provider}: those are known.</numerusform>
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
    <name>CatalogSection</name>
    <message numerus="yes">
      <source>%Ln posters came.</source>
      <translation>
        <numerusform>One poster came.</numerusform>
        <numerusform>%Ln posters came.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MonthTile</name>
    <message numerus="yes">
      <source>Blurred once, for %Ln providers</source>
      <translation>
        <numerusform>Blurred once, for 1 provider</numerusform>
        <numerusform>Blurred once, for %Ln providers</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>MoviesPage</name>
    <message numerus="yes">
      <source>%Ln movies are not yours</source>
      <translation>
        <numerusform>One movie is not yours</numerusform>
        <numerusform>%Ln movies are not yours</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies confirmed</source>
      <translation>
        <numerusform>One movie confirmed</numerusform>
        <numerusform>%Ln movies confirmed</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies found in your history. Which of them did you watch?</source>
      <translation>
        <numerusform>One movie found in your history. Did you watch it?</numerusform>
        <numerusform>%Ln movies found in your history. Which of them did you watch?</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies kept to yourself</source>
      <translation>
        <numerusform>One movie kept to yourself</numerusform>
        <numerusform>%Ln movies kept to yourself</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies released as usual</source>
      <translation>
        <numerusform>One movie released as usual</numerusform>
        <numerusform>%Ln movies released as usual</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln movies told in part</source>
      <translation>
        <numerusform>One movie told in part</numerusform>
        <numerusform>%Ln movies told in part</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln new movies found.</source>
      <translation>
        <numerusform>One new movie found.</numerusform>
        <numerusform>%Ln new movies found.</numerusform>
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
    <name>Privacy</name>
    <message numerus="yes">
      <source>%Ln categories have a level of their own.</source>
      <translation>
        <numerusform>1 category has a level of its own.</numerusform>
        <numerusform>%Ln categories have a level of their own.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln confirmed movies are sent as they are. Those you keep to yourself stay here.</source>
      <translation>
        <numerusform>One confirmed movie is sent as it is. Those you keep to yourself stay here.</numerusform>
        <numerusform>%Ln confirmed movies are sent as they are. Those you keep to yourself stay here.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln kept here</source>
      <translation>
        <numerusform>%Ln kept here</numerusform>
        <numerusform>%Ln kept here</numerusform>
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
      <source>%Ln movies confirmed since wait for {month}: one draw a month, shared by all providers, so that it cannot be averaged away.</source>
      <translation>
        <numerusform>%Ln movie confirmed since waits for {month}: one draw a month, shared by all providers, so that it cannot be averaged away.</numerusform>
        <numerusform>%Ln movies confirmed since wait for {month}: one draw a month, shared by all providers, so that it cannot be averaged away.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln only as blurred counts</source>
      <translation>
        <numerusform>%Ln only as blurred counts</numerusform>
        <numerusform>%Ln only as blurred counts</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>%Ln sent as they are</source>
      <translation>
        <numerusform>%Ln sent as they are</numerusform>
        <numerusform>%Ln sent as they are</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>All %Ln confirmed movies are sent as they are.</source>
      <translation>
        <numerusform>Your one confirmed movie is sent as it is.</numerusform>
        <numerusform>All %Ln confirmed movies are sent as they are.</numerusform>
      </translation>
    </message>
    <message numerus="yes">
      <source>Nothing is sent, except from %Ln categories set below.</source>
      <translation>
        <numerusform>Nothing is sent, except from 1 category set below.</numerusform>
        <numerusform>Nothing is sent, except from %Ln categories set below.</numerusform>
      </translation>
    </message>
  </context>
  <context>
    <name>PrivacyPage</name>
    <message numerus="yes">
      <source>%Ln changed</source>
      <translation>
        <numerusform>%Ln changed</numerusform>
        <numerusform>%Ln changed</numerusform>
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
    <name>ScanStep</name>
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
</TS>
