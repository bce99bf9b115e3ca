// What the server refused, beside the field it is about. Used by ItemDraft.

import type { Draft } from 'src/client/Client.ts';
import type { Values } from 'src/client/stores/draftValues.ts';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';

/** `params.errors` of the problem `invalid`, by JSON pointer. */
export const problemsByPath = (errors: Json | undefined): Draft['problems'] => {
  const byPath: Record<string, { readonly message: string; readonly params?: Values }[]> = {};
  for (const entry of (Array.isArray(errors) ? errors : []) as unknown as InvalidEntry[]) {
    const problems = (byPath[entry.path] ??= []);
    problems.push({ message: entry.message, ...(entry.params && { params: entry.params }) });
  }
  return byPath;
};
