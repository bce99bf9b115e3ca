// Sample items for a declared type that has none written by hand, made from its declaration, so that a new type is seen at work
// at once. Values are the generated examples; texts, choices, levels and related items vary from one item to the next.

import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';
import { fixtures } from 'src/generated/fixtures.ts';
import type { SampleWorld } from 'src/domain/sample/SampleItem.ts';
import { CEDAR, STONE } from 'src/domain/sample/people.ts';
import { paragraph, title } from 'src/domain/sample/sampleTexts.ts';
import { times } from 'src/domain/sample/sampleValues.ts';

const ITEMS_OF_A_TYPE = 12;

/** Only the engine makes items of these. */
const WRITTEN_BY_ENGINE = new Set(['Task', 'Event', 'Notify', 'Attachment']);

const relatedItem = (world: SampleWorld, to: readonly string[]): string | undefined => {
  if (to.includes('$owner')) return world.random.pick([CEDAR, STONE]);
  const candidates = to.flatMap((type) => world.all(type === '*' ? 'Organization' : type));
  return candidates.length === 0 ? undefined : world.random.pick(candidates);
};

const valueOf = (world: SampleWorld, property: Property, example: Json): Json | undefined => {
  const { random } = world;
  switch (property.kind) {
    case 'text':
      return property.pattern === undefined ? title(random).slice(0, property.maxLength ?? 60) : example;
    case 'longText':
      return paragraph(random).slice(0, property.maxLength ?? 200);
    case 'enum':
      return random.pick(property.values ?? []);
    case 'level':
      return random.pick(['PUBLIC', 'COMMUNITY', 'PROTECTED', 'PRIVATE']);
    case 'relation':
      return relatedItem(world, property.rel?.to ?? []);
    case 'files':
    case 'object':
      return undefined;
    default:
      return example;
  }
};

const propertiesOf = (world: SampleWorld, { name, properties }: ServerItemType): Record<string, Json> => {
  const values: Record<string, Json> = {};
  for (const [key, example] of Object.entries(fixtures[name]?.full ?? {})) {
    const property = properties[key];
    if (property === undefined || key === '$notify' || key === '$hideNotify') continue;
    const first = Array.isArray(example) ? (example as readonly Json[])[0] : example;
    const value = valueOf(world, property, first ?? null);
    if (value !== undefined && value !== null) values[key] = property.many === true ? [value] : value;
  }
  return values;
};

export const addDeclaredItems = (world: SampleWorld, registry: ServerRegistry): void => {
  for (const type of Object.values(registry.types)) {
    if (WRITTEN_BY_ENGINE.has(type.name) || world.all(type.name).length > 0) continue;
    times(ITEMS_OF_A_TYPE, (index) => {
      const properties = propertiesOf(world, type);
      const isWhole = Object.values(type.properties).every(
        ({ name, required }) => required !== true || name in properties,
      );
      if (isWhole) world.add({ key: `${type.name}/${index}`, type: type.name, properties });
    });
  }
};
