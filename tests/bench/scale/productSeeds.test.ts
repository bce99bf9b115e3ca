// The large corpus without a database: which items it contains, and that it is the same each time.

import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { seededRandom } from 'src/base/seededRandom.ts';
import { domain } from 'src/domain/server.ts';
import { registry } from 'src/generated/registry.server.ts';
import { itemId } from 'src/model/item/itemId.ts';
import { itemPlan } from 'src/server/store/itemPlan.ts';
import { splitItem } from 'src/server/store/splitItem.ts';
import type { Seed } from 'tests/bench/corpus.ts';
import { productSeeds, type Community } from 'tests/bench/scale/productSeeds.ts';
import { VOCABULARY, wordOfRank, zipfWords } from 'tests/bench/scale/vocabulary.ts';

const SIZE = 2_000;
const NOW = Date.parse('2026-03-01T00:00:00Z');

const community: Community = {
  organizations: [1, 2, 3],
  people: [11, 12, 13],
  sets: [
    { organization: 1, level: 'COMMUNITY', acl: 21 },
    { organization: 2, level: 'PROTECTED', acl: 22 },
  ],
  everyone: 20,
  parts: new Map([1, 2, 3].map((organization) => [organization, { COMMUNITY: 31, PROTECTED: 32, PRIVATE: 33 }])),
};

const seeds = (): Generator<Seed> => productSeeds({ registry, size: SIZE, community, now: NOW });

const hashOf = (items: Iterable<Seed>): string => {
  const hash = createHash('sha256');
  for (const { type, ...item } of items) hash.update(JSON.stringify([type.name, item]));
  return hash.digest('hex');
};

const splitOf = ({ type, number, creator, level, properties }: Seed) =>
  splitItem(
    itemPlan(type),
    { id: itemId(type.name, number), creator, updater: creator, level, properties },
    { clocks: domain.clocks, zone: 'UTC' },
  );

describe('the corpus of the benches', () => {
  it('is the same each time', () => {
    expect(hashOf(seeds())).toBe(hashOf(seeds()));
  });

  it('has items of nearly all types, one in eight with a geometry, most of them with several terms and many words', () => {
    const all = [...seeds()];
    expect(all.length).toBeGreaterThan(SIZE * 0.95);
    const types = new Set(all.map(({ type }) => type.name));
    expect(types.size).toBeGreaterThan(Object.keys(registry.types).length - 10);
    const splits = all.filter(({ type }) => type.name === 'ArchiveEntry').map(splitOf);
    const placed = all.filter((seed) => splitOf(seed).shapes.length > 0).length / all.length;
    expect(placed).toBeGreaterThan(0.12);
    expect(placed).toBeLessThan(0.16);
    const mean = (values: number[]): number => values.reduce((sum, each) => sum + each, 0) / values.length;
    expect(mean(splits.map(({ base }) => base.terms.length))).toBeGreaterThan(5);
    expect(mean(splits.map(({ base }) => base.tsv.split(' ').length))).toBeGreaterThan(40);
    expect(splits.filter(({ levels }) => levels.size > 0).length / splits.length).toBeGreaterThan(0.3);
  });

  it('gives each restricted part readers', () => {
    for (const seed of seeds())
      for (const level of splitOf(seed).levels.keys()) expect(seed.levels[level]).toBeDefined();
  });
});

describe('its vocabulary', () => {
  it('has 200,000 different words, some of them in syllabics', () => {
    const words = new Set(Array.from({ length: VOCABULARY }, (_, rank) => wordOfRank(rank)));
    expect(words.size).toBe(VOCABULARY);
    expect([...words].filter((word) => /\p{Script=Canadian_Aboriginal}/u.test(word)).length).toBe(VOCABULARY / 20);
  });

  it('uses the first word about twice as often as the second one', () => {
    const words = zipfWords(seededRandom(1), 50_000).split(' ');
    const count = (word: string): number => words.filter((each) => each === word).length;
    const ratio = count(wordOfRank(0)) / count(wordOfRank(1));
    expect(ratio).toBeGreaterThan(1.5);
    expect(ratio).toBeLessThan(2.1);
  });
});
