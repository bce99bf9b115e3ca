// The sample community keeps its promises: every type, every level, sound items, the same ones each time.

import { describe, expect, it } from 'vitest';
import type { Json } from 'src/model/item/Item.ts';
import { sampleCommunity } from 'src/domain/sample/sampleCommunity.ts';
import { registry } from 'src/generated/registry.server.ts';
import { validators } from 'src/generated/validators.ts';

const NOW = new Date('2026-08-01T12:00:00Z');
const items = sampleCommunity(registry, NOW);

const numbers = new Map(items.map(({ key }, index) => [`@${key}`, index + 1]));

/** Written by the engine alone: nothing of them passes a person's hands. */
const written = new Set(['Event', 'Notify']);

const withIds = (value: Json): Json => {
  if (typeof value === 'string') return value.startsWith('@') ? `Any-${numbers.get(value) ?? 0}` : value;
  if (Array.isArray(value)) return value.map(withIds);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withIds(each)]));
};

describe('the sample community', () => {
  it('[ITEM-01] has about 3,000 items over every declared type but tasks', () => {
    expect(items.length).toBeGreaterThan(2800);
    expect(items.length).toBeLessThan(3400);
    const missing = Object.keys(registry.types).filter(
      (type) => type !== 'Task' && !items.some((item) => item.type === type),
    );
    expect(missing).toEqual([]);
  });

  it('[ITEM-04] uses all four levels, two organisations and a stranger', () => {
    const entries = items.filter(({ type }) => type === 'ArchiveEntry');
    expect(new Set(entries.map(({ properties }) => properties['$access']))).toEqual(
      new Set(['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE']),
    );
    expect(new Set(entries.map(({ properties }) => properties['owner']))).toEqual(
      new Set(['@org/cedar', '@org/stone', '@org/northline']),
    );
  });

  it('[FORM-01] breaks no rule of its types', () => {
    const broken = items.flatMap((item) => {
      const valid = validators[item.type];
      const properties = withIds(item.properties as Json);
      return item.picture || written.has(item.type) || !valid || valid(properties)
        ? []
        : [{ key: item.key, errors: valid.errors }];
    });
    expect(broken.slice(0, 5)).toEqual([]);
  });

  it('points only to items that it makes, and never names one twice', () => {
    const keys = new Set(items.map(({ key }) => key));
    expect(keys.size).toBe(items.length);
    const dangling = [...JSON.stringify(items.map(({ properties }) => properties)).matchAll(/"@([^"]+)"/g)].filter(
      ([, key]) => !keys.has(key ?? ''),
    );
    expect(dangling).toEqual([]);
  });

  it('is the same each time', () => {
    expect(sampleCommunity(registry, NOW)).toEqual(items);
  });
});
