// Types of places, files, words and collections have every required property and enumeration.
import { expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';

const SPECIFIED: Readonly<Record<string, string>> = {
  ArchiveEntry: `$access attachments bibliographicReference callNumber category contributor creator date description fileNumber
    standardNumber keywords language locationPublished needsAttention needsAttentionComment pages publisher reelNumber
    recordGroupNumber relatedPlaceName secondaryTitle section spatialFeatures rel title type volumeName volumeNumber webLinks
    yearPublished collections sourceOrg notes communityMembers topics`,
  Attachment: 'originalName fileID filetype uppyID relProp relIndex relType trashed',
  File: 'repo',
  Source: 'rel',
  Collection: '$access collectionType collections featureImage membershipQuery constrainTypes label title subtitle',
  Disposition: 'label title dispositionType issued description owner files',
  DispositionFeature: 'label dispositionType owner',
  Feature: 'geometry bbox proxy rel properties collection',
  GISCollection: 'name source kind containedAs featureCount',
  SpatialCollection: 'label files spatialType description owner state',
  SpatialFeature: 'access label spatialType description contact secondaryContacts owner importedVia state files',
  Lexeme: `label language translation categories relatedEntries notes acknowledgement phonetic alternateSpelling media
    partOfSpeech`,
};

it.each(Object.entries(SPECIFIED))(
  '[ARCH-01] [COLL-01] [SPAT-01] [VOC-01] %s declares what the specification names',
  (name, properties) => {
    expect(Object.keys(registry.types[name]?.properties ?? {})).toEqual(
      expect.arrayContaining(properties.split(/\s+/)),
    );
  },
);

it('[SPAT-01] places and their collections are drafts, active or archived; lists open on the active ones, and make such', () => {
  for (const [path, type] of [
    ['spatial.features', 'SpatialFeature'],
    ['spatial.collections', 'SpatialCollection'],
    ['spatial.map-features', 'Feature'],
    ['spatial.map-data', 'GISCollection'],
  ] as const) {
    expect(registry.types[type]?.properties['state']?.values).toEqual(['DRAFT', 'ACTIVE', 'ARCHIVED']);
    const search = registry.screens.find((screen) => screen.path === path)?.search;
    expect(search).toMatchObject({
      types: [type],
      create: [type],
      selected: { state: ['ACTIVE'] },
      initial: { state: 'ACTIVE' },
    });
  }
});

it.each(['Feature', 'SpatialFeature'])('[SPAT-01] of %s only active ones load on layers', (name) => {
  expect(registry.types[name]?.view.place?.only).toEqual({ state: ['ACTIVE'] });
});
