// A recipe for each declared type that has no sample items, made from its declaration, so that a new type is seen at work at once.
// Texts, choices, levels and related items vary from one item to the next; other values are the generated examples.

import { fixtures } from 'src/generated/fixtures.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import type { Recipe } from 'src/domain/sample/recipes.ts';

const ITEMS_OF_A_TYPE = 12;

/** Only the engine makes items of these, and of step kinds: a step belongs to the workflow of an item. */
const WRITTEN_BY_ENGINE = ['Task', 'Event', 'Notify', 'Attachment'];

const isWrittenByEngine = ({ steps }: ServerRegistry, type: string): boolean =>
  WRITTEN_BY_ENGINE.includes(type) || Object.values(steps).some((kind) => kind.type === type);

const LEFT_TO_THE_READER = new Set(['$notify', '$hideNotify']);

type Has = (type: string) => boolean;

const recipeOf = (property: Property, example: Json, has: Has): Json | undefined => {
  const { kind, pattern, values = [], rel, maxLength = 60 } = property;
  switch (kind) {
    case 'text':
      return pattern === undefined && maxLength >= 60 ? '{Doing} {thing}' : { $is: example };
    case 'longText':
      return maxLength >= 200 ? '{remark}' : { $is: example };
    case 'enum':
      return values;
    case 'level':
      return ['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE'];
    case 'relation': {
      const type = rel?.to.map((each) => (each === '$owner' || each === '*' ? 'Organization' : each)).find(has);
      return type === undefined ? undefined : { $item: [type, 2] };
    }
    case 'files':
    case 'object':
      return undefined;
    default:
      return { $is: example };
  }
};

const propertiesOf = ({ name, properties }: ServerItemType, has: Has): Record<string, Json> => {
  const recipes: Record<string, Json> = {};
  for (const [key, example] of Object.entries(fixtures[name]?.full ?? {})) {
    const property = properties[key];
    if (property === undefined || LEFT_TO_THE_READER.has(key)) continue;
    const first = Array.isArray(example) ? (example as readonly Json[])[0] : example;
    const recipe = first === undefined ? undefined : recipeOf(property, first, has);
    if (recipe !== undefined) recipes[key] = property.many === true ? { $some: [1, 1, recipe] } : recipe;
  }
  return recipes;
};

export const declaredRecipes = (registry: ServerRegistry, has: Has): Readonly<Record<string, Recipe>> => {
  const recipes: Record<string, Recipe> = {};
  for (const type of Object.values(registry.types)) {
    if (isWrittenByEngine(registry, type.name) || has(type.name)) continue;
    const properties = propertiesOf(type, has);
    const isWhole = Object.values(type.properties).every(
      ({ name, required }) => required !== true || name in properties,
    );
    if (isWhole) recipes[type.name] = { count: ITEMS_OF_A_TYPE, properties };
  }
  return recipes;
};
