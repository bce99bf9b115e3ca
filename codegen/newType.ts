// `npm run new-type <area> <Type>`: creates the three files of a new item type, its line in area.json and its messages, ready to compile,
// with a $comment where the author must decide. With `--new-area` the area is created too, with `--buckets <set>` a number with ranges, and
// with `--full` a date, a place and photographs, so that each display of the sample has something to show. A screen and its place in the menu are written by hand, in the area's area.json. Values in,
// files out; main writes them.

import { objectAt, type JsonObject, type JsonValue } from 'codegen/json.ts';
import { areaKeyFault, bucketsFault, emptyArea, withBuckets } from 'codegen/newArea.ts';
import type { Output } from 'codegen/Output.ts';
import type { Source, SourceArea } from 'codegen/Source.ts';
import { readableName } from 'src/model/text/readableName.ts';

const FIRST_NUMBER = 20;

const numbersOf = (source: Source): number[] => [
  ...source.areas.flatMap(({ types }) => types.map(({ server }) => Number(server.json['number']))),
  ...source.areas.flatMap(({ steps }) =>
    Object.values(objectAt(steps?.json ?? {}, 'kinds')).map((kind) => Number((kind as JsonObject)['number'])),
  ),
  ...Object.values(objectAt(source.lock?.json ?? {}, 'retired')).map(Number),
  ...Object.values(objectAt(source.lock?.json ?? {}, 'types')).map((type) => Number((type as JsonObject)['number'])),
];

/** Returns the next free number of an area: after its own largest, or after the largest of all areas. */
const nextNumber = (source: Source, area: SourceArea): number => {
  const taken = new Set(numbersOf(source));
  const own = area.types.map(({ server }) => Number(server.json['number']));
  let number = own.length > 0 ? Math.max(...own) + 1 : Math.max(FIRST_NUMBER, ...taken) + 1;
  while (taken.has(number)) number += 1;
  return number;
};

/** The parts that a new type has in addition to the least. */
interface Parts {
  readonly owner: string | undefined;
  /** A date, a place and photographs. */
  readonly full: boolean;
  /** A number, and the set of buckets of its facet. */
  readonly buckets: string | undefined;
}

const FULL_PROPERTIES: JsonObject = {
  date: { type: 'string', format: 'date' },
  place: { $ref: '/schemas/engine/common#/$defs/Geometry', 'x-geo': { kinds: ['Point'] } },
  photos: {
    type: 'array',
    items: { type: 'string', format: 'item-id' },
    maxItems: 20,
    uniqueItems: true,
    'x-files': { kinds: ['IMAGE'] },
  },
};
const AMOUNT: JsonObject = { type: 'number', minimum: 0, maximum: 100 };

const schemaOf = (area: string, type: string, { owner, full, buckets }: Parts): JsonObject => ({
  $id: `/schemas/${area}/${type}`,
  $comment:
    'What an item holds. Every text needs maxLength, every list maxItems. x-rel relates to items, x-list takes a value of a list, x-text is translated or language, x-level hides from readers below it, x-pattern names the message that says which form a pattern asks for, x-required asks everyone but administrators, x-capability names rights, x-unversioned is kept by the server without a version, contentMediaType says that a text is Markdown, x-reads says that a text is a media type or a number one of bytes, x-after names the start of an end, x-belongs asks that what is chosen belongs to what is chosen beside it, x-computed is worked out, x-count counts related items for each reader, x-geo is geometry, x-files are attachments, x-json is an object of undeclared content.',
  type: 'object',
  allOf: [{ $ref: '/schemas/engine/base' }],
  properties: {
    $access: { $ref: '/schemas/engine/common#/$defs/Level', default: 'COMMUNITY' },
    ...(owner !== undefined && {
      owner: {
        $comment:
          'Whose it is. An inverse is a name by which the owner finds its items; leave it out where none is needed.',
        type: 'string',
        format: 'item-id',
        'x-rel': { to: [owner], onDelete: 'restrict' },
      },
    }),
    title: { type: 'string', minLength: 1, maxLength: 300 },
    description: { type: 'string', format: 'multiline', maxLength: 20000 },
    state: { type: 'string', enum: ['DRAFT', 'ACTIVE', 'ARCHIVED'], default: 'DRAFT' },
    ...(buckets !== undefined && { amount: AMOUNT }),
    ...(full && FULL_PROPERTIES),
  },
  required: owner === undefined ? ['title'] : ['title', 'owner'],
});

