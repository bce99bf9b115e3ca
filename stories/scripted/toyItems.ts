// Invented shelves, books and loans for stories and client tests.

import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import type { LovValue, SessionUser, SiteConfiguration } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';

const TITLES = ['Amber atlas', 'Birch songs', 'Cedar fables', 'Delta maps', 'Ember tales', 'Fern almanac'];
const STATES = ['ACTIVE', 'DRAFT', 'ARCHIVED'];

const shelves = ['North shelf', 'South shelf'].map((name, at) =>
  scriptedItem(`Shelf-${at + 1}`, { name, room: at === 0 ? 'NORTH' : 'SOUTH' }),
);

const books = TITLES.map((title, at) => {
  const shelf = `Shelf-${(at % 2) + 1}`;
  const properties = {
    title,
    shelf,
    state: STATES[at % STATES.length] ?? 'ACTIVE',
    genres: [at % 2 === 0 ? 'ATLAS' : 'SONGS'],
    year: 1900 + at * 7,
    summary: `What is told in ${title.toLowerCase()}.`,
    $access: 'COMMUNITY',
    $labels: { [shelf]: at % 2 === 0 ? 'North shelf' : 'South shelf' },
  };
  return scriptedItem(`Book-${at + 1}`, properties);
});

const loans = [1, 2].map((at) =>
  scriptedItem(`Loan-${at}`, {
    book: `Book-${at}`,
    borrower: 'User-1',
    from: '2024-03-12T09:30:00.000Z',
    state: 'ONGOING',
    $labels: { [`Book-${at}`]: TITLES[at - 1] ?? '', 'User-1': 'Robin Sample' },
  }),
);

const people = [scriptedItem('User-1', { name: 'Robin Sample', email: 'robin@sample.test' })];

export const toyItems: readonly Item[] = [...shelves, ...books, ...loans, ...people];

export const toyLists: Readonly<Record<string, readonly LovValue[]>> = {
  GENRES: [
    { key: 'FABLE', label: 'Fable', state: 'ACTIVE' },
    { key: 'ATLAS', label: 'Atlas', state: 'ACTIVE' },
    { key: 'SONGS', label: 'Songs', state: 'ACTIVE' },
    { key: 'TAPES', label: 'Tapes', state: 'ARCHIVED' },
  ],
};

export const toyUser: SessionUser = {
  _t: 'User',
  _i: 1,
  $id: 'User-1',
  factorRequired: false,
  name: 'Robin Sample',
  email: 'robin@sample.test',
  admin: false,
  capabilities: { Library: true },
  language: null,
  menuPackage: null,
  dark: false,
  hideGuidance: false,
  multiColumns: true,
  activeTasks: [],
  masquerading: false,
  $version: '1.0.0',
  avatar: null,
  adminOrg: null,
  adminOrgs: [],
  readOrg: null,
  readOrgs: [],
  timeZone: 'UTC',
  preferences: {},
  keptVersion: 0,
  creatable: ['Book', 'Loan', 'SavedSearch'],
  importable: ['Book', 'Loan'],
  draftKey: 'A'.repeat(43),
};

const colours = { header: '#424242', primary: '#1976D2', secondary: '#424242', accent: '#FDD835' };

export const toySite: SiteConfiguration = {
  version: '1.0.0',
  siteName: 'Sample library',
  subtitle: 'Community {product}',
  product: 'Keeper',
  defaultBounds: [-141, 48, -53, 70],
  registration: 'open',
  disableRecaptcha: true,
  assist: false,
  wsMaxMsgSize: 1048576,
  httpTimeout: 60000,
  wsTimeout: 60000,
  cmd: null,
  keyCaps: ['Library'],
  dedicated: true,
  migratedFromCKK1: false,
  introduction: null,
  mark: 'M4 4h16v16H4z',
  supportEmail: null,
  tokenCookie: null,
  timeZone: 'UTC',
  colours: { light: colours, dark: { ...colours, primary: '#0F60B1', accent: '#F9A825' } },
  baseMaps: [],
  periods: [
    { name: { en: 'Before the ferry' }, to: 1927 },
    { name: { en: 'The years of the ferry' }, from: 1928, to: 1963 },
    { name: { en: 'The long winter' }, from: 1949, to: 1951 },
    { name: { en: 'Since the road' }, from: 1964 },
  ],
  undoDays: 30,
};
