// Fills fields of a form with known values. Asks before it replaces a value that a person has written, and saves nothing.

import { type ItemDraft, useClient, useMessages } from 'src/client/extend.ts';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { Json, Values } from 'src/model/item/Item.ts';

const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Resolves to false when the person cancels. */
export const useFill = (): ((draft: ItemDraft, values: Values) => Promise<boolean>) => {
  const { dialogs } = useClient();
  const messages = useMessages();
  return async (draft, values) => {
    const written = Object.keys(values).filter((name) => {
      const before = draft.values[name];
      return !isEmpty(before) && !deepEqual(before, values[name]);
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
