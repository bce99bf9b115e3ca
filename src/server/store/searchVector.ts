// Words of an item as text of a tsvector. The application splits and folds them, so that the result is the same on every server. Called by
// splitItem; the counterpart for queries is model/query/searchText.ts.

import { KINDS } from 'src/model/generated/kinds.ts';
import type { Json } from 'src/model/item/Item.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { exactToken, foldedTokens } from 'src/model/query/searchText.ts';
import { yearsInDate } from 'src/model/text/yearsInDate.ts';
import type { ItemPlan, PlannedPath, WeightedPath } from 'src/server/store/itemPlan.ts';

type Values = Readonly<Record<string, Json>>;

// Limits of PostgreSQL: positions up to 16,383, and 256 of them per word.
const LAST_POSITION = 16_383;
const MAX_POSITIONS = 100;
const MAX_INDEXED_TOKENS = 20_000;

/** Calls `use` with each text of a value, in order. */
const eachText = (value: Json, use: (text: string) => void): void => {
  if (typeof value === 'string') use(value);
  else if (typeof value === 'number') use(String(value));
  else if (typeof value === 'object' && value !== null) for (const each of Object.values(value)) eachText(each, use);
};

// Written for each word of each item; nearly all have nothing to escape.
const tsvectorToken = (token: string): string =>
  token.includes("'") || token.includes('\\')
    ? `'${token.replaceAll('\\', '\\\\').replaceAll("'", "''")}'`
    : `'${token}'`;

class Places {
  readonly #places = new Map<string, string>();
  /** Number of places of words that have several. */
  readonly #repeated = new Map<string, number>();
  #position = 0;
  #count = 0;

  add(token: string, weight: string): void {
    this.#position = Math.min(this.#position + 1, LAST_POSITION);
    if (this.#count >= MAX_INDEXED_TOKENS) return;
    this.#count += 1;
    const places = this.#places.get(token);
    if (places === undefined) {
      this.#places.set(token, `${this.#position}${weight}`);
      return;
    }
    const count = (this.#repeated.get(token) ?? 1) + 1;
    if (count > MAX_POSITIONS) return;
    this.#repeated.set(token, count);
    this.#places.set(token, `${places},${this.#position}${weight}`);
  }

  /** Leaves a gap, so that a phrase does not extend from one value into the next. */
  leap(): void {
    this.#position = Math.min(this.#position + 10, LAST_POSITION);
  }

  text(): string {
    let text = '';
    for (const [token, places] of this.#places) text += `${text === '' ? '' : ' '}${tsvectorToken(token)}:${places}`;
    return text;
  }
}

/** Returns the words of a stored value. A date is found by its years only. */
const wordsOfValue = ({ kind }: Property, text: string): readonly string[] =>
  KINDS[kind].scale === 'date' ? yearsInDate(text) : foldedTokens(text);

const addWords = (places: Places, { path, property, weight }: WeightedPath, values: Values): void => {
  eachText(valuesAt(values, path), (text) => {
    for (const token of wordsOfValue(property, text)) places.add(token, weight);
    places.leap();
  });
};

const addExact = (places: Places, { path }: PlannedPath, values: Values): void => {
  eachText(valuesAt(values, path), (text) => {
    places.add(exactToken(text), 'A');
    for (const token of foldedTokens(text)) places.add(token, 'B');
    places.leap();
  });
};

/** Returns text such as `'henqeminem':1A 'river':2A,14C`, which is empty without words. */
export const searchVector = (plan: ItemPlan, values: Values): string => {
  const places = new Places();
  for (const each of plan.tokens) addWords(places, each, values);
  for (const each of plan.exact) addExact(places, each, values);
  return places.text();
};
