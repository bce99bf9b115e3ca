// New items that a relation can be filled with, and their initial values. The server decides on rights.

import { soleTemplatePath } from 'src/model/item/soleTemplatePath.ts';
import type { Client } from 'src/client/Client.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';

/** Types of a relation that the person may create; none for a relation to any type. */
export const creatableTypes = (
  { registry, session }: Client,
  types: readonly string[] | undefined,
): readonly ItemType[] =>
  (types ?? []).flatMap((name) => {
    const type = registry.types[name];
    return type && mayCreate(type, session.user) ? [type] : [];
  });

/** Returns the paths of a title that consists of one property, or of two such as a first and a last name. */
const titlePaths = (title: string): readonly string[] => {
  const sole = soleTemplatePath(title);
  return sole === undefined ? (/^\{([^{}|]+)\} \{([^{}|]+)\}$/u.exec(title)?.slice(1) ?? []) : [sole];
};

/**
 * The typed text becomes the name of the new item if its title is one plain property. If the title is two of them, the last word becomes the
 * second one.
 */
export const initialFor = ({ view, properties }: ItemType, typed: string): Readonly<Record<string, Json>> => {
  const paths = titlePaths(view.title);
  const isPlain = (path: string): boolean => {
    const property = properties[path];
    return property !== undefined && isLine(property) && !property.many;
  };
  if (!paths.every(isPlain)) return {};
  const words = typed.trim().split(/\s+/u);
  const last = paths.length > 1 && words.length > 1 ? words.splice(-1) : [];
  return Object.fromEntries(
    paths.map((path, at) => [path, (at === 0 ? words : last).join(' ')]).filter(([, text]) => text !== ''),
  );
};

/** The third part of a new item's segment: short, unlike that of any other new item on this device, of characters that an id may hold. */
export const newItemKey = (): string => String(Date.now() % 2_000_000_000);

/** Returns the name of the button that begins a new item, in the words of its type if it has any. */
export const newItemText = (messages: Messages, type: string): string =>
  messages.find(`types.${type}.newItem`) ?? messages.format('listing.new', { type: messages.typeInSentence(type) });
