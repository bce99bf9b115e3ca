// What the sample community has asked and learned: topics, species, projects, and the people who know.

import type { Json } from 'src/model/item/Item.ts';
import type { SeededRandom } from 'src/base/seededRandom.ts';
import { partialDate, square, times } from 'src/domain/sample/sampleValues.ts';
import type { SampleWorld } from 'src/domain/sample/SampleItem.ts';
import {
  FIRST_NAMES,
  LAST_NAMES,
  SUBJECTS,
  markedWord,
  paragraph,
  person,
  syllabicWord,
  title,
} from 'src/domain/sample/sampleTexts.ts';

const LANGUAGES = ['ENGLISH', 'FRENCH', 'SECOND_LANGUAGE', 'THIRD_LANGUAGE'];
const names = (random: SeededRandom): Json => [
  { language: 'SECOND_LANGUAGE', name: markedWord(random), literal: 'invented' },
  ...(random.chance(0.4) ? [{ language: 'THIRD_LANGUAGE', name: syllabicWord(random) }] : []),
];

const addTopics = (world: SampleWorld): void => {
  const { random } = world;
  times(60, (index) =>
    world.add({
      key: `topic/${index}`,
      type: 'ResearchTopic',
      properties: {
        title: `${random.pick(['Care of', 'Uses of', 'Rights in', 'Routes of', 'Songs of'])} the ${SUBJECTS[index % SUBJECTS.length] ?? 'river'} ${Math.floor(index / SUBJECTS.length) + 1}`,
        description: paragraph(random),
        indigenousNames: names(random),
        ...(index > 10 && random.chance(0.5) ? { broader: `@topic/${random.whole(0, 9)}` } : {}),
      },
    }),
  );
};

const addSpecies = (world: SampleWorld): void => {
  const { random } = world;
  const topics = world.all('ResearchTopic');
  times(120, (index) =>
    world.add({
      key: `species/${index}`,
      type: 'ResearchSpecies',
      properties: {
        commonName: `${random.pick(['Silver', 'Dusk', 'Marsh', 'Stone', 'Winter', 'Lantern', 'Ember', 'Thread'])} ${random.pick(['alder', 'grouse', 'perch', 'vole', 'sedge', 'fern', 'heron', 'mussel', 'beetle', 'fungus'])} ${index + 1}`,
        type: random.pick(['AMPHIBIAN', 'BIRD', 'FISH', 'FUNGUS', 'INSECT', 'MAMMAL', 'PLANT', 'REPTILE', 'SHELLFISH']),
        family: random.pick(['Inventaceae', 'Fictidae', 'Exemplidae', 'Imaginaceae']),
        scientificName: `Fictus exemplaris ${index + 1}`,
        conservationStatus: random.pick(['none', 'S1', 'S2', 'S3', 'S4', 'S5', 'NR']),
        uses: random.some(['CEREMONY', 'FOOD', 'MEDICINE', 'TECHNOLOGY'], random.whole(0, 3)),
        habitat: paragraph(random),
        topics: random.some(topics, random.whole(0, 3)),
        indigenousNames: names(random),
        publicNotes: paragraph(random),
        privateNotes: `Kept by the family of ${person(random)}.`,
        useDescription: paragraph(random),
      },
    }),
  );
};

const addProjects = (world: SampleWorld, now: number): void => {
  const { random } = world;
  const topics = world.all('ResearchTopic');
  times(30, (index) =>
    world.add({
      key: `project/${index}`,
      type: 'ResearchProject',
      properties: {
        title: `${title(random)}: study ${index + 1}`,
        id: `P-${String(100 + index)}`,
        type: random.pick(['LAND_USE', 'ORAL_HISTORY', 'ECOLOGY', 'LANGUAGE']),
        start: new Date(now - random.whole(30, 2000) * 86_400_000).toISOString().slice(0, 10),
        end: new Date(now + random.whole(-20, 400) * 86_400_000).toISOString().slice(0, 10),
        description: paragraph(random),
        topics: random.some(topics, 3),
        contacts: random.some(world.all('Contact'), 2),
        studyArea: square(random),
      },
    }),
  );
};

const addPeople = (world: SampleWorld): void => {
  const { random } = world;
  times(200, (index) =>
    world.add({
      key: `person/${index}`,
      type: 'CommunityMember',
      properties: {
        firstName: random.pick(FIRST_NAMES),
        lastName: random.pick(LAST_NAMES),
        indigenousName: random.chance(0.5) ? markedWord(random) : syllabicWord(random),
        status: random.pick(['MEMBER', 'GUEST', 'ELDER', 'YOUTH']),
        birthDate: partialDate(random),
        deceased: random.chance(0.2),
        genderIdentity: random.pick(['WOMAN', 'MAN', 'TWO_SPIRIT', 'PREFER_NOT_TO_SAY']),
        numChildren: random.whole(0, 6),
        communityMembership: random.pick(['REGISTERED', 'ASSOCIATE', 'FRIEND']),
        culturalActivities: random.some(['WEAVING', 'CARVING', 'SINGING', 'GATHERING'], 2),
        residenceOnReserve: random.pick(['N_A', 'OFF_RESERVE', 'ON_RESERVE']),
        langFirst: random.some(LANGUAGES, 1),
        maritalStatus: random.pick(['NONE', 'MARRIED', 'COMMON', 'WIDOWED']),
        email: `person.${index}@people.example`,
        followUpNotes: paragraph(random),
        ...(index > 20 ? { parents: random.some(world.all('CommunityMember').slice(0, 20), random.whole(0, 2)) } : {}),
      },
    }),
  );
};

export const addResearch = (world: SampleWorld, now: number): void => {
  addTopics(world);
  addSpecies(world);
  addProjects(world, now);
  addPeople(world);
};
