// 2,000 people at work on one server process. Each has an account, a session and a socket, thinks for about two seconds after each answer,
// and then searches with four facets (40 %), reads a record (35 %), types for suggestions (10 %) or saves the own record (15 %).

import { setTimeout as pause } from 'node:timers/promises';
import { seededRandom, type SeededRandom } from 'src/base/seededRandom.ts';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { askOver, openAtSize, untilAnswered, type ProductAtSize } from 'tests/bench/scale/openAtSize.ts';
import type { Person } from 'tests/bench/scale/corpusCommunity.ts';
import { openSessions } from 'tests/bench/scale/openSessions.ts';
import { zipfWords } from 'tests/bench/scale/vocabulary.ts';
import { TestSocket } from 'tests/server/routes/TestSocket.ts';

/** `PEOPLE=500` measures with fewer people, for a machine that other work shares. */
const PEOPLE = Number(process.env['PEOPLE'] ?? 2_000);
const THINK_MS = 2_000;
const WARM_UP_MS = 15_000;
const MEASURED_MS = 60_000;
const OPENED_TOGETHER = 50;
const ALONE = 25;
/** One person without pauses would meet the limit of searches. */
const ALONE_PAUSE_MS = 200;
/** Limit in milliseconds for 95 % of all requests, at 300,000 items. */
const LIMIT = 200;
const LIMIT_SIZE = 300_000;
const FACETS = ['type', 'category', '$access', 'language'];

type Kind = 'search' | 'read' | 'suggest' | 'save';
type Times = Record<Kind, number[]>;

interface Visitor extends Person {
  readonly socket: TestSocket;
  readonly random: SeededRandom;
  /** Items of the last search. */
  found: readonly string[];
  /** Version of the own record. */
  version: number;
}

const nextKind = (random: SeededRandom): Kind => {
  const chance = random.next();
  if (chance < 0.4) return 'search';
  if (chance < 0.75) return 'read';
  return chance < 0.85 ? 'suggest' : 'save';
};

const act: Readonly<Record<Kind, (visitor: Visitor) => Promise<unknown>>> = {
  async search(visitor) {
    const { random, socket } = visitor;
    const text = random.chance(0.5) ? { text: [zipfWords(random, random.whole(1, 2))] } : {};
    const query = { must: { _t: ['ArchiveEntry'], ...text }, facets: FACETS, labels: true, max: 50 };
    const { ids } = await askOver<SearchAnswer>(socket, 'search/ids', query);
    if (ids.length > 0) visitor.found = ids;
  },
  read: ({ random, socket, found, entry }) => askOver(socket, `read/${found.length > 0 ? random.pick(found) : entry}`),
  suggest: ({ random, socket }) => askOver(socket, 'suggest', { text: zipfWords(random, 1).slice(0, 4) }),
  async save(visitor) {
    const { random, socket, entry: $id, version: _u } = visitor;
    visitor.version = (await askOver<Item>(socket, 'update', { $id, _u, title: zipfWords(random, 4) }))._u;
  },
};

const timed = async (visitor: Visitor, kind: Kind): Promise<number> => {
  const began = performance.now();
  await untilAnswered(() => act[kind](visitor));
  return performance.now() - began;
};

const newTimes = (): Times => ({ search: [], read: [], suggest: [], save: [] });

interface Course {
  readonly from: number;
  readonly until: number;
  readonly times: Times;
}

const live = async (visitor: Visitor, { from, until, times }: Course): Promise<void> => {
  const { random } = visitor;
  await pause(random.next() * THINK_MS);
  while (performance.now() < until) {
    const kind = nextKind(random);
    const milliseconds = await timed(visitor, kind);
    if (performance.now() > from && performance.now() < until) times[kind].push(milliseconds);
    await pause(THINK_MS * (0.5 + random.next()));
  }
};

interface Opening {
  readonly url: string;
  readonly token: string;
  readonly seed: number;
}

const openVisitor = async (person: Person, { url, token, seed }: Opening): Promise<Visitor> => {
  const socket = await TestSocket.as(url, token);
  const { _u: version } = await askOver<Item>(socket, `read/${person.entry}`);
  return { ...person, socket, random: seededRandom(seed + 1), found: [], version };
};

const openVisitors = async ({ facts, database, server }: ProductAtSize): Promise<Visitor[]> => {
  const persons = facts.persons.slice(0, PEOPLE);
  const tokens = await openSessions(
    database,
    persons.map(({ id }) => id),
  );
  const visitors: Visitor[] = [];
  for (let from = 0; from < persons.length; from += OPENED_TOGETHER)
    visitors.push(
      ...(await Promise.all(
        persons
          .slice(from, from + OPENED_TOGETHER)
          .map((person, at) =>
            openVisitor(person, { url: server.url, token: tokens[from + at] ?? '', seed: from + at }),
          ),
      )),
    );
  return visitors;
};

/** Returns the times of one visitor before the others start. */
const aloneTimes = async (visitor: Visitor): Promise<Times> => {
  const times = newTimes();
  for (let round = 0; round < ALONE; round += 1)
    for (const kind of ['search', 'read', 'suggest', 'save'] as const) {
      times[kind].push(await timed(visitor, kind));
      await pause(ALONE_PAUSE_MS);
    }
  return times;
};

const reportTimes = (together: Times, alone: Times, size: number): void => {
  const all = Object.values(together).flat();
  const { median, p95 } = timesOf(all);
  console.log(
    `${all.length} requests in ${MEASURED_MS / 1000} s: ${milliseconds(median)} ms, p95 ${milliseconds(p95)}`,
  );
  report({
    ...{ name: `${PEOPLE} people at work, p95 of all requests`, unit: 'ms', value: p95 },
    baseline: { name: 'p95 of one person alone', value: timesOf(Object.values(alone).flat()).p95 },
    ...(size <= LIMIT_SIZE && { limit: { of: 'value' as const, atMost: LIMIT } }),
  });
  for (const kind of ['search', 'read', 'suggest', 'save'] as const) {
    const [own, before] = [timesOf(together[kind]), timesOf(alone[kind])];
    report({
      ...{ name: `the same, p95 of each ${kind}`, unit: 'ms', value: own.p95, best: own.best },
      baseline: { name: 'p95 of one person alone', value: before.p95, best: before.best },
    });
  }
};

export const run = async (): Promise<void> => {
  const product = await openAtSize();
  const visitors = await openVisitors(product);
  const [first] = visitors;
  if (!first) throw new Error('no people');
  const alone = await aloneTimes(first);
  const from = performance.now() + WARM_UP_MS;
  const course: Course = { from, until: from + MEASURED_MS, times: newTimes() };
  await Promise.all(visitors.map((visitor) => live(visitor, course)));
  reportTimes(course.times, alone, product.facts.size);
  for (const { socket } of visitors) socket.close();
  await product.stop();
};
