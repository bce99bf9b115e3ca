// Buckets of RANGE facets, for searches over the items of a scripted server.

import { bucketSpan } from 'src/model/query/buckets.ts';
import { scaled } from 'src/model/query/timeScale.ts';
import type { Json } from 'src/model/item/Item.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export interface SearchWorld {
  /** Declares the buckets of facets. Without it, each value is counted separately. */
  readonly registry?: Registry;
  readonly now?: Date;
}

/** Returns the keys of the buckets that contain a value of the facet; undefined for facets without buckets. */
export const bucketsOf = (
  { registry, now = new Date() }: SearchWorld,
  typeName: string,
  key: string,
): ((value: Json) => readonly string[]) | undefined => {
  const type = registry?.types[typeName];
  const set = registry?.buckets[type?.view.facets.find((facet) => facet.key === key)?.buckets ?? ''];
  if (!set) return undefined;
  const scale = KINDS[type?.properties[key]?.kind ?? 'dateTime'].scale ?? 'instant';
  const today = { now: now.getTime(), zone: 'UTC' };
  const spans = set.buckets.map((bucket) => ({ key: bucket.key, ...bucketSpan(set, bucket, scale, today) }));
  return (value) => {
    const at = scaled(value, scale, today.zone);
    return at === undefined ? [] : spans.filter(({ from, to }) => at >= from && at < to).map((span) => span.key);
  };
};
