// Makes fictitious values from recipes, which are data that combine hand-written word lists. A text takes `{list}` from the word lists,
// `{2..9}` a number and `{=name}` a property made before; an array is a choice; an object with one `$word` is one of OPERATIONS.

import type { SeededRandom } from 'src/base/seededRandom.ts';
import type { Json, Values } from 'src/model/item/Item.ts';
import words from 'src/domain/sample/records/words.json' with { type: 'json' };

/** Recipe for items of a type: their number, properties with unique values, and kinds of items, chosen at random, that add properties. */
export interface Recipe {
  readonly count: number;
  readonly unique?: readonly string[];
  readonly properties: Values;
  readonly kinds?: readonly Values[];
}

export interface RecipeContext {
  readonly random: SeededRandom;
  /** References to the items of a type that were made before. */
  all(type: string): readonly string[];
  /** Properties of the item that were made before. */
  readonly made: Values;
  /** Number of the item among those of its recipe, from 0. */
  readonly turn?: number;
}

const WORD_LISTS: Readonly<Record<string, readonly string[]>> = words;

/** The western and southern end of the invented land, in degrees. It is in an empty part of the ocean. */
const [WEST, SOUTH] = [-139.6, 50.1];

const capital = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);

/** Letters without marks, as in addresses. */
const plainLetters = (text: string): string => text.normalize('NFD').replaceAll(/[^\w]/g, '').toLowerCase();

const phrase = (template: string, context: RecipeContext): string =>
  template.replaceAll(/\{([^}]+)\}/g, (whole, name: string) => {
    const [from, to] = name.split('..').map(Number);
    if (to !== undefined) return String(context.random.whole(from ?? 0, to));
    if (name.startsWith('=')) return plainLetters(String(context.made[name.slice(1)]));
    const list = WORD_LISTS[name] ?? WORD_LISTS[name.charAt(0).toLowerCase() + name.slice(1)];
    if (!list) throw new Error(`no list of words: ${whole}`);
    const chosen = phrase(context.random.pick(list), context);
    return /^[A-Z]/.test(name) ? capital(chosen) : chosen;
  });

const point = ({ random }: RecipeContext): number[] => [
  Number((WEST + random.next() * 0.9).toFixed(5)),
  Number((SOUTH + random.next() * 0.5).toFixed(5)),
];

/** Points around the middle, by angle, so that lines never cross. */
const ring = (context: RecipeContext): number[][] => {
  const [east = 0, north = 0] = point(context);
  const points = [0, 1, 2, 3, 4, 5, 6].map((corner) => {
    const reach = 0.01 + context.random.next() * 0.03;
    const angle = (corner / 7) * 2 * Math.PI;
    return [
      Number((east + reach * Math.cos(angle) * 1.5).toFixed(5)),
      Number((north + reach * Math.sin(angle)).toFixed(5)),
    ];
  });
  return [...points, points[0] ?? []];
};

const OPERATIONS: Readonly<Record<string, (argument: Json, context: RecipeContext) => Json | undefined>> = {
  $is: (argument) => argument,
  $some: (argument, context) => {
    const [least, most, ...values] = argument as [number, number, ...Json[]];
    return context.random.some(values, context.random.whole(least, most)).map((each) => cook(each, context) ?? null);
  },
  // One value after the other, so that each occurs.
  $turn: (argument, context) => {
    const values = argument as Json[];
    return cook(values[(context.turn ?? 0) % values.length] ?? null, context);
  },
  $maybe: (argument, context) => {
    const [probability, value] = argument as [number, Json];
    return context.random.chance(probability) ? cook(value, context) : undefined;
  },
  $item: (argument, { random, all }) => {
    const [type, first] = argument as [string, number?];
    return random.pick(all(type).slice(0, first));
  },
  $items: (argument, { random, all }) => {
    const [type, least, most, first] = argument as [string, number, number, number?];
    return random.some(all(type).slice(0, first), random.whole(least, most));
  },
  $whole: (argument, { random }) => random.whole(...(argument as [number, number])),
  // The year or decade of a date made before, with its doubt. The two numbers keep the other values of the sample as they were when years were
  // chosen at random.
  $yearOf: (argument, { random, made }) => {
    random.next();
    random.next();
    return /^[\dX]{4}[~?%]?/u.exec(String(made[String(argument)]))?.[0];
  },
  $place: (argument, context) =>
    argument === 'Point'
      ? { type: 'Point', coordinates: point(context) }
      : { type: 'Polygon', coordinates: [ring(context)] },
};

/** The value that a recipe makes; undefined where it leaves the property out. */
export const cook = (recipe: Json, context: RecipeContext): Json | undefined => {
  if (typeof recipe === 'string') return phrase(recipe, context);
  if (Array.isArray(recipe)) return cook(context.random.pick(recipe as Json[]), context);
  if (recipe === null || typeof recipe !== 'object') return recipe;
  const [name = '', argument = null] = Object.entries(recipe)[0] ?? [];
  const operation = OPERATIONS[name];
  return operation ? operation(argument, context) : cookAll(recipe as Values, context);
};

/** Each property in turn, so that a later one may name an earlier one. */
export const cookAll = (recipes: Values, context: RecipeContext): Record<string, Json> => {
  const made: Record<string, Json> = {};
  for (const [name, recipe] of Object.entries(recipes)) {
    const value = cook(recipe, { ...context, made });
    if (value !== undefined) made[name] = value;
  }
  return made;
};
