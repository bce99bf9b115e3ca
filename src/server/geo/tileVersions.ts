// When tiles that are kept are still what the database says: a count per item type of the changes that this process has read from the
// feed. A layer looks at the types that it depends on; where that is not known, at all of them.

import { templatePaths } from 'src/model/item/labelOf.ts';
import { askerOf, relationTargets, resolveKey, type ResolvedKey } from 'src/model/query/queryKeys.ts';
import { propertyAt } from 'src/model/schema/paths.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Layer } from 'src/server/geo/layers.ts';
import type { Change, FeedConsumer } from 'src/server/watch/changeFeed.ts';

export interface TileVersions extends FeedConsumer {
  /** Another text after every change that may show in the layer's tiles. */
  of(layer: Layer, subject: Subject): string;
}

/** Names of types that a label of the type says something of. */
const namedInLabel = (registry: ServerRegistry, type: ServerItemType): string[] =>
  templatePaths(type.view.title).flatMap((path) => {
    const property = propertyAt(type.properties, path);
    return property && KINDS[property.kind].terms === 'ids' ? relationTargets(registry, property) : [];
  });

/** Names of types whose items decide whether the key matches; undefined: any. */
const targetsOf = (registry: ServerRegistry, key: ResolvedKey): readonly string[] | undefined => {
  if (key.kind !== 'path') return undefined;
  return KINDS[key.property.kind].terms === 'ids' ? relationTargets(registry, key.property) : [];
};

const OWN_KEYS = new Set(['_t', '$id', 'text', 'created', 'updated', 'visibility', 'bounds', 'inArea']);

/** Undefined: any. */
const typesBehind = (registry: ServerRegistry, { query, types }: Layer, subject: Subject): Set<string> | undefined => {
  if (query.subs ?? query.subsShould) return undefined;
  const found = new Set(types.flatMap(({ type }) => [type.name, ...namedInLabel(registry, type)]));
  const keys = [query.must, query.should, query.mustNot].flatMap((filters) => Object.keys(filters ?? {}));
  for (const key of keys.filter((each) => !OWN_KEYS.has(each)))
    for (const { type } of types) {
      const resolved = resolveKey(registry, type, key, askerOf(subject));
      const targets = resolved ? targetsOf(registry, resolved) : [];
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
      // What was missed is not known: nothing that is kept counts any more.
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
      // Type 0: changes of who may read, whatever the type.
      return [0, ...numbers].map((number) => counts.get(number) ?? 0).join(' ');
    },
  };
};
