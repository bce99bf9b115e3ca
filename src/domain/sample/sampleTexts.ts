// Invented words for the sample: no real community's knowledge, names or places. The "languages" here are made of
// letters chosen to exercise combining marks, letter modifiers and syllabics; they mean nothing.

import type { SeededRandom } from 'src/base/seededRandom.ts';

const ONSETS = ['k̓', 'q̓ʷ', 'm̓', 'xʷ', 'ɬ', 'tɬ', 's', 'č̓', 'w̓', 'n', 'ƛ̓', 'ʔ', 'y̓', 'p', 'x̣', 'g̱', 'k̲'];
const NUCLEI = ['a', 'ə', 'i', 'u', 'á', 'ə́', 'aː', 'į́', 'ǫ', 'ą̀', 'ii', 'uu'];
const CODAS = ['', '', 'm', 'n̓', 'ƛ', 'qʷ', 't', 'x̌', 's', 'ʔ'];
const SYLLABICS = Array.from('ᐊᐅᐃᑲᑯᑭᒪᒧᒥᓇᓄᓂᓴᓱᓯᑕᑐᑎᕙᕗᖃᖁᖅᓪᐧᔭᔪᔨ');

const times = (count: number, make: () => string): string => Array.from({ length: count }, make).join('');

/** A word in the invented "second language": Latin letters with marks. */
export const markedWord = (random: SeededRandom): string =>
  times(random.whole(2, 4), () => random.pick(ONSETS) + random.pick(NUCLEI) + random.pick(CODAS)).normalize('NFC');

/** A word in the invented "third language": syllabics. */
export const syllabicWord = (random: SeededRandom): string => times(random.whole(2, 5), () => random.pick(SYLLABICS));

export const PLACE_FIRST = [
  'Upper',
  'Lower',
  'Old',
  'Quiet',
  'Long',
  'Red',
  'White',
  'Winding',
  'Far',
  'Twin',
  'Hollow',
  'Windy',
  'Salt',
  'Amber',
  'Pebble',
  'Grey',
];
export const PLACE_SECOND = [
  'Landing',
  'Bend',
  'Meadow',
  'Portage',
  'Shelf',
  'Narrows',
  'Point',
  'Bluff',
  'Spring',
  'Flat',
  'Ridge',
  'Cove',
  'Camp',
  'Crossing',
  'Lookout',
  'Ledge',
];
export const SUBJECTS = [
  'canoe',
  'basket',
  'net',
  'drum',
  'smokehouse',
  'trail',
  'cedar bark',
  'berry patch',
  'weir',
  'blanket',
  'feast',
  'song',
  'paddle',
  'winter village',
  'spring camp',
  'carving',
  'map',
  'boundary stone',
  'seal hunt',
  'oolichan run',
  'tide table',
  'school',
  'ferry',
  'cannery',
];
export const DOINGS = [
  'Making a',
  'Story of the',
  'Names of the parts of a',
  'Mending the',
  'Photographs of the',
  'Notes on the',
  'Interview about the',
  'Letters about the',
  'Teaching the',
  'Return of the',
  'First',
  'Songs for the',
  'Survey of the',
  'Minutes on the',
];
export const FIRST_NAMES = [
  'Avela',
  'Bram',
  'Corrin',
  'Dessa',
  'Edda',
  'Farren',
  'Gilda',
  'Hollis',
  'Isaro',
  'Juna',
  'Kestrel',
  'Lorne',
  'Mirel',
  'Nadir',
  'Orla',
  'Perrin',
  'Quill',
  'Rosa',
  'Soren',
  'Tamsin',
  'Ulla',
  'Verrin',
  'Wren',
  'Yara',
  'Zeb',
];
export const LAST_NAMES = [
  'Ashdown',
  'Brightwater',
  'Calloway',
  'Drummond-Vale',
  'Eastlake',
  'Fenwood',
  'Greystone',
  'Halloran-Reed',
  'Inletson',
  'Juniper',
  'Kettlewell',
  'Larkspur',
  'Millpond',
  'Northfield',
  'Oakhanger',
  'Pinecrest',
  'Quarrier',
  'Riverton',
  'Saltmarsh',
  'Thornbury',
];
export const SENTENCES = [
  'Recorded at the kitchen table, with rain on the roof in places.',
  'The speaker returns twice to the year the river moved.',
  'Copied from a notebook that the family keeps.',
  'Side B ends before the song is finished.',
  'Ask the keeper before any reuse outside the community.',
  'The photographs were taken on the same afternoon as the feast.',
  'Place names were checked by two speakers.',
  'A second copy is kept in the fireproof cabinet.',
  'The report was written for a road that was never built.',
  'Children can be heard laughing in the background.',
];

export const title = (random: SeededRandom): string => `${random.pick(DOINGS)} ${random.pick(SUBJECTS)}`;
export const placeName = (random: SeededRandom): string => `${random.pick(PLACE_FIRST)} ${random.pick(PLACE_SECOND)}`;
export const paragraph = (random: SeededRandom): string => random.some(SENTENCES, random.whole(1, 4)).join(' ');
export const person = (random: SeededRandom): string => `${random.pick(FIRST_NAMES)} ${random.pick(LAST_NAMES)}`;
