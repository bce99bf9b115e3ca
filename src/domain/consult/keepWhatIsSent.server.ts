// What a community sends, copied into the step that keeps it: the letters that have left, and the sections of the answer in their order. The
// copies stay as they are, whatever becomes of the sections and letters.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { writeMetadataOf } from 'src/server/extend.ts';
import type { RunEffect, StoredItem, WritingContext } from 'src/server/extend.ts';

const heldBy = async (
  { services, tx }: WritingContext,
  type: string,
  { path, id }: { readonly path: string; readonly id: ItemId },
): Promise<StoredItem[]> => {
  const ids = await services.items.holding(tx, { type, path, id });
  return (await services.items.findMany(tx, ids)).sort((one, other) => one.number - other.number);
};

const textsOf = ({ properties }: StoredItem, names: Readonly<Record<string, string>>): Json =>
  Object.fromEntries(
    Object.entries(names).flatMap(([to, from]) => {
      const value = properties[from];
      return typeof value === 'string' ? [[to, value]] : [];
    }),
  );

const orderOf = ({ properties }: StoredItem): number => Number(properties['order'] ?? Infinity);

export const keepWhatIsSent: RunEffect = async (context, { item, step }) => {
  const { services, tx } = context;
  const stored = tx && step && (await services.items.find(tx, step.id, true));
  if (!tx || !stored) return;
  const writing: WritingContext = { ...context, db: tx, tx };
  const sentSections = (await heldBy(writing, 'ConsultResponseSection', { path: 'response', id: item.id }))
    .filter(({ properties }) => properties['included'] !== false)
    .sort((one, other) => orderOf(one) - orderOf(other) || one.number - other.number)
    .map((section) => textsOf(section, { title: 'title', text: 'body' }));
  const sentLetters = (await heldBy(writing, 'Letter', { path: 'context', id: item.id }))
    .filter(({ properties }) => properties['state'] === 'SENT')
    .map((letter) => textsOf(letter, { subject: 'subject', body: 'body', sent: 'sent' }));
  const kept = { ...(sentSections.length > 0 && { sentSections }), ...(sentLetters.length > 0 && { sentLetters }) };
  if (Object.keys(kept).length > 0) await services.items.write(tx, stored, kept, writeMetadataOf(context), 'updated');
};