const viewOf = ({ owner, full, buckets }: Parts): JsonObject => ({
  icon: 'document',
  title: '{title}',
  ...(full && { image: 'photos' }),
  headers: ['title', 'state', ...(full ? ['date'] : []), ...(owner === undefined ? [] : ['owner'])],
  facets: [
    { path: 'state', kind: 'SEL' },
    ...(owner === undefined ? [] : [{ path: 'owner', kind: 'REL' }]),
    ...(buckets === undefined ? [] : [{ path: 'amount', kind: 'RANGE', buckets }]),
    { path: '$access', kind: 'LEVEL' },
    { path: 'created', kind: 'RANGE', buckets: 'created' },
  ],
  filters: [],
  sorts: [
    { key: 'title', path: 'title', order: 'asc' },
    ...(full ? [{ key: 'date', path: 'date', order: 'desc' }] : []),
  ],
  displays: {
    LIST: { summary: full ? ['state', 'date'] : ['state'] },
    TABLE: {},
    ...(full && {
      MAP: { geometry: 'place' },
      CARDS: { summary: ['state', 'date'] },
      TIMELINE: { start: 'date' },
      CAROUSEL: { media: 'photos' },
    }),
  },
  form: [
    {
      key: 'main',
      groups: [
        {
          key: 'what',
          rows: [
            ['title'],
            ...(owner === undefined ? [] : [['owner']]),
            ['description'],
            ...(buckets === undefined ? [] : [['amount']]),
            ...(full ? [['date'], ['place'], ['photos']] : []),
          ],
        },
        { key: 'access', rows: [['state', '$access']] },
      ],
    },
  ],
  create: { initial: { state: 'DRAFT', $access: 'COMMUNITY' } },
  pane: { width: 'HALF' },
});

const serverOf = (number: number, owner: string | undefined, capability: string | undefined): JsonObject => {
  const may: JsonObject = capability === undefined ? { principal: 'ownerMember' } : { cap: capability };
  return {
    number,
    access: {
      ...(owner !== undefined && { owner: 'owner' }),
      level: { path: '$access', default: 'COMMUNITY' },
      readers: ['creator'],
      actions: { create: may, update: { any: [may, { principal: 'creator' }] }, delete: may },
    },
    search: { weights: { title: 'A', description: 'C' } },
    events: [{ on: 'update', paths: ['state'], kind: 'stateChanged', notify: ['creator', 'watchers'], mode: 'DIGEST' }],
    history: { keep: true },
  };
};

/** Returns the relative address of schemas/meta, for editors. */
const metaFrom = (folder: string): string =>
  folder.startsWith('schemas/') ? '../meta' : `${'../'.repeat(folder.split('/').length)}schemas/meta`;

const print = (json: JsonValue): string => `${JSON.stringify(json, null, 2)}\n`;

const plural = (messages: string): string =>
  /[^aeiou]y$/.test(messages) ? `${messages.slice(0, -1)}ies` : `${messages}s`;

const messagesPath = (area: SourceArea): string =>
  area.messages.find(({ path }) => path.endsWith('/messages.en.json'))?.path ?? `${area.folder}/messages.en.json`;

