// What a receiver may see of one changed item: which of its stricter levels, and its label as the receiver reads it. Called by
// createPushes for each change; asks every receiver's gate anew.

import { LEVELS, type Level } from 'src/model/access/levels.ts';
import { referencesIn, resolveLabel } from 'src/model/item/labelOf.ts';
import type { Gate, Gates } from 'src/server/access/Gate.ts';
import type { Queryable } from 'src/server/store/Database.ts';
import type { ItemStore } from 'src/server/store/ItemStore.ts';
import type { Telling } from 'src/server/watch/tellingOf.ts';

interface Options {
  readonly database: Queryable;
  readonly gates: Gates;
  readonly items: Pick<ItemStore, 'levelAcl' | 'labels'>;
}

/** What two receivers must have in common to be sent the same text. */
export interface View {
  /** A digit per stricter level. */
  readonly levels: string;
  readonly label: string;
}

const STRICTER = LEVELS.slice(1);

/** Acls of the item's stricter levels, each learned, so that a view can be judged. */
const levelAcls = async ({ gates, items }: Options, { type, stored }: Telling): Promise<Map<Level, number>> => {
  const acls = new Map<Level, number>();
  const wanted = STRICTER.filter((level) =>
    Object.values(type.properties).some((property) => property.level === level),
  );
  for (const level of wanted) acls.set(level, await items.levelAcl(stored, level));
  await gates.learn([...acls.values()]);
  return acls;
};

const levelsOf = (gate: Gate, acls: ReadonlyMap<Level, number>): string =>
  STRICTER.map((level) => (gate.canRead(acls.get(level) ?? -1) ? '1' : '0')).join('');

/** A label may name other items, which not every reader of this one may see; asked once per set of principals. */
const labelsPerReaders = ({ database, items }: Options, label: string): ((gate: Gate) => Promise<string>) => {
  const references = referencesIn(label);
  if (references.length === 0) return () => Promise.resolve(label);
  const known = new Map<string, Promise<string>>();
  return (gate) => {
    const readers = `${gate.subject.admin} ${gate.principals.join(' ')}`;
    const resolved =
      known.get(readers) ?? items.labels(database, gate, references).then((labels) => resolveLabel(label, labels));
    known.set(readers, resolved);
    return resolved;
  };
};

export const receiverViews = async (options: Options, telling: Telling): Promise<(gate: Gate) => Promise<View>> => {
  const acls = await levelAcls(options, telling);
  const labelFor = labelsPerReaders(options, telling.stored.label);
  return async (gate) => ({ levels: levelsOf(gate, acls), label: await labelFor(gate) });
};
