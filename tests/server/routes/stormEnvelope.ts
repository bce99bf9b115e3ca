// One envelope of a storm: rarely right, mostly half-right, torn or absurd. Deterministic by its randomness.

import type { SeededRandom } from 'src/base/seededRandom.ts';
import { OPERATIONS } from 'src/model/generated/operations.ts';

const NAMES = [...Object.keys(OPERATIONS), 'nothing', '__proto__', 'constructor', 'toString', 'READ', 'read ', ''];
const TYPES = [
  'Book',
  'Shelf',
  'Loan',
  'Attachment',
  'LOVValue',
  'Event',
  'User',
  'Nothing',
  '__proto__',
  'constructor',
  'book',
];
const NUMBERS = [
  '1',
  '2',
  '4',
  '0',
  '-1',
  '00',
  '01',
  '1.5',
  '1e3',
  '2147483647',
  '2147483648',
  '99999999999999999999',
  'x',
  '',
  '1-2',
  '1-x',
];
const TEXTS = [
  '',
  'a',
  '*',
  '%',
  "';drop table item;--",
  '../../etc/passwd',
  '\u202e',
  'é\u0301',
  'ᐊᐱ',
  '💧',
  'a'.repeat(5000),
  '{{x}}',
  '<script>',
  '\\',
  'title',
  'text',
  'created',
  'price',
  'Book-1',
  '$id',
  'null',
  'asc',
];
const KEYS = [
  '_t',
  '$id',
  'text',
  'title',
  'state',
  'shelf',
  'price',
  'privateNotes',
  'created',
  'createdBy',
  'visibility',
  'related',
  'bounds',
  'genres',
  'shelf.name',
  'fv',
  "x'; --",
  'constructor',
  '__proto__',
  'hasOwnProperty',
  '',
];
const MEMBERS = [
  'must',
  'should',
  'mustNot',
  'minShould',
  'subs',
  'subsShould',
  'sort',
  'facets',
  'labels',
  'max',
  'after',
  'ids',
  'text',
  'types',
  'id',
  'actions',
  'grantsFor',
  'alias',
  '_u',
  '$id',
  '_t',
  '_i',
  'title',
  'shelf',
  'memberships',
  'admin',
  'acl',
  'creator',
  'before',
  'stop',
  'targetUserID',
  'indexes',
  'query',
];
const ACTIONS = [
  'stamp',
  'masquerade',
  'rolesAvailable',
  'markNotifications',
  'fetchNotifications',
  'filterByPerm',
  'killTask',
  'nothing',
  'constructor',
];
const WORDS: Readonly<Record<string, readonly string[]>> = {
  search: ['ids', 'ids', 'ids', 'all'],
  readMany: ['object', 'object', 'list'],
  act: ACTIONS,
};

/** `constructor` is a name like any other. */
const own = <T>(table: Readonly<Record<string, T>>, name: string): T | undefined =>
  Object.hasOwn(table, name) ? table[name] : undefined;

const NUMBER_VALUES = [0, 1, -1, 2, 50, 1000, 1001, 2147483647, 2147483648, 1e15, 1e308, 0.5, -0];

const idOf = (random: SeededRandom): string =>
  random.chance(0.6) ? `${random.pick(TYPES)}-${random.pick(NUMBERS)}` : random.pick(TEXTS);

const scalar = (random: SeededRandom): unknown => {
  const kind = random.whole(0, 5);
  if (kind === 0) return random.pick(NUMBER_VALUES);
  if (kind === 1) return random.chance(0.5);
  if (kind === 2) return null;
  return kind === 3 ? idOf(random) : random.pick(TEXTS);
};

const anything = (random: SeededRandom, depth: number): unknown => {
  if (depth === 0 || random.chance(0.4)) return scalar(random);
  const length = random.whole(0, 4);
  if (random.chance(0.4)) return Array.from({ length }, () => anything(random, depth - 1));
  return Object.fromEntries(
    Array.from({ length }, () => [random.pick(random.chance(0.5) ? MEMBERS : KEYS), anything(random, depth - 1)]),
  );
};

const filters = (random: SeededRandom): unknown =>
  Object.fromEntries(
    random
      .some(KEYS, random.whole(0, 3))
      .map((key) => [key, random.chance(0.8) ? [scalar(random), scalar(random)] : anything(random, 2)]),
  );

