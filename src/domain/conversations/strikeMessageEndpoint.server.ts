// `act/strikeMessage` removes the text and the files of a message. Keeps who deleted it, and when.

import { idsIn } from 'src/model/item/idsIn.ts';
import { problem } from 'src/model/problems.ts';
import { endpoint, removeItem, writeItem } from 'src/server/extend.ts';

export const strikeMessage = endpoint('strikeMessage', async (context) => {
  const { $id } = await context.view();
  const { services, tx, now, subject } = context;
  const stored = await services.items.find(tx, $id, true);
  if (!stored || subject.userId === undefined) throw problem('notFound');
  if (stored.properties['struckAt'] !== undefined) return {};
  const changes = { body: null, mentions: null, attachments: null, editableUntil: null };
  const struck = { struckAt: now.toISOString(), struckBy: subject.userId };
  await writeItem(context, stored, { changes: { ...changes, ...struck }, kind: 'struck' });
  for (const id of idsIn(stored.properties['attachments'])) {
    const file = await services.items.find(tx, id, true);
    if (file?.properties['rel'] === $id) await removeItem(context, file);
  }
  return {};
});
