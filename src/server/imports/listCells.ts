// Finds the values of lists that cells name, by key or by label in the person's language, in the list of the owner of each row.

import type { LovAnswer } from 'src/model/generated/wire.ts';
import { SYSTEM_OWNER } from 'src/model/access/Subject.ts';
import { OTHER_MARKER, isOther } from 'src/model/item/otherMarker.ts';
import type { ListRef, Property } from 'src/model/schema/Property.ts';
import type { ServerItemType } from 'src/model/schema/Registry.ts';
import { foldText } from 'src/model/text/foldText.ts';
import type { UnknownValue } from 'src/model/schema/ImportKind.ts';
import type { ImportContext } from 'src/server/imports/ImportNeeds.ts';

/** A value that the import adds to a list. */
export interface NewListValue {
  readonly list: string;
  readonly owner: string;
  readonly key: string;
  readonly label: string;
}

export type ListCell = { readonly key: string; readonly added?: NewListValue } | { readonly unknown: true };

export interface ListCells {
  /** Returns the stored form of a text, and the value when the import adds it to the list. */
  read(
    text: string,
    list: ListRef,
    asked: { readonly owners: readonly string[]; readonly unknown: UnknownValue },
  ): ListCell;
}

const KEY_LENGTH = 60;

/** Returns a key such as `BIRCH_BARK` that the list does not have yet. */
const unusedKey = (label: string, taken: ReadonlySet<string>): string => {
  const plain = label
    .normalize('NFKD')
    .toUpperCase()
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, KEY_LENGTH - 4);
  const base = plain === '' ? 'VALUE' : plain;
  for (let at = 1; ; at += 1) {
    const key = at === 1 ? base : `${base}_${at}`;
    if (!taken.has(key)) return key;
  }
};

interface OwnedWords {
  readonly keys: Set<string>;
  readonly byText: Map<string, string>;
}

const ownedWords = (answer: LovAnswer, owner: string): OwnedWords => {
  const values = answer[owner] ?? answer[SYSTEM_OWNER] ?? [];
  const active = values.filter(({ state }) => state === 'ACTIVE');
  return {
    keys: new Set(values.map(({ key }) => key)),
    byText: new Map(
      active.flatMap(({ key, label }) => [[foldText(label), key] as const, [foldText(key), key] as const]),
    ),
  };
};

const listNames = (properties: Readonly<Record<string, Property>>): string[] =>
  Object.values(properties).flatMap(({ list, properties: members }) => [
    ...(list ? [list.list] : []),
    ...(members ? listNames(members) : []),
  ]);

/** Reads the lists of the type once. Values that the import adds are known to later rows. */
export const loadListCells = async (
  { services, readFilter }: ImportContext,
  { properties }: ServerItemType,
  language: string,
): Promise<ListCells> => {
  const answers = new Map<string, LovAnswer>();
  for (const list of new Set(listNames(properties)))
    answers.set(list, (await services.lists.values(readFilter, { locale: language, list, owner: undefined })) ?? {});
  const cache = new Map<string, OwnedWords>();
  /** Values that the import adds, by list, owner and key. */
  const addedValues = new Map<string, NewListValue>();
  const wordsFor = (list: string, owner: string): OwnedWords => {
    const id = `${list} ${owner}`;
    const known = cache.get(id) ?? ownedWords(answers.get(list) ?? {}, owner);
    cache.set(id, known);
    return known;
  };
  return {
    read: (text, { list, other }, { owners, unknown }) => {
      if (other === true && isOther(text)) return { key: text };
      const folded = foldText(text);
      for (const owner of owners) {
        const key = wordsFor(list, owner).byText.get(folded);
        const added = addedValues.get(`${list} ${owner} ${key ?? ''}`);
        if (key !== undefined) return { key, ...(added && { added }) };
      }
      if (unknown === 'other' && other === true) return { key: `${OTHER_MARKER}:${text}` };
      const [owner] = owners;
      if (unknown !== 'add' || owner === undefined) return { unknown: true };
      const words = wordsFor(list, owner);
      const added = { list, owner, key: unusedKey(text, words.keys), label: text };
      words.keys.add(added.key);
      words.byText.set(folded, added.key);
      addedValues.set(`${list} ${owner} ${added.key}`, added);
      return { key: added.key, added };
    },
  };
};