const query = (random: SeededRandom, depth: number): Record<string, unknown> => ({
  ...(random.chance(0.7) && { must: { _t: [random.pick(TYPES)], ...(filters(random) as object) } }),
  ...(random.chance(0.3) && { should: filters(random), minShould: random.pick(NUMBER_VALUES) }),
  ...(random.chance(0.2) && { mustNot: filters(random) }),
  ...(random.chance(0.3) && { facets: random.some(KEYS, 3) }),
  ...(random.chance(0.3) && { sort: [{ key: random.pick(KEYS), order: random.pick(['asc', 'desc', 'up']) }] }),
  ...(random.chance(0.2) && { max: random.pick(NUMBER_VALUES) }),
  ...(random.chance(0.1) && { after: random.pick(TEXTS) }),
  ...(depth > 0 &&
    random.chance(0.2) && {
      subs: { [random.pick(['shelf', 'books', 'loans', 'nothing'])]: query(random, depth - 1) },
    }),
});

const BODIES: Readonly<Record<string, (random: SeededRandom) => unknown>> = {
  search: (random) => query(random, 3),
  suggest: (random) => ({
    ...{ text: random.pick(TEXTS), choose: random.chance(0.3) },
    ...(random.chance(0.3) && { types: [random.pick(TYPES)] }),
  }),
  readMany: (random) => Array.from({ length: random.whole(0, 5) }, () => idOf(random)),
  update: (random) => ({
    $id: idOf(random),
    _u: random.pick(NUMBER_VALUES),
    title: scalar(random),
    [random.pick(MEMBERS)]: scalar(random),
  }),
  create: (random) => ({ title: random.pick(TEXTS), shelf: idOf(random), [random.pick(MEMBERS)]: scalar(random) }),
  delete: (random) => ({ _u: random.pick(NUMBER_VALUES) }),
  isAllowed: (random) => ({ id: idOf(random), actions: [random.pick(TEXTS), 'update'] }),
  getGrantedBy: (random) => ({ grantsFor: { [random.pick(TYPES)]: [scalar(random)] } }),
  history: (random) => ({ max: random.pick(NUMBER_VALUES) }),
  getLegacyPath: (random) => ({ alias: random.pick(TEXTS) }),
  act: (random) => ({ _t: random.pick(TYPES), _i: random.pick(NUMBER_VALUES), [random.pick(MEMBERS)]: scalar(random) }),
};

const operationOf = (random: SeededRandom, name: string): string => {
  if (random.chance(0.1)) return `${name}/${random.pick(TEXTS)}/${random.pick(TEXTS)}`.slice(0, 600);
  const words = own(WORDS, name);
  if (words) return `${name}/${random.pick(words)}`;
  const { args } = own<{ readonly args: string }>(OPERATIONS, name) ?? { args: '{x}' };
  if (args === '') return name;
  return `${name}/${name === 'create' ? random.pick(TYPES) : idOf(random)}`;
};

const bodyOf = (random: SeededRandom, name: string): { readonly b?: unknown } => {
  if (random.chance(0.25)) return { b: anything(random, 4) };
  const make = own(BODIES, name);
  return make ? { b: make(random) } : {};
};

const extra = (random: SeededRandom): object => {
  if (random.chance(0.9)) return {};
  return {
    [random.pick(['key', 'v', 'erred', 'x', 's', '__proto__'])]: random.chance(0.5)
      ? '0f8fad5b-d9cb-469f-a165-70867728950e'
      : anything(random, 2),
  };
};

/** Bytes missing, doubled or changed. */
const torn = (random: SeededRandom, text: string): string => {
  const at = random.whole(0, Math.max(0, text.length - 1));
  const cut = random.whole(0, 3);
  if (cut === 0) return text.slice(0, at);
  if (cut === 1)
    return (
      text.slice(0, at) +
      random.pick(['"', '{', '[', '\\u0000', '\\ud800', ',', '}', ' ', '\u0001', '1e999']) +
      text.slice(at + 1)
    );
  return cut === 2 ? text + text : `${'['.repeat(random.whole(1, 200))}${text}`;
};

/** The text of the `index`-th envelope; `s` is its index when nothing tore it. */
export const stormEnvelope = (random: SeededRandom, index: number): string => {
  const name = random.pick(NAMES);
  const text = JSON.stringify({
    o: operationOf(random, name),
    ...bodyOf(random, name),
    s: String(index),
    ...extra(random),
  });
  return random.chance(0.15) ? torn(random, text) : text;
};