/** Inserts members at the end of a list or object and leaves the rest of the text unchanged. */
const withMembers = (text: string, close: number, members: readonly string[]): string => {
  const head = text.slice(0, close).trimEnd();
  const separator = /[[{]$/.test(head) ? '' : ', ';
  return `${head}${separator}${members.join(', ')}${text.slice(close)}`;
};

const areaText = (text: string, type: string): string => {
  const start = text.indexOf('"types"');
  return withMembers(text, text.indexOf(']', start), [JSON.stringify(type)]);
};

const messagesText = (text: string, type: string): string => {
  const label = readableName(type);
  const low = label.toLowerCase();
  const inSentence = `{count, plural, one {${low}} other {${plural(low)}}}`;
  const messages = { label, plural: plural(label), inSentence };
  const members = Object.entries(messages).map(([key, each]) => `"types.${type}.${key}": ${JSON.stringify(each)}`);
  return withMembers(text, text.lastIndexOf('}'), members);
};

const refusalOf = (
  source: Source,
  { area: key, type, newArea = false, buckets }: Omit<Wanted, 'textOf'>,
): string | undefined => {
  const areas = source.areas.map(({ area }) => String(area.json['key'])).filter((each) => each !== 'engine');
  if (!areas.includes(key) && !newArea)
    return `${key} is no area; there are ${areas.join(', ')}. --new-area creates one`;
  if (areas.includes(key) && newArea) return `there is an area ${key} already`;
  if (newArea && areaKeyFault(key) !== undefined) return areaKeyFault(key);
  if (buckets !== undefined && bucketsFault(source, buckets) !== undefined) return bucketsFault(source, buckets);
  if (!/^[A-Z][A-Za-z0-9]{1,62}$/.test(type)) return `${type} must be written like ArchiveEntry or Book`;
  const taken = source.areas.some(({ types }) => types.some(({ name }) => name.toLowerCase() === type.toLowerCase()));
  return taken ? `there is a type ${type} already` : undefined;
};

export interface NewType {
  readonly outputs: readonly Output[];
  readonly refusal: string | undefined;
}

export interface Wanted {
  readonly area: string;
  readonly type: string;
  /** Creates the area, too. */
  readonly newArea?: boolean;
  readonly full?: boolean;
  /** Name of a new set of buckets. */
  readonly buckets?: string | undefined;
  /** Returns the current text of a file, or undefined when it does not exist. */
  readonly textOf: (path: string) => string | undefined;
}

/** Returns the files of a new type, or the reason why they cannot be created. */
export const newType = (source: Source, wanted: Wanted): NewType => {
  const { area: key, type, textOf: storedText, newArea = false, full = false, buckets } = wanted;
  const refusal = refusalOf(source, wanted);
  const area = newArea ? emptyArea(source, key) : source.areas.find((each) => each.area.json['key'] === key);
  if (refusal !== undefined || area === undefined) return { outputs: [], refusal };
  const owner = source.areas.map((each) => each.area.json['ownerType']).find((each) => typeof each === 'string');
  const ownerName = typeof owner === 'string' ? owner : undefined;
  const parts: Parts = { owner: ownerName, full, buckets };
  const made = newArea ? [area.area, ...area.messages] : [];
  const textOf = (path: string): string | undefined => {
    const file = made.find((each) => each.path === path);
    return file ? print(file.json) : storedText(path);
  };
  const capability = area.area.json['capability'];
  const meta = metaFrom(area.folder);
  const file = (kind: string, json: JsonObject): Output => ({
    path: `${area.folder}/${type}.${kind}.json`,
    text: print({ $schema: `${meta}/${kind === 'schema' ? 'itemType' : kind}.schema.json`, ...json }),
  });
  return {
    refusal: undefined,
    outputs: [
      file('schema', schemaOf(key, type, parts)),
      file('view', viewOf(parts)),
      file(
        'server',
        serverOf(nextNumber(source, area), ownerName, typeof capability === 'string' ? capability : undefined),
      ),
      ...(buckets === undefined
        ? []
        : [{ path: `${area.folder}/buckets.json`, text: print(withBuckets(area, buckets)) }]),
      { path: area.area.path, text: areaText(textOf(area.area.path) ?? '', type) },
      { path: messagesPath(area), text: messagesText(textOf(messagesPath(area)) ?? '{}', type) },
    ],
  };
};
