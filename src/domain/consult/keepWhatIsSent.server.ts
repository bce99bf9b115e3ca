// Copies what a community has sent into the step that keeps it: the letters that have left, with their annexes. Sections and concerns that left
// with no letter are not copied. The copies do not change when the answer does.

import { deepEqual } from 'src/base/deepEqual.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import { writeItem } from 'src/server/extend.ts';
import type { RunEffect, StoredItem, WritingContext } from 'src/server/extend.ts';

const itemsHolding = async (
  { services, tx }: WritingContext,
  type: string,
  { path, id }: { readonly path: string; readonly id: ItemId },
): Promise<StoredItem[]> => {
  const ids = await services.items.holding(tx, { type, path, id });
  return (await services.items.findMany(tx, ids)).sort((one, other) => one.number - other.number);
};

const sentTexts = ({ properties }: StoredItem, names: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(names).flatMap(([to, from]) => {
      const value = properties[from];
      return typeof value === 'string' ? [[to, value]] : [];
    }),
  );

/** Returns the annexes of the letters that were sent, each once. Nothing else has left the community. */
const sentAnnexes = (letters: readonly StoredItem[]): Json[] => {
  const annexes = letters.flatMap(({ properties }) => valuesAt(properties, 'annexed'));
  return annexes.filter((annex, at) => annexes.findIndex((each) => deepEqual(each, annex)) === at);
};

export const keepWhatIsSent: RunEffect = async (context, { item, step }) => {
  const { services, tx } = context;
  const stored = step && (await services.items.find(tx, step.id, true));
  if (!stored) return;
  const sent = (await itemsHolding(context, 'Letter', { path: 'context', id: item.id })).filter(
    ({ properties }) => properties['state'] === 'SENT',
  );
  const sentSections = sentAnnexes(sent);
  const sentLetters = sent.map((letter) => sentTexts(letter, { subject: 'subject', body: 'body', sent: 'sent' }));
  const kept = { ...(sentSections.length > 0 && { sentSections }), ...(sentLetters.length > 0 && { sentLetters }) };
  if (Object.keys(kept).length > 0) await writeItem(context, stored, { changes: kept, kind: 'updated' });
};
