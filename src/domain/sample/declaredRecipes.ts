// A recipe for each declared type that has no sample items, made from its declaration, so that a new type is seen at work at once.
// Choices, states, levels, dates, numbers, places, pictures and related items vary from one item to the next, so that facets, timeline, map
// and states show; other values are the generated examples.

import { fixtures } from 'src/generated/fixtures.ts';
import type { Json } from 'src/model/item/Item.ts';
import { LEVELS } from 'src/model/access/levels.ts';
import { KINDS } from 'src/model/generated/kinds.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';
import type { Property, Relation } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Recipe } from 'src/domain/sample/recipes.ts';
import pictures from 'src/domain/sample/records/pictures.json' with { type: 'json' };

const ITEMS_OF_A_TYPE = 12;

/** Only the engine makes items of these, and of step kinds: a step belongs to the workflow of an item. */
const WRITTEN_BY_ENGINE = ['Task', 'Event', 'Notify', 'Attachment'];

const isWrittenByEngine = ({ steps, types }: ServerRegistry, type: string): boolean =>
  WRITTEN_BY_ENGINE.includes(type) ||
  types[type]?.server.access.sealed === true ||
  Object.values(steps).some((kind) => kind.type === type);

const LEFT_TO_THE_READER = new Set(['$notify', '$hideNotify']);

type Has = (type: string) => boolean;
type Examples = typeof fixtures;

interface RecipeSource {
  readonly registry: ServerRegistry;
  /** Returns whether items of a type exist already. */
  readonly has: Has;
  readonly examples: Examples;
}

/** Years before and after which starts and ends lie, so that no end comes before its start. */
const YEAR_RECIPES = { start: '{2016..2022}', end: '{2023..2025}' } as const;
const MONTH_AND_DAY = '0{1..9}-{10..28}';
const TIME_RECIPE = '{10..17}:{10..59}';
const PICTURE_REFERENCES = Object.keys(pictures.pictures).map((name) => `#${name}`);
const MOST_PICTURES = 3;

const dateRecipe = ({ kind, after }: Property): Json => {
  const year = after === undefined ? YEAR_RECIPES.start : YEAR_RECIPES.end;
  const day = `${year}-${MONTH_AND_DAY}`;
  const { time } = KINDS[kind];
  if (time === 'moment') return `${day}T${TIME_RECIPE}:00Z`;
  return time === 'period' ? [year, `${year}~`, `${year}-0{1..9}`, day] : day;
};

/** Maximum distance between the smallest and the largest number. */
const NUMBERS = 100;

const numberRecipe = ({ minimum, maximum }: Property): Json => {
  const least = Math.ceil(minimum ?? Math.min(0, maximum ?? 0));
  return { $whole: [least, Math.floor(Math.min(maximum ?? least + NUMBERS, least + NUMBERS))] };
};

const placeRecipe = ({ geo }: Property, example: Json): Json => {
  const shape = ['Point', 'Polygon'].find((kind) => geo?.kinds.includes(kind));
  return shape === undefined ? { $is: example } : { $place: shape };
};

const pictureRecipe = ({ files }: Property): Json | undefined =>
  files?.kinds === undefined || files.kinds.includes('IMAGE') ? PICTURE_REFERENCES : undefined;

const relatedOf = (rel: Relation, has: Has): Json | undefined => {
  const type = rel.to.map((each) => (each === '$owner' || each === '*' ? 'Organization' : each)).find(has);
  return type === undefined ? undefined : { $item: [type, 2] };
};

/** The recipe of a property that declares more than its kind. */
const declaredRecipe = (property: Property, example: Json, { registry, has }: RecipeSource): Json | undefined => {
  const { kind, values, rel, list, files } = property;
  if (files) return pictureRecipe(property);
  if (rel) return relatedOf(rel, has);
  if (isGeometry(kind)) return placeRecipe(property, example);
  if (KINDS[kind].facet === 'LEVEL') return [...LEVELS];
  const keys = list ? registry.lists[list.list]?.values.map(({ key }) => key) : values;
  if (!keys || keys.length === 0) return { $is: example };
  return property.many ? [...keys] : { $turn: [...keys] };
};

const RECIPE_TEXTS = { one: '{Doing} {thing}', many: '{remark}' } as const;
const LENGTHS = { one: 60, many: 200 } as const;

const recipeOf = (property: Property, example: Json, source: RecipeSource): Json | undefined => {
  const { kind, pattern, properties, maxLength = 60 } = property;
  const { json, time, lines } = KINDS[kind];
  if (properties) return undefined;
  if (lines) return pattern === undefined && maxLength >= LENGTHS[lines] ? RECIPE_TEXTS[lines] : { $is: example };
  if (json === 'boolean') return [true, false];
  if (json === 'integer' || json === 'number') return numberRecipe(property);
  if (time !== undefined) return time === 'clock' ? TIME_RECIPE : dateRecipe(property);
  return declaredRecipe(property, example, source);
};

/** Returns how many values of a list to take: several pictures, of other properties at least one and at most three that differ. */
const severalOf = ({ files, minItems = 1, maxItems = minItems }: Property, recipe: Json): Json => {
  if (!Array.isArray(recipe)) return { $some: [1, 1, recipe] };
  const most = Math.min(MOST_PICTURES, maxItems, recipe.length);
  return { $some: [Math.min(files ? 1 : Math.max(1, minItems), most), most, ...(recipe as Json[])] };
};

const recipeProperties = ({ name, properties, states }: ServerItemType, source: RecipeSource): Record<string, Json> => {
  // A state is none of the examples, since people do not set it.
  const recipes: Record<string, Json> = states
    ? { [states.property]: { $turn: [...(properties[states.property]?.values ?? [])] } }
    : {};
  for (const [key, example] of Object.entries(source.examples[name]?.full ?? {})) {
    const property = properties[key];
    if (property === undefined || LEFT_TO_THE_READER.has(key)) continue;
    const first = Array.isArray(example) ? (example as readonly Json[])[0] : example;
    const recipe = first === undefined ? undefined : recipeOf(property, first, source);
    if (recipe !== undefined) recipes[key] = property.many ? severalOf(property, recipe) : recipe;
  }
  return recipes;
};

export const declaredRecipes = (
  registry: ServerRegistry,
  has: Has,
  examples: Examples = fixtures,
): Readonly<Record<string, Recipe>> => {
  const recipes: Record<string, Recipe> = {};
  for (const type of Object.values(registry.types)) {
    if (isWrittenByEngine(registry, type.name) || has(type.name)) continue;
    const properties = recipeProperties(type, { registry, has, examples });
    const isWhole = Object.values(type.properties).every(
      ({ name, required }) => required !== true || name in properties,
    );
    if (isWhole) recipes[type.name] = { count: ITEMS_OF_A_TYPE, properties };
  }
  return recipes;
};
