// What the sample community keeps: words, places, and the archive with its collections and pictures.

import { partialDate, point, square, times } from 'src/domain/sample/sampleValues.ts';
import type { SampleWorld } from 'src/domain/sample/SampleItem.ts';
import { CEDAR, STONE, STRANGER } from 'src/domain/sample/people.ts';
import {
  SUBJECTS,
  markedWord,
  paragraph,
  person,
  placeName,
  syllabicWord,
  title,
} from 'src/domain/sample/sampleTexts.ts';

const LEVELS = ['PUBLIC', 'COMMUNITY', 'COMMUNITY', 'COMMUNITY', 'PROTECTED', 'PROTECTED', 'PRIVATE'];
const OWNERS = [CEDAR, CEDAR, CEDAR, STONE, STONE, STRANGER];
const ARCHIVE_TYPES = ['RECORDING', 'PHOTOGRAPH', 'MAP', 'REPORT', 'LETTER', 'FILM', 'BOOK'];
const ARCHIVE_CATEGORIES = ['LAND', 'LANGUAGE', 'GOVERNANCE', 'CRAFT', 'TRAVEL', 'TEACHING'];
const LANGUAGES = ['ENGLISH', 'FRENCH', 'SECOND_LANGUAGE', 'THIRD_LANGUAGE'];

export const addWords = (world: SampleWorld): void => {
  const { random } = world;
  times(500, (index) =>
    world.add({
      key: `word/${index}`,
      type: 'Lexeme',
      properties: {
        label: index % 4 === 3 ? syllabicWord(random) : markedWord(random),
        language: index % 4 === 3 ? 'THIRD_LANGUAGE' : 'SECOND_LANGUAGE',
        translation: {
          en: `${random.pick(['a', 'the', 'to', 'one'])} ${random.pick(SUBJECTS)}`,
          ...(random.chance(0.2) ? { fr: 'mot inventé' } : {}),
        },
        partOfSpeech: random.pick(['NOUN', 'VERB', 'ADJECTIVE', 'PARTICLE', 'PHRASE']),
        categories: random.some(
          ['PEOPLE', 'WATER', 'PLANTS', 'ANIMALS', 'WEATHER', 'TOOLS', 'GREETINGS'],
          random.whole(1, 2),
        ),
        ...(index > 5 && random.chance(0.3) ? { relatedEntries: random.some(world.all('Lexeme').slice(-40), 2) } : {}),
      },
    }),
  );
};
export const addPlaces = (world: SampleWorld): void => {
  const { random } = world;
  times(10, (index) =>
    world.add({
      key: `layer/${index}`,
      type: 'SpatialCollection',
      properties: {
        label: `Layer of ${placeName(random)} ${index + 1}`,
        spatialType: random.pick(['LANDING', 'TRAIL', 'CAMP']),
        owner: random.pick([CEDAR, STONE]),
        state: index < 8 ? 'ACTIVE' : 'DRAFT',
        description: paragraph(random),
      },
    }),
  );
  const layers = world.all('SpatialCollection');
  times(250, (index) =>
    world.add({
      key: `place/${index}`,
      type: 'SpatialFeature',
      properties: {
        access: random.pick(LEVELS),
        label: `${placeName(random)} ${index + 1}`,
        names: [markedWord(random)],
        spatialType: random.pick(['LANDING', 'TRAIL', 'CAMP', 'GATHERING_PLACE', 'LOOKOUT', 'FISHING_PLACE']),
        description: paragraph(random),
        geometry: random.chance(0.7) ? { type: 'Point', coordinates: point(random) } : square(random),
        owner: random.pick(OWNERS),
        state: random.pick(['ACTIVE', 'ACTIVE', 'ACTIVE', 'DRAFT', 'ARCHIVED']),
        collection: random.pick(layers),
        area: random.whole(1, 500) / 10,
      },
    }),
  );
};
const addSources = (world: SampleWorld): void => {
  const { random } = world;
  times(30, (index) =>
    world.add({
      key: `source/${index}`,
      type: 'Source',
      properties: {
        $access: random.pick(LEVELS),
        owner: random.pick([CEDAR, STONE]),
        title: `Gift of ${person(random)} (${index + 1})`,
        description: paragraph(random),
      },
    }),
  );
};

