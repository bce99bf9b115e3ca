// Newly attached files must be of a kind and size that the property takes (`x-files`). Files that hang there already stay,
// also after the declaration became stricter. How many there may be is said by maxItems and asked by the validator.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { contentFitsName, endingOf, isEndingAccepted } from 'src/model/item/fileFits.ts';
import { mediaKind } from 'src/model/item/mediaKind.ts';
import type { FilesRule } from 'src/model/schema/Property.ts';
import { placesAt, valuesAt } from 'src/model/schema/paths.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';

const BYTES_OF_MEGABYTE = 1_000_000;

const refusalOf = (
  { accept, kinds, maxSize }: FilesRule,
  { originalName, filetype, size }: Values,
): Omit<InvalidEntry, 'path'> | undefined => {
  const name = String(originalName ?? '');
  if (!isEndingAccepted(name, accept)) return { message: 'errors.file.ending', params: { name } };
  if (accept && !contentFitsName(name, String(filetype ?? '')))
    return { message: 'errors.file.notAsNamed', params: { name, ending: endingOf(name) ?? '' } };
  if (kinds && !kinds.includes(mediaKind(String(filetype ?? '')))) return { message: 'errors.file.kind' };
  if (maxSize === undefined || typeof size !== 'number' || size <= maxSize) return undefined;
  return { message: 'errors.file.size', params: { megabytes: maxSize / BYTES_OF_MEGABYTE } };
};

export const fileErrors = async ({ context, type, stored, next, set }: Proposal): Promise<InvalidEntry[]> => {
  const errors: InvalidEntry[] = [];
  for (const { name, files } of Object.values(type.properties)) {
    if (!files || !set.includes(name)) continue;
    const known = new Set(stored ? valuesAt(stored.properties, name) : []);
    const places = placesAt(next, name).filter(({ value }) => isItemId(value) && !known.has(value));
    const found = await context.services.items.findMany(
      context.db,
      places.map(({ value }) => String(value)),
    );
    for (const { pointer, value } of places) {
      const file = found.find(({ id, acl }) => id === value && context.readFilter.canRead(acl));
      const refusal = file && refusalOf(files, file.properties);
      if (refusal) errors.push({ path: pointer, ...refusal });
    }
  }
  return errors;
};
