// Every type that tables can fill, exported and imported again, also after a spreadsheet program saved the file as ODS or TSV: an unchanged
// file changes nothing, and after the records were deleted, it creates equal ones. JSON is lossless. A table is not: it creates records
// without their lists of objects and their translated texts.

import { parse } from 'csv-parse/sync';
import { writeOds } from 'hucre/ods';
import { readXlsx } from 'hucre/xlsx';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fixtures } from 'src/generated/fixtures.ts';
import { registry } from 'src/generated/registry.server.ts';
import type { ExportFormatName } from 'src/model/generated/exportFormats.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { ImportOutcome } from 'src/model/generated/wire.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { importedPaths, importedProperty, isByLocale } from 'src/model/schema/importedProperty.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { importKindsIn, type KnownKind } from 'src/server/imports/importKindOf.ts';
import { placed } from 'tests/contract/contractSuite.ts';
import { INSTEAD, KEPT, NEEDED, openStandingWorld, type StandingWorld } from 'tests/product/contractWorld.ts';
import { importsOf } from 'tests/product/importWorld.ts';
import { okOf, type Body } from 'tests/product/productOperations.ts';
import { casesToTake } from 'tests/runner/parts.ts';

type Properties = Readonly<Record<string, Property>>;

/** Two people work at the same time, because the server reads one file of a person at a time. */
const PEOPLE = ['administrator', 'owner administrator'] as const;
type Actor = (typeof PEOPLE)[number];
/** Formats of imports, and the format of the export that becomes such a file. */
const FORMATS = { csv: 'csv', xlsx: 'xlsx', json: 'json', tsv: 'csv', ods: 'xlsx' } as const;
type RoundTripFormat = keyof typeof FORMATS;
const names: readonly RoundTripFormat[] = ['csv', 'xlsx', 'json', 'tsv', 'ods'];
/** Tasks that one person may have. */
const TASKS_AT_ONCE = 20;
const DEADLINE_MS = 300_000;

/**
 * One kind of import for each type. The kind for people reads a row for each membership and fills few of their properties, so it cannot create
 * equal ones: tests/product/accountsImport.pg.test.ts.
 */
const kinds = importKindsIn(registry).filter(
  ({ type, accounts }, at, all) => !accounts && all.findIndex((other) => other.type.name === type.name) === at,
);

let standing: StandingWorld;
const world = () => standing.world;
const imports = importsOf(world);

beforeAll(async () => {
  standing = await openStandingWorld();
  for (const actor of PEOPLE) await world().change(world().idOf(actor), { admin: true });
});
afterAll(() => world().stop());

const isPlainText = (property: Property | undefined): boolean => {
  if (!property || property.list || property.values || property.rel) return false;
  const { json, time } = KINDS[property.kind];
  return json === 'string' && time === undefined;
};

/** Texts by which a kind finds records get a mark, so that no other record of the world has them. */
const marked = ({ type, duplicates = [] }: KnownKind, body: Body, mark: string): Body => {
  const paths = duplicates.flat().filter((path) => isPlainText(type.properties[path]));
  return { ...body, ...Object.fromEntries(paths.map((path) => [path, `${mark}${String(body[path])}`])) };
};

const fullBody = (kind: KnownKind, mark: string): Body => {
  const { name } = kind.type;
  const given = Object.entries({ ...fixtures[name]?.full, ...INSTEAD[name], ...NEEDED[name] });
  const sent = given.filter(([key]) => KEPT[name]?.includes(key) !== true);
  return marked(kind, placed(Object.fromEntries(sent), standing.stand) as Body, mark);
};

/** Returns true for a list of objects, of which a table has the words, and for a translated text, of which it has one language. */
const isLostInTables = (property: Property): boolean =>
  (property.many && property.properties !== undefined) || isByLocale(property);

/** Settings of a person about notices are no columns. */
const isInTables = (property: Property): boolean =>
  !isLostInTables(property) && !/^\$(?:hideN|n)otify$/.test(property.name);

/** Returns true for a value that a file of the format carries, with the value that it belongs to. */
const isCarried = (properties: Properties, path: string, format: RoundTripFormat): boolean => {
  const property = importedProperty(properties, path);
  if (property === undefined || format === 'json') return property !== undefined;
  const { to } = property.belongs ?? {};
  return isInTables(property) && (to === undefined || isCarried(properties, to.split('.')[0] ?? '', format));
};

const exported = async (actor: Actor, id: ItemId, format: ExportFormatName): Promise<Uint8Array<ArrayBuffer>> => {
  const answer = await fetch(`${world().url}/api/export`, {
    method: 'POST',
    headers: { authorization: `Bearer ${world().tokenOf(actor)}` },
    body: JSON.stringify({ format, ids: [id], relationIds: true }),
  });
  if (answer.status !== 200) throw new Error(await answer.text());
  return new Uint8Array(await answer.arrayBuffer());
};

