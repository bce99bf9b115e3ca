// The name that a new item will have, for lists of unsaved work.

import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { labelOf, resolveLabel } from 'src/model/item/labelOf.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** Returns the name from the values typed so far, or words for the type where they name nothing. */
export const draftTitle = (
  draft: Pick<ItemDraft, 'type' | 'values'>,
  { types }: Registry,
  messages: Messages,
): string => {
  const type = types[draft.type];
  const typed = type && resolveLabel(labelOf(type, '', draft.values), new Map(), '');
  return typed || messages.format('cells.newItem', { type: messages.typeInSentence(draft.type) });
};
