// Versions of cached tiles: a count per item type of the changes in the feed of this process. A layer depends on the counts of its types,
// or of all types when they are unknown.

import { templatePaths } from 'src/model/item/labelOf.ts';
import { askerOf, relationTargets, resolveKey, type ResolvedKey } from 'src/model/query/queryKeys.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Layer } from 'src/server/geo/layers.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';

export interface TileVersions extends FeedConsumer {
  /** Returns a text that is different after every change that may affect the layer's tiles. */
  of(layer: Layer, subject: Subject): string;
}

/** Returns the types that appear in a label of the type. */
const namedInLabel = (registry: ServerRegistry, type: ServerItemType): string[] =>
  templatePaths(type.view.title).flatMap((path) => {
    const property = propertyAt(type.properties, path);
    return property && KINDS[property.kind].terms === 'ids' ? relationTargets(registry, property) : [];
  });

/** Returns the types whose items decide whether the key matches; undefined means any. */
const keyTargets = (registry: ServerRegistry, key: ResolvedKey): readonly string[] | undefined => {
  if (key.kind !== 'path') return undefined;
  return KINDS[key.property.kind].terms === 'ids' ? relationTargets(registry, key.property) : [];
};

const OWN_KEYS = new Set(['_t', '$id', 'text', 'created', 'updated', 'visibility', 'bounds', 'inArea']);

/** Returns undefined for any type. */
const typesBehind = (registry: ServerRegistry, { query, types }: Layer, subject: Subject): Set<string> | undefined => {
  if (query.subs ?? query.subsShould) return undefined;
  const found = new Set(types.flatMap(({ type }) => [type.name, ...namedInLabel(registry, type)]));
  const keys = [query.must, query.should, query.mustNot].flatMap((filters) => Object.keys(filters ?? {}));
  for (const key of keys.filter((each) => !OWN_KEYS.has(each)))
    for (const { type } of types) {
      const resolved = resolveKey(registry, type, key, askerOf(subject));
      const targets = resolved ? keyTargets(registry, resolved) : [];
      if (!targets) return undefined;
      for (const target of targets) found.add(target);
    }
  return found;
};

export const createTileVersions = (registry: ServerRegistry): TileVersions => {
  const counts = new Map<number, number>();
  let all = 0;
  const bump = ({ t, op }: Change): void => {
    if (op === 'n') return;
    all += 1;
    counts.set(t, (counts.get(t) ?? 0) + 1);
  };
  return {
    load() {
      // Missed changes are unknown, so all cached tiles are invalid.
      all += 1;
      counts.set(0, (counts.get(0) ?? 0) + 1);
      return Promise.resolve();
    },
    apply(changes) {
      for (const change of changes) bump(change);
      return Promise.resolve();
    },
    of(layer, subject) {
      const types = typesBehind(registry, layer, subject);
      if (!types) return `all ${all}`;
      const numbers = [...types].flatMap((name) => registry.types[name]?.number ?? []).sort((a, b) => a - b);
      // Type 0: changes of readers of any type.
      return [0, ...numbers].map((number) => counts.get(number) ?? 0).join(' ');
    },
  };
};
