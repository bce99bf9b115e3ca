// Fills fields of a form with known values. Asks before it replaces a value that a person has written, and saves nothing.

import { isBlankValue } from 'src/base/isEmptyValue.ts';
import { type ItemDraft, useClient, useMessages } from 'src/client/extend.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { Values } from 'src/model/item/Item.ts';

/** Resolves to false when the person cancels. */
export const useFill = (): ((draft: ItemDraft, values: Values) => Promise<boolean>) => {
  const { dialogs } = useClient();
  const messages = useMessages();
  return async (draft, values) => {
    const written = Object.keys(values).filter((name) => {
      const before = draft.values[name];
      return !isBlankValue(before) && !deepEqual(before, values[name]);
    });
    const names = messages.intl.formatList(written.map((name) => messages.property(draft.type, name)));
    const answer =
      written.length === 0 ||
      (await dialogs.choose({
        title: 'fill.title',
        message: 'fill.message',
        values: { count: written.length, names },
        apply: 'fill.replace',
        other: 'fill.keep',
      }));
    if (answer === false) return false;
    const kept = answer === 'other' ? written : [];
    const filled = Object.entries(values).filter(([name]) => !kept.includes(name));
    draft.set({ ...draft.values, ...Object.fromEntries(filled) });
    return true;
  };
};