const quotedForTabs = (cell: string): string => (/[\t\r\n"]/u.test(cell) ? `"${cell.replaceAll('"', '""')}"` : cell);

/** Returns the file as a spreadsheet program saves it in the format. */
const savedAs = async (
  format: RoundTripFormat,
  content: Uint8Array<ArrayBuffer>,
): Promise<string | Uint8Array<ArrayBuffer>> => {
  if (format === 'ods') {
    const { sheets } = await readXlsx(content);
    return new Uint8Array(await writeOds({ sheets: sheets.map(({ name, rows }) => ({ name, rows })) }));
  }
  if (format !== 'tsv') return content;
  const rows: readonly (readonly string[])[] = parse(Buffer.from(content), { bom: true });
  return rows.map((cells) => `${cells.map(quotedForTabs).join('\t')}\n`).join('');
};

interface Sent {
  readonly actor: Actor;
  readonly kind: KnownKind;
  readonly original: Body;
  /** Request to import the file, with the mapping that the server suggests. */
  readonly request: Body;
}

const send = async (actor: Actor, kind: KnownKind, format: RoundTripFormat): Promise<Sent> => {
  const { $id } = okOf(await world().ask(actor, `create/${kind.type.name}`, fullBody(kind, format)));
  const original = okOf(await world().ask(actor, `read/${String($id)}`));
  const content = await savedAs(format, await exported(actor, String($id), FORMATS[format]));
  const table = { name: `table.${format}`, content };
  return {
    actor,
    kind,
    original,
    request: await imports.request(actor, table, { kind: kind.key, owner: world().own }),
  };
};

/** Sends a file of each kind. Each person sends every second one. */
const sendAll = async (some: readonly KnownKind[], format: RoundTripFormat): Promise<Sent[]> => {
  const sent: Sent[] = [];
  const sending = PEOPLE.map(async (actor, first) => {
    for (let at = first; at < some.length; at += PEOPLE.length) {
      const kind = some[at];
      if (kind) sent[at] = await send(actor, kind, format);
    }
  });
  await Promise.all(sending);
  return sent;
};

const AT_ONCE = TASKS_AT_ONCE * PEOPLE.length;

const runAll = async (
  action: 'checkImport' | 'runImport',
  requests: readonly Pick<Sent, 'actor' | 'request'>[],
): Promise<ImportOutcome[]> => {
  const keys: string[] = [];
  for (let from = 0; from < requests.length; from += AT_ONCE) {
    for (const { actor, request } of requests.slice(from, from + AT_ONCE))
      keys.push(await imports.start(actor, action, request));
    await world().runJobs();
  }
  return await Promise.all(requests.map(({ actor }, at) => imports.outcomeOf(actor, keys[at] ?? '')));
};

/** Returns a request that creates records: without their ids, and without cells that cannot be read back. */
const asNew = ({ kind, request: { columns, ...request } }: Sent, format: RoundTripFormat): Body => ({
  ...request,
  again: true,
  columns: (columns as readonly Body[]).filter(({ to }) => isCarried(kind.type.properties, String(to), format)),
});

const carriedValues = (item: Body, { properties }: KnownKind['type'], format: RoundTripFormat): Body =>
  Object.fromEntries(
    importedPaths(properties)
      .filter((path) => isCarried(properties, path, format))
      .map((path) => [path, valuesAt(item, path)]),
  );

describe.each(names)('[ARCH-02] [EXCHANGE] %s', (format) => {
  const some = casesToTake(`round trips: ${format}`, kinds, ({ type }) => `${format} ${type.name}`);
  let sent: readonly Sent[] = [];

  it(
    'comes back without a change where nothing was edited',
    async () => {
      sent = await sendAll(some, format);
      for (const [at, { counts, refused, changes }] of (await runAll('checkImport', sent)).entries())
        expect({ type: some[at]?.type.name, unchanged: counts.unchanged, refused, changes }).toEqual({
          ...{ type: some[at]?.type.name, unchanged: 1, refused: [], changes: [] },
        });
    },
    DEADLINE_MS,
  );

  it(
    format === 'json'
      ? 'is lossless: it creates equal records after the originals were deleted'
      : 'is not lossless: after the originals were deleted, it creates records that are equal except for lists of objects and translated texts',
    async () => {
      for (const { actor, original } of sent)
        okOf(await world().ask(actor, `delete/${String(original['$id'])}`, { _u: original['_u'] ?? 0 }));
      const requests = sent.map((each) => ({ actor: each.actor, request: asNew(each, format) }));
      const outcomes = await runAll('runImport', requests);
      for (const [at, { items, refused }] of outcomes.entries()) {
        const each = sent[at];
        if (!each) throw new Error('more outcomes than files');
        const { actor, kind, original } = each;
        const { type } = kind;
        expect({ type: type.name, refused }).toEqual({ type: type.name, refused: [] });
        const copy = okOf(await world().ask(actor, `read/${String(items[0])}`));
        expect(copy['$id']).not.toBe(original['$id']);
        expect(carriedValues(copy, type, format)).toEqual(carriedValues(original, type, format));
      }
      expect(outcomes.length).toBe(some.length);
    },
    DEADLINE_MS,
  );
});