const addCollections = (world: SampleWorld): void => {
  const { random } = world;
  times(40, (index) =>
    world.add({
      key: `collection/${index}`,
      type: 'Collection',
      properties: {
        $access: random.pick(LEVELS),
        owner: random.pick(OWNERS),
        title: `${random.pick(['Voices of', 'Albums of', 'Papers of', 'Tapes from'])} ${placeName(random)} ${index + 1}`,
        subtitle: `${random.whole(1900, 1990)}–${random.whole(1991, 2024)}`,
        collectionType: random.pick(['ARCHIVE', 'EXHIBIT', 'RESEARCH']),
        label: { en: 'Invented collection' },
        description: paragraph(random),
        ...(index > 8 && random.chance(0.3)
          ? { collections: random.some(world.all('Collection').slice(0, 8), 2) }
          : {}),
      },
    }),
  );
};

const addEntries = (world: SampleWorld, count: number): void => {
  const { random } = world;
  const pools = {
    collections: world.all('Collection'),
    topics: world.all('ResearchTopic'),
    people: world.all('CommunityMember'),
    places: world.all('SpatialFeature'),
    sources: world.all('Source'),
    organisations: world.all('Organization'),
  };
  times(count, (index) => {
    const date = partialDate(random);
    world.add({
      key: `entry/${index}`,
      type: 'ArchiveEntry',
      ...(random.chance(0.05) ? { creator: 'user/partner' } : {}),
      properties: {
        $access: random.pick(LEVELS),
        owner: random.pick(OWNERS),
        title: `${title(random)}, ${random.pick(['side A', 'side B', 'part 1', 'part 2', 'album', 'copy'])} ${index + 1}`,
        type: random.pick(ARCHIVE_TYPES),
        category: random.some(ARCHIVE_CATEGORIES, random.whole(1, 2)),
        description: paragraph(random),
        date,
        yearPublished: Number(date.slice(0, 4)),
        language: random.some(LANGUAGES, random.whole(1, 2)),
        creator: person(random),
        contributor: [person(random), person(random)],
        callNumber: `RV-${String(random.whole(10, 99))}-${String(index).padStart(4, '0')}`,
        keywords: random.some(SUBJECTS, random.whole(1, 3)),
        relatedPlaceName: markedWord(random),
        needsAttention: random.chance(0.1),
        sourceOrg: random.pick(pools.organisations),
        source: random.pick(pools.sources),
        collections: random.some(pools.collections, random.whole(0, 2)),
        topics: random.some(pools.topics, random.whole(0, 3)),
        communityMembers: random.some(pools.people, random.whole(0, 2)),
        spatialFeatures: random.some(pools.places, random.whole(0, 2)),
        ...(random.chance(0.3) ? { notes: paragraph(random) } : {}),
      },
    });
  });
};

const addScans = (world: SampleWorld, count: number): void => {
  const { random } = world;
  times(40, (index) =>
    world.add({
      key: `file/${index}`,
      type: 'File',
      properties: {
        name: `scan-${String(index + 1).padStart(3, '0')}.tif`,
        repo: random.pick(['cabinet', 'vault', 'college']),
        rel: `@entry/${random.whole(0, count - 1)}`,
      },
    }),
  );
};

export const addArchive = (world: SampleWorld, count: number): void => {
  addSources(world);
  addCollections(world);
  addEntries(world, count);
  addScans(world, count);
};

/** Pictures for the newest entries: an attachment each, drawn by the loader. */
export const addPictures = (world: SampleWorld, count: number): void => {
  const newest = world.items
    .filter(({ type }) => type === 'ArchiveEntry')
    .sort((a, b) => a.daysAgo - b.daysAgo)
    .slice(0, count * 2);
  world.random.some(newest, count).forEach((entry, index) =>
    world.add({
      key: `picture/${index}`,
      type: 'Attachment',
      daysAgo: entry.daysAgo,
      picture: { seed: index + 1, caption: `Sample picture ${index + 1}` },
      properties: {
        originalName: `picture-${index + 1}.png`,
        relType: 'ArchiveEntry',
        relProp: 'attachments',
        relIndex: 0,
        rel: `@${entry.key}`,
      },
    }),
  );
};
