// Refuses newly attached files of a kind or size that the property does not take (`x-files`), and files with a category that is not in the list
// that the property names. Files that are attached already stay, also after the declaration became stricter. The validator checks their number
// by maxItems.

import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { contentFitsName, nameEnding, isEndingAccepted } from 'src/model/item/fileFits.ts';
import { mediaKind } from 'src/model/item/mediaKind.ts';
import type { FilesRule } from 'src/model/schema/Property.ts';
import { placesAt, propertyAt, valuesAt } from 'src/model/schema/paths.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { knownKeys } from 'src/server/rules/listErrors.ts';
import type { Proposal } from 'src/server/rules/proposal.ts';
import type { StoredItem } from 'src/server/store/itemStorage.ts';

const BYTES_OF_MEGABYTE = 1_000_000;

const fileRefusal = (
  { accept, kinds, maxSize }: FilesRule,
  { originalName, filetype, size }: Values,
): Omit<InvalidEntry, 'path'> | undefined => {
  const name = String(originalName ?? '');
  if (!isEndingAccepted(name, accept)) return { message: 'errors.file.ending', params: { name } };
  if (accept && !contentFitsName(name, String(filetype ?? '')))
    return { message: 'errors.file.notAsNamed', params: { name, ending: nameEnding(name) ?? '' } };
  if (kinds && !kinds.includes(mediaKind(String(filetype ?? '')))) return { message: 'errors.file.kind' };
  if (maxSize === undefined || typeof size !== 'number' || size <= maxSize) return undefined;
  return { message: 'errors.file.size', params: { megabytes: maxSize / BYTES_OF_MEGABYTE } };
};

/** Returns those of the categories that are in use in the list that the property names. */
const knownCategories = async (
  proposal: Proposal,
  rule: FilesRule | undefined,
  categories: readonly (Json | undefined)[],
): Promise<ReadonlySet<unknown>> => {
  const keys = [...new Set(categories.filter((each): each is string => typeof each === 'string'))];
  if (rule?.categories === undefined || keys.length === 0) return new Set();
  return await knownKeys(proposal, { list: rule.categories, owner: SYSTEM_OWNER }, keys);
};

/** Returns the error of a changed category that is not in the list of the property that holds the file. */
const categoryErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, type, stored, next, set } = proposal;
  const { category } = next;
  const isChanged = set.includes('category') && category !== undefined && category !== stored?.properties['category'];
  if (type.name !== SYSTEM_TYPES.file || !isChanged) return [];
  const { relType, relProp } = next;
  const holder = context.services.registry.types[String(relType)];
  const rule = holder && propertyAt(holder.properties, String(relProp))?.files;
  const known = await knownCategories(proposal, rule, [category]);
  return known.has(category) ? [] : [{ path: '/category', message: 'errors.invalidChoice' }];
};

export const fileErrors = async (proposal: Proposal): Promise<InvalidEntry[]> => {
  const { context, type, stored, next, set } = proposal;
  const errors = await categoryErrors(proposal);
  for (const { name, files } of Object.values(type.properties)) {
    if (!files || !set.includes(name)) continue;
    const known = new Set(stored ? valuesAt(stored.properties, name) : []);
    const places = placesAt(next, name).filter(({ value }) => isItemId(value) && !known.has(value));
    const found = await context.services.items.findMany(
      context.db,
      places.map(({ value }) => String(value)),
    );
    // A file that is attached already has a category of the list of its present property.
    const categoryOf = (file: StoredItem | undefined): Json | undefined =>
      file?.properties['rel'] === undefined ? file?.properties['category'] : undefined;
    const categories = await knownCategories(proposal, files, found.map(categoryOf));
    for (const { pointer, value } of places) {
      const file = found.find(({ id, acl }) => id === value && context.readFilter.canRead(acl));
      const refusal = file && fileRefusal(files, file.properties);
      if (refusal) errors.push({ path: pointer, ...refusal });
      const category = categoryOf(file);
      if (category !== undefined && !categories.has(category))
        errors.push({ path: pointer, message: 'errors.invalidChoice' });
    }
  }
  return errors;
};
