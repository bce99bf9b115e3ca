// Properties of types that the specification names, by the name of the type.

export const SPECIFIED: Readonly<Record<string, string>> = {
  ArchiveEntry: `$access attachments bibliographicReference callNumber category contributor creator date description fileNumber
    standardNumber keywords language locationPublished needsAttention needsAttentionComment pages publisher reelNumber
    recordGroupNumber relatedPlaceName secondaryTitle section spatialFeatures rel title type volumeName volumeNumber webLinks
    yearPublished collections sourceOrg notes communityMembers topics`,
  Attachment: 'originalName fileID filetype uppyID relProp relIndex relType trashed',
  File: 'repo',
  Source: 'rel',
  Import: 'label kind',
  Belonging: '$access collections institution needsAttention needsAttentionComment repatriationStatus types',
  Collection: '$access collectionType collections featureImage membershipQuery constrainTypes label title subtitle',
  Disposition: 'label title dispositionType issued description owner files',
  DispositionFeature: 'label dispositionType owner',
  Feature: 'geometry bbox proxy rel properties collection',
  GISCollection: 'name source kind containedAs featureCount',
  SpatialCollection: 'label files spatialType description owner state',
  SpatialFeature: 'access label spatialType description contact secondaryContacts owner importedVia state files',
  Lexeme: `label language translation categories relatedEntries notes acknowledgement phonetic alternateSpelling media
    partOfSpeech`,
  GeoKeeperProgram: 'label description access owner state',
  GeoKeeperWorkItem: 'state label lockToTrip',
  GeoKeeperReference: 'state label program',
  GeoKeeperFieldData: `label formType state formDef program collected finalized workItem categories formInstance trip
    restrictedAnswers restrictedFiles place track audience`,
  GeoKeeperFormDef: 'description maxPhotos maxVideos formType machineName program state form recordTitlePath',
  GeoKeeperFieldwork: 'label ownedBy externalParty externalNotify createdFrom',
  ResearchProject: 'title description start end footprint studyArea studyAreaDescription id links type',
  ResearchActivity: `title type project start end location highlights respondents topics interviewers dataEntry notes`,
  ResearchData: `access label siteCode valueCategory valueCode activity project description moreAccurate mapAccuracy respondents
    relevantArchives timeCode indigenousNames spatial species topics timeFrameStart timeFrameEnd seasons timeFrameNotes notes`,
  CommunityMember: `firstName middleName lastName fullName lastNameAtBirth nickName indigenousName nameNotes identifiers status
    birthDate birthPlace deceased deathDate deathPlace genderIdentity parents numChildren familyNotes communityMembership
    culturalActivities registrationNumber residenceOnReserve communitiesOfResidence langPrimary langPrimaryOther langHome
    langHomeOther langOccasionalHome langOccasionalHomeOther langFirst langFirstOther homeAddress mailingDifferent mailingAddress
    contact email maritalStatus followUpNotes`,
  ResearchSpecies: `commonName type family scientificName otherNames habitat conservationStatus references uses partsUsed useWarning
    useDescription topics indigenousNames publicNotes privateNotes`,
  ResearchTopic: 'title description indigenousNames',
};
