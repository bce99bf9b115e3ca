// No channel reveals what a person may not read. Every declared type at every level has unique words in its name and in its stricter
// properties, and every person searches every channel for them. docs/ACCESS.md describes what each may see.

import { afterAll, beforeAll, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.server.ts';
import type { Geometry } from 'src/model/geo/geoJson.ts';
import { gridCells } from 'src/model/geo/gridCell.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import { eachAtOnce } from 'tests/server/harness/eachAtOnce.ts';
import { readZip } from 'tests/server/harness/readZip.ts';
import {
  BESIDE,
  decodeTile,
  pointOf,
  positionOf,
  squareAround,
  tileAround,
  type Position,
} from 'tests/product/canaryPlaces.ts';
import { ALL, actorsOf, type Counted, type Found, okOf, type Place, wordsOf } from 'tests/product/canaryChannels.ts';
import { exportedFiles } from 'tests/product/exportedFiles.ts';
import { actors, openCanaries, valueOf, type Canaries } from 'tests/product/canaryWorld.ts';
import type { Answer, ProductWorld } from 'tests/product/productWorld.ts';

let canaries: Canaries;
let world: ProductWorld;
beforeAll(async () => {
  canaries = await openCanaries();
  ({ world } = canaries);
});
afterAll(() => world.stop());

const types = (): string[] => [...new Set(canaries.all.map(({ type }) => type))];
/** Words that an answer holds although the actor may not read them. */
const leaked = (actor: string, ...answers: readonly unknown[]): string[] => {
  const may = canaries.words(actor);
  return [...canaries.wordsIn(...answers)].filter((word) => !may.has(word));
};
const userOf = (actor: string): { _t: string; _i: number } => ({
  _t: 'User',
  _i: Number(world.idOf(actor).split('-')[1]),
});
const readable = (actor: string): ItemId[] =>
  canaries.all.filter((canary) => canaries.reads(actor, canary)).map(({ id }) => id);
it.each(actorsOf('items'))('[PERM-01] %s reads exactly their words, in items, labels and histories', async (actor) => {
  const ids = canaries.all.map(({ id }) => id);
  const many = await world.ask(actor, 'readMany/object', [...ids]);
  expect(canaries.wordsIn(many)).toEqual(canaries.words(actor));
  const each = await Promise.all(
    ids.flatMap((id) =>
      ['read', 'label', 'history'].map((operation) =>
        world.ask(actor, `${operation}/${id}`, operation === 'history' ? {} : undefined),
      ),
    ),
  );
  expect(canaries.wordsIn(each)).toEqual(canaries.words(actor));
});

it.each(actorsOf('words'))(
  '[SRCH-01] %s finds exactly their words, by text, in suggestions, labels and facets',
  async (actor) => {
    const may = canaries.words(actor);
    await eachAtOnce(canaries.all, async (canary) => {
      const { type, level, id, word } = canary;
      const weights = registry.types[type]?.server.search.weights ?? {};
      for (const each of wordsOf(canary)) {
        const found = await world.ask(actor, 'search/ids', { must: { _t: [type], text: [each] }, labels: true });
        const hits = okOf<Found>(found)?.ids.includes(id) ?? false;
        if (!may.has(each))
          expect({ actor, type, level, each, hits, leaked: leaked(actor, found) }).toEqual({
            actor,
            type,
            level,
            each,
            hits: false,
            leaked: [],
          });
        else if (each === word && Object.keys(weights).length > 0)
          expect({ actor, type, level, each, hits }).toEqual({ actor, type, level, each, hits: true });
        expect(leaked(actor, await world.ask(actor, 'suggest', { text: each }))).toEqual([]);
      }
    });
    await eachAtOnce(types(), async (type) => {
      const { view, properties = {} } = registry.types[type] ?? {};
      // One of a restricted property, or for administrators, is refused, with the whole question.
      const open = (view?.facets ?? []).filter(({ admin }) => admin !== true || actor === 'administrator');
      const facets = open.map(({ key }) => key).filter((key) => properties[key]?.level === undefined);
      const answer = await world.ask(actor, 'search/ids', {
        must: { _t: [type] },
        facets: facets.slice(0, 20),
        labels: true,
        max: 200,
      });
      expect(leaked(actor, answer)).toEqual([]);
      for (const text of ['', 'can'])
        expect(leaked(actor, await world.ask(actor, 'suggest', { text, types: [type], choose: true }))).toEqual([]);
      const { ids = [], total } = okOf<Found>(answer) ?? {};
      const seen = await world.ask(actor, 'readMany/object', ids);
      expect({ type, total }).toEqual({ type, total: Object.keys(okOf<object>(seen) ?? {}).length });
      const counted = await world.ask(actor, 'count', { queries: { [type]: { must: { _t: [type] } } } });
      expect(okOf(counted)).toEqual({ totals: { [type]: total } });
    });
  },
);

it.each(actorsOf('filters'))(
  '[SRCH-01] %s learns nothing by filters, sorts, related items and answers in parts',
  async (actor) => {
    const may = canaries.words(actor);
    const search = async (query: Readonly<Record<string, Json>>): Promise<Found> => {
      const answer = await world.ask(actor, 'search/ids', { max: 200, labels: true, ...query });
      expect(leaked(actor, answer)).toEqual([]);
      return okOf<Found>(answer) ?? { ids: [], total: 0 };
    };
    await eachAtOnce(canaries.all, async (canary) => {
      const { id, type, named, restricted, word, file } = canary;
      const fields = [...(named ? [{ property: named, word: word ?? '' }] : []), ...restricted];
      for (const each of fields.filter((field) => !may.has(field.word))) {
        const query = { must: { _t: [type], [each.property.name]: [each.word] } };
        const { ids, total } = await search(query);
        expect(ids).not.toContain(id);
        const counted = await world.ask(actor, 'count', { queries: { words: query } });
        expect(leaked(actor, counted)).toEqual([]);
        expect(okOf<Counted>(counted)?.totals['words'] ?? 0).toBe(total);
      }
      const mine = canaries.reads(actor, canary) ? [file] : [];
      for (const key of ['rel', 'related'])
        expect({ id, ids: (await search({ must: { _t: ['Attachment'], [key]: [id] } })).ids }).toEqual({
          id,
          ids: mine,
        });
      const hasWords = Object.keys(registry.types[type]?.server.search.weights ?? {}).length > 0;
      if (word !== undefined && hasWords) {
        const subs = { rel: { must: { text: [word] } } };
        expect({ id, ids: (await search({ must: { _t: ['Attachment'] }, subs })).ids }).toEqual({ id, ids: mine });
      }
    });
    const seen = new Set(readable(actor));
    await eachAtOnce(types(), async (type) => {
      const hidden = canaries.all.filter((canary) => canary.type === type && !seen.has(canary.id)).map(({ id }) => id);
      for (const { key } of registry.types[type]?.view.sorts ?? []) {
        const { ids, total } = await search({ must: { _t: [type] }, sort: [{ key, order: 'asc' }] });
        expect({ type, key, total, found: hidden.filter((id) => ids.includes(id)) }).toEqual({
          type,
          key,
          total: ids.length,
          found: [],
        });
      }
    });
    if (actor === 'visitor') return;
    const socket = await world.socket(actor);
    socket.send({ o: 'search/ids', b: { max: ALL, labels: true }, s: 'all' });
    const { b } = await socket.until(({ o }) => o === 'stream:search');
    socket.close();
    expect(leaked(actor, socket.received)).toEqual([]);
    const { ids } = (b as unknown as { readonly part: Found }).part;
    const found = canaries.all.filter(({ id }) => ids.includes(id)).map(({ id }) => id);
    expect(found.length).toBeGreaterThan(0);
    expect(found.filter((id) => !seen.has(id))).toEqual([]);
  },
);

it.each(actorsOf('files'))(
  '[PERM-01] %s gets the bytes of exactly those files whose item they may read',
  async (actor) => {
    await eachAtOnce(canaries.all, async (canary) => {
      const { id, file, type } = canary;
      const { image } = registry.types[type]?.view ?? {};
      const paths = [
        `/attachment/${file}`,
        `/item-id-image/${file}`,
        ...(image === undefined ? [] : [`/item-id-image/${id}`]),
      ];
      const answers = await Promise.all(paths.map((path) => world.get(actor, path)));
      const mine = canaries.reads(actor, canary);
      const expected = mine ? 200 : actor === 'visitor' ? 403 : 404;
      expect({ id, statuses: answers.map(({ status }) => status) }).toEqual({
        id,
        statuses: paths.map(() => expected),
      });
      await Promise.all(answers.map((answer) => answer.arrayBuffer()));
    });
  },
);

it.each(actorsOf('features'))(
  '[PERM-01] [SPAT-01] %s gets features and tiles of exactly those places that they may read',
  async (actor) => {
    const drawn = types().filter((type) => registry.types[type]?.view.place?.geometry !== undefined);
    // The owner itself has no place.
    const placed = drawn.filter((type) => type !== registry.ownerType);
    expect(placed.length).toBeGreaterThan(1);
    for (const type of placed) {
      const asked = { query: { must: { _t: [type] } }, includeExcluded: true };
      const mine = canaries.all.filter((canary) => canary.type === type && canaries.reads(actor, canary));
      const streamed = await world.ask(actor, 'act/streamFeatures', asked);
      const { features = [] } = okOf<{ readonly features: readonly { readonly $id: ItemId }[] }>(streamed) ?? {};
      const known = new Set(canaries.all.map(({ id }) => id));
      const found = features.map(({ $id }) => $id).filter((id) => known.has(id));
      expect({ type, found: found.toSorted() }).toEqual({ type, found: mine.map(({ id }) => id).toSorted() });
      expect(leaked(actor, streamed)).toEqual([]);
      const layer = await world.ask(actor, 'act/mapLayer', asked);
      const { key = '', total } = okOf<{ readonly key: string; readonly total: number }>(layer) ?? {};
      expect({ type, total }).toEqual({ type, total: features.length });
      const tile = await world.get(actor, `/tiles/search/0/0/0.mvt?q=${key}`);
      expect({ type, status: tile.status }).toEqual({ type, status: features.length > 0 ? 200 : 204 });
      const bytes = Buffer.from(await tile.arrayBuffer()).toString('latin1');
      expect(leaked(actor, bytes, layer)).toEqual([]);
      for (const { id } of mine) expect(bytes).toContain(id);
    }
  },
);

it.each(actorsOf('exports'))(
  '[PERM-01] [EXCHANGE] %s exports exactly their words, into tables and as places',
  async (actor) => {
    const { files, databases } = await exportedFiles(world, actor, types());
    expect(leaked(actor, databases)).toEqual([]);
    expect(canaries.wordsIn(files)).toEqual(canaries.words(actor));
    const known = new Set(canaries.all.map(({ id }) => id));
    const ids = [...new Set(files.join('\n').match(/[A-Z]\w+-\d+/g))].filter((id) => known.has(id));
    expect(ids.toSorted()).toEqual([...new Set(readable(actor))].toSorted());
  },
);

const places = (): Place[] =>
  canaries.all.flatMap((canary) =>
    canary.restricted.flatMap(({ property, word }) => (isGeometry(property.kind) ? [{ canary, property, word }] : [])),
  );

it.each(actorsOf('places'))('[PERM-01] [SPAT-01] %s finds places no closer than they may read them', async (actor) => {
  const may = canaries.words(actor);
  let closed = 0;
  await eachAtOnce(places(), async ({ canary, property, word }) => {
    const { id, type } = canary;
    const at = positionOf(word);
    const sees = canaries.reads(actor, canary);
    const search = async (around: Position): Promise<string[]> => {
      const [x, y] = around;
      const asked: Readonly<Record<string, Json>>[] = [
        { inArea: [squareAround(around)] },
        { bounds: [x - 1e-5, y - 1e-5, x + 1e-5, y + 1e-5] },
      ];
      const found = await Promise.all(
        asked.map(async (where) => {
          const must = { _t: [type], ...where };
          const answer = await world.ask(actor, 'search/ids', { must, max: 200 });
          const layer = await world.ask(actor, 'act/mapLayer', { query: { must }, includeExcluded: true });
          expect(leaked(actor, answer, layer)).toEqual([]);
          const { ids = [], total } = okOf<Found>(answer) ?? {};
          return `${ids.toSorted().join()} of ${total}, ${okOf<Found>(layer)?.total}`;
        }),
      );
      return found;
    };
    const [here, beside] = [await search(at), await search(BESIDE)];
    expect({ id, found: here.every((each) => each.includes(id)) }).toEqual({ id, found: sees });
    if (!may.has(word)) {
      closed += 1;
      // Nothing is different where it truly is.
      expect({ id, here }).toEqual({ id, here: beside });
    } else expect({ id, beside: beside.some((each) => each.includes(id)) }).toEqual({ id, beside: false });
    if (!sees) return;
    const read = okOf<Record<string, Json>>(await world.ask(actor, `read/${id}`)) ?? {};
    const { generalised } = property.geo ?? {};
    const general = generalised && gridCells(pointOf(word) as unknown as Geometry, generalised.cell);
    expect({ id, shape: read[property.name] }).toEqual({ id, shape: may.has(word) ? pointOf(word) : general });
  });
  if (!['creator', 'administrator', 'private reader', 'owner administrator'].includes(actor))
    expect(closed).toBeGreaterThan(0);
});

it.each(actorsOf('tiles'))(
  '[PERM-01] [SPAT-01] %s is drawn nothing, in any tile, closer than they may read it',
  async (actor) => {
    const may = canaries.words(actor);
    const mapped = places().filter(
      ({ canary, property }) => registry.types[canary.type]?.view.place?.geometry === property.name,
    );
    for (const type of new Set(mapped.map(({ canary }) => canary.type))) {
      const asked = { query: { must: { _t: [type] } }, includeExcluded: true };
      const layer = await world.ask(actor, 'act/mapLayer', asked);
      const { key = '' } = okOf<{ readonly key: string }>(layer) ?? {};
      const draw = async (tile: string): Promise<string> => {
        const answer = await world.get(actor, `/tiles/search/${tile}.mvt?q=${key}`);
        const bytes = Buffer.from(await answer.arrayBuffer());
        expect([200, 204]).toContain(answer.status);
        return answer.status === 200 ? JSON.stringify(decodeTile(bytes, tile)) : '';
      };
      const own = mapped.filter(({ canary }) => canary.type === type);
      const tiles = new Set(
        own.flatMap(({ word }) => [3, 9, 14, 16].map((zoom) => tileAround(positionOf(word), zoom))),
      );
      for (const tile of tiles) {
        const drawn = await draw(tile);
        // The finest tiles tell a place to the metre: what may be read is in them.
        const inTile = own.filter(({ word }) => tileAround(positionOf(word), 16) === tile);
        const told = canaries.wordsIn(drawn);
        expect({ tile, leaked: [...told].filter((word) => !may.has(word)) }).toEqual({ tile, leaked: [] });
        const mine = inTile.map(({ word }) => word).filter((word) => may.has(word));
        expect({ tile, told: mine.filter((word) => told.has(word)) }).toEqual({ tile, told: mine });
      }
    }
  },
);

it('[PERM-01] everybody gets a zip of exactly those files whose item they may read, under names that they may read', async () => {
  const people = actors.filter((actor) => actor !== 'visitor');
  const ids = canaries.all.flatMap(({ id, file }) => [id, file]);
  const begin = async (actor: string): Promise<string> =>
    okOf<{ readonly key: string }>(await world.ask(actor, 'act/downloadAttachments/async', { ids }))?.key ?? '';
  const keys = await Promise.all(people.map(async (actor) => ({ actor, key: await begin(actor) })));
  expect('ok' in (await world.ask('visitor', 'act/downloadAttachments/async', { ids }))).toBe(false);
  await world.runJobs();
  for (const { actor, key } of keys) {
    const answer = await world.get(actor, `/task-result/${key}`);
    const entries = readZip(Buffer.from(await answer.arrayBuffer()));
    const mine = canaries.all.filter((canary) => canaries.reads(actor, canary));
    expect({ actor, files: entries.length }).toEqual({ actor, files: mine.length + 1 });
    const contents = entries.at(-1)?.content.toString('utf8');
    expect(
      leaked(
        actor,
        contents,
        entries.map(({ name }) => name),
      ),
    ).toEqual([]);
    for (const { actor: other } of keys.filter((each) => each.actor !== actor))
      expect((await world.get(other, `/task-result/${key}`)).status).toBe(404);
  }
});

it('[PERM-01] [EXCHANGE] a calendar feed contains nothing that its person may not read', async () => {
  const dated = types().filter((type) => registry.types[type]?.view.schedule);
  expect(dated.length).toBeGreaterThan(3);
  for (const actor of actors.filter((each) => each !== 'visitor')) {
    const asked = { ...userOf(actor), name: 'All', query: { must: { _t: dated } }, names: true };
    const made = okOf<{ readonly path: string }>(await world.ask(actor, 'act/makeCalendarFeed', asked));
    const feed = await (await world.get('visitor', made?.path ?? '')).text();
    expect(feed).toContain('BEGIN:VCALENDAR');
    // Long lines are folded, also within a word.
    expect({ actor, leaked: leaked(actor, feed.replaceAll('\r\n ', '')) }).toEqual({ actor, leaked: [] });
  }
});

it.each(actorsOf('lists'))(
  '[PERM-01] %s learns nothing by lists, grants, the audit trail and refused saves',
  async (actor) => {
    await eachAtOnce(Object.keys(registry.lists), async (name) =>
      expect(leaked(actor, await (await world.get(actor, `/lov/en/${name}`)).json())).toEqual([]),
    );
    const mine = new Set(readable(actor));
    await eachAtOnce(canaries.all, async ({ id, type }) => {
      const number = Number(id.split('-')[1]);
      const granted = await world.ask(actor, 'getGrantedBy', { grantsFor: { [type]: [id] } });
      expect(Object.keys(okOf<object>(granted) ?? {}).filter((each) => !mine.has(each))).toEqual([]);
      const trail = await world.ask(actor, 'act/auditTrail', { _t: type, _i: number });
      if (!mine.has(id)) expect({ id, refused: 'refused' in trail }).toEqual({ id, refused: true });
      expect(leaked(actor, granted, trail)).toEqual([]);
    });
  },
);

it.each(actorsOf('rights'))(
  '[PERM-03] %s finds by rights only what they may read, and of others only what they administer',
  async (actor) => {
    const own = world.idOf(actor === 'visitor' ? 'member' : actor);
    for (const subjectID of [own, world.idOf('administrator')]) {
      // An answer has at most 1,000 records, and earlier tests add events and entries of the log.
      const query = { must: { _t: types() }, ids: canaries.all.map(({ id }) => id) };
      const body = { ...{ _t: 'User', _i: Number(own.split('-')[1]) }, query, subjectID };
      const answer = await world.ask(actor, 'act/filterByPerm', { ...body, chain: ['read'] });
      const results = okOf<{ readonly results: ItemId[] }>(answer)?.results ?? [];
      expect(results.filter((id) => !readable(actor).includes(id))).toEqual([]);
      if (actor !== 'visitor' && subjectID === own) expect(new Set(results)).toEqual(new Set(readable(actor)));
      else if (!['stranger', 'owner administrator', 'administrator'].includes(actor))
        expect(answer).toEqual({ refused: actor === 'visitor' ? 'notSignedIn' : 'notAllowed' });
      else if (actor === 'stranger') expect(results).toEqual([]);
      const granted = await world.ask(actor, 'act/filterByPerm', { ...body, grantedBy: own });
      expect(okOf<{ readonly results: ItemId[] }>(granted)?.results ?? []).toEqual([]);
    }
  },
);

it('[ITEM-07] pushes contain only permitted words, for watches of items and of types', async () => {
  const people = actors.filter((actor) => actor !== 'visitor');
  const watching = await Promise.all(
    people.flatMap((actor) =>
      ['items', 'types'].map(async (kind) => ({ actor, kind, socket: await world.socket(actor) })),
    ),
  );
  for (const { kind, socket } of watching) {
    const ids = kind === 'items' ? canaries.all.map(({ id }) => id) : types().map((type) => `${type}-0`);
    await Promise.all(ids.map((id) => socket.ask(`addWatch/${id}`)));
    socket.received.length = 0;
  }
  for (const { id, named, word, restricted } of canaries.all) {
    const fields = [...(named && word !== undefined ? [{ property: named, word }] : []), ...restricted];
    for (const { property, word: text } of fields)
      await world.change(id, { [property.name]: valueOf(property, `${text} anew`) });
  }
  // The feed is ordered: a person who got this push has got all before it.
  const last = canaries.all.find(
    ({ named, word, ...canary }) =>
      word !== undefined && people.every((actor) => canaries.reads(actor, { named, word, ...canary })),
  );
  await world.change(last?.id ?? '', {
    [last?.named?.name ?? '']: last?.named ? valueOf(last.named, 'the end of it') : null,
  });
  for (const { actor, kind, socket } of watching) {
    await socket.until(({ b }) => JSON.stringify(b).includes('the end of it'));
    const pushed = socket.received.filter(({ o }) => o === 'item/update');
    expect({ actor, kind, words: canaries.wordsIn(pushed) }).toEqual({ actor, kind, words: canaries.words(actor) });
    socket.close();
  }
});

it.each(actorsOf('saves'))('[PERM-01] %s learns nothing by the answer to a save, nor by a conflict', async (actor) => {
  await eachAtOnce(canaries.all, async ({ id, named, word }) => {
    if (!named || word === undefined) return;
    const save = (_u: number): Promise<Answer> =>
      world.ask(actor, 'update', { $id: id, _u, [named.name]: valueOf(named, `${word} by ${actor}`) });
    expect(leaked(actor, await save(1))).toEqual([]);
    const known = okOf<{ readonly _u: number }>(await world.ask(actor, `read/${id}`));
    if (known) expect(leaked(actor, await save(known._u))).toEqual([]);
  });
});

it('[PERM-01] [TASK-01] a task, its refusals and its result tell their owner nothing that they may not read, and others nothing', async () => {
  const people = actors.filter((actor) => actor !== 'visitor');
  const ids = canaries.all.filter(({ type }) => type === 'ArchiveEntry').map(({ id }) => id);
  const begin = async (actor: string): Promise<string> => {
    const begun = await world.ask(actor, 'act/changeMany/async', { ids, set: { $access: 'PRIVATE' } });
    return okOf<{ readonly key: string }>(begun)?.key ?? '';
  };
  const keys = new Map<string, string>();
  for (const actor of ['stranger', 'member', 'protected reader', 'private reader']) keys.set(actor, await begin(actor));
  expect([...keys.values()]).not.toContain('');
  await world.runJobs();
  for (const [actor, key] of keys) {
    const task = await world.ask(actor, `activeTask/${key}`);
    const refusals = await world.ask(actor, 'act/taskRefusals', { taskKey: key });
    expect('ok' in task && 'ok' in refusals).toBe(true);
    const result = await (await world.get(actor, `/task-result/${key}`)).text();
    expect({ actor, leaked: leaked(actor, task, refusals, result) }).toEqual({ actor, leaked: [] });
    for (const other of people.filter((each) => each !== actor)) {
      const answers = [
        await world.ask(other, `activeTask/${key}`),
        await world.ask(other, 'act/taskRefusals', { taskKey: key }),
      ];
      expect({ other, answers }).toEqual({ other, answers: [{ refused: 'notFound' }, { refused: 'notFound' }] });
      expect((await world.get(other, `/task-result/${key}`)).status).toBe(404);
    }
  }
});

it(
  '[PERM-01] [NTFY-02] no notice, and no letter of any declared type, holds a word that its reader may not read there',
  { timeout: 300_000 },
  async () => {
    const people = actors.filter((actor) => actor !== 'visitor');
    const kinds = Object.keys(registry.notices);
    const modes = Object.fromEntries(kinds.map((kind) => [kind, 'IMMEDIATE']));
    for (const actor of people)
      expect(await world.ask(actor, 'act/noticePreferences', { ...userOf(actor), modes })).toHaveProperty('ok');
    await world.followAll(canaries.all.map(({ id }) => id));
    await eachAtOnce(canaries.all, async ({ id, named, word, restricted }) => {
      const fields = [...(named && word !== undefined ? [{ property: named, word }] : []), ...restricted];
      for (const { property, word: text } of fields) {
        const { _u = 1 } = okOf<{ readonly _u: number }>(await world.ask('administrator', `read/${id}`)) ?? {};
        const changes = { [property.name]: valueOf(property, `${text} told`) };
        await world.ask('administrator', 'update', { $id: id, _u, ...changes });
      }
    });
    await world.runJobs();
    let letters = 0;
    const told = new Set<string>();
    for (const actor of people) {
      const notices = await world.ask(actor, 'act/fetchNotifications', { ...userOf(actor), max: 200 });
      expect({ actor, leaked: leaked(actor, notices) }).toEqual({ actor, leaked: [] });
      const sent = await world.lettersTo(actor);
      letters += sent.length;
      // No email contains anything stricter than the community level. Each text has its language, so that screen readers pronounce it
      // correctly.
      const others = canaries.all.filter(({ id }) => id !== world.idOf(actor));
      const closed = others.flatMap((canary) =>
        ['PROTECTED', 'PRIVATE'].includes(canary.level) ? wordsOf(canary) : canary.restricted.map((each) => each.word),
      );
      const words = canaries.wordsIn(sent);
      for (const word of words) told.add(word);
      expect({ actor, closed: closed.filter((word) => words.has(word)) }).toEqual({ actor, closed: [] });
      expect({ actor, leaked: leaked(actor, sent) }).toEqual({ actor, leaked: [] });
    }
    expect(letters).toBeGreaterThan(10);
    // Letters name what their reader may read: the words are looked for where they would stand.
    expect(told.size).toBeGreaterThan(5);
  },
);
