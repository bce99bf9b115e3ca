// What may not be read is learnt through no channel: every declared type at every level carries words of its own, in what names
// it and in what is stricter than it, and every person asks every read operation for them. docs/ACCESS.md says what may be seen.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import { levelRank, type Level } from 'src/model/access/levels.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { accessTables, allows } from 'tests/product/accessPage.ts';
import { openProductWorld, type ProductWorld } from 'tests/product/productWorld.ts';

interface Canary {
  readonly type: string;
  readonly level: Level;
  readonly id: ItemId;
  /** The word in what everybody sees who sees the item; undefined for a type without such a property. */
  readonly word: string | undefined;
  /** Words in stricter properties, with their level. */
  readonly restricted: readonly { readonly word: string; readonly level: Level }[];
}

const tables = accessTables();
const actors = tables[0]?.rows.map(({ actor }) => actor) ?? [];
const shared = new Set(['User', registry.ownerType]);

const TEXTS = new Set(['text', 'longText', 'translated', 'language']);
const isText = ({ kind, many, readOnly, computed }: Property): boolean =>
  TEXTS.has(kind) && many !== true && readOnly !== true && computed === undefined;
const valueOf = ({ kind }: Property, word: string): Json => (kind === 'translated' ? { en: word } : word);

let world: ProductWorld;
const canaries: Canary[] = [];
beforeAll(async () => {
  world = await openProductWorld();
  for (const { type, levels } of tables.filter((table) => !shared.has(table.type))) {
    const properties = Object.values(registry.types[type]?.properties ?? {}).filter(isText);
    const weights = registry.types[type]?.server.search.weights ?? {};
    const open = properties.filter(({ level, name }) => level === undefined && !['key', 'list'].includes(name));
    const named = open.find(({ name }) => name in weights) ?? open.find(({ pattern }) => pattern === undefined);
    const strict = properties.filter(({ level }) => level !== undefined);
    for (const level of levels) {
      const mark = `${type}${level}`.toLowerCase();
      const more: Record<string, Json> = {};
      if (named) more[named.name] = valueOf(named, `canary${mark}`);
      for (const property of strict)
        more[property.name] = valueOf(property, `secret${mark}${property.name}`.toLowerCase());
      const [id = ''] = await world.add([{ type, level, mark: `canaries ${mark}`, more }]);
      canaries.push({
        type,
        level,
        id,
        word: named && `canary${mark}`,
        restricted: strict.map(({ name, level: own }) => ({
          word: `secret${mark}${name}`.toLowerCase(),
          level: own ?? 'PRIVATE',
        })),
      });
    }
  }
});
afterAll(() => world.stop());

const readsOf = (actor: string, type: string) =>
  tables.find((table) => table.type === type)?.rows.find((row) => row.actor === actor)?.cells['read'];

/** Whom a restricted property opens to follows from the level it needs: its creator, its readers at that level, administrators. */
const readsLevel = (actor: string, level: Level): boolean => {
  if (actor === 'creator' || actor === 'administrator') return true;
  const strictest: Readonly<Record<string, Level>> = {
    member: 'COMMUNITY',
    'capability holder': 'COMMUNITY',
    'protected reader': 'PROTECTED',
    'private reader': 'PRIVATE',
    'owner administrator': 'PRIVATE',
  };
  const reads = strictest[actor];
  return level === 'PUBLIC' || (reads !== undefined && levelRank(reads) >= levelRank(level));
};

const expected = (actor: string): Set<string> =>
  new Set(
    canaries.flatMap(({ type, level, word, restricted }) => {
      if (!allows(readsOf(actor, type), level)) return [];
      const needed = (own: Level): Level => (levelRank(own) > levelRank(level) ? own : level);
      const open = restricted.filter(
        (each) => levelRank(each.level) <= levelRank(level) || readsLevel(actor, needed(each.level)),
      );
      return [...(word === undefined ? [] : [word]), ...open.map((each) => each.word)];
    }),
  );

const wordsIn = (answers: readonly unknown[]): Set<string> =>
  new Set(JSON.stringify(answers).match(/(?:canary|secret)[a-z]+/g) ?? []);
const known = new Set<string>();
const all = (): string[] =>
  canaries.flatMap(({ word, restricted }) => [
    ...(word === undefined ? [] : [word]),
    ...restricted.map((each) => each.word),
  ]);
const only = (words: ReadonlySet<string>): Set<string> => new Set([...words].filter((word) => known.has(word)));

it.each(actors)('[PERM-01] %s reads exactly their words, in items, labels and histories', async (actor) => {
  all().forEach((word) => known.add(word));
  const ids = canaries.map(({ id }) => id);
  const many = await world.ask(actor, 'readMany/object', [...ids]);
  expect(only(wordsIn([many]))).toEqual(expected(actor));
  const each = await Promise.all(
    ids.flatMap((id) =>
      ['read', 'label', 'history'].map((operation) =>
        world.ask(actor, `${operation}/${id}`, operation === 'history' ? {} : undefined),
      ),
    ),
  );
  expect(only(wordsIn(each))).toEqual(expected(actor));
});

it.each(actors)('[SRCH-01] %s finds exactly their words, by text, in suggestions, labels and facets', async (actor) => {
  all().forEach((word) => known.add(word));
  const may = expected(actor);
  for (const { type, level, id, word, restricted } of canaries) {
    const weights = registry.types[type]?.server.search.weights ?? {};
    for (const each of [...(word === undefined ? [] : [word]), ...restricted.map((one) => one.word)]) {
      const found = await world.ask(actor, 'search/ids', { must: { _t: [type], text: [each] }, labels: true });
      const hits = ('ok' in found ? (found.ok as { ids: string[] }).ids : []).includes(id);
      if (!may.has(each))
        expect({ actor, type, level, each, hits, found: only(wordsIn([found])) }).toEqual({
          actor,
          type,
          level,
          each,
          hits: false,
          found: new Set(),
        });
      else if (each === word && Object.keys(weights).length > 0)
        expect({ actor, type, level, each, hits }).toEqual({ actor, type, level, each, hits: true });
      expect(
        [...only(wordsIn([await world.ask(actor, 'suggest', { text: each })]))].filter((one) => !may.has(one)),
      ).toEqual([]);
    }
  }
  for (const type of new Set(canaries.map((canary) => canary.type))) {
    const facets = registry.types[type]?.view.facets.map(({ key }) => key) ?? [];
    const answer = await world.ask(actor, 'search/ids', {
      must: { _t: [type] },
      facets: facets.slice(0, 20),
      labels: true,
      max: 200,
    });
    expect([...only(wordsIn([answer]))].filter((one) => !may.has(one))).toEqual([]);
    const { total } = (answer as { ok: { total: number } }).ok;
    const seen = await world.ask(actor, 'readMany/object', (answer as { ok: { ids: string[] } }).ok.ids);
    expect({ type, total }).toEqual({ type, total: Object.keys((seen as { ok: object }).ok).length });
  }
});
