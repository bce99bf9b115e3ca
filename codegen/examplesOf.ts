// Builds the fixture of one type from the examples of its properties.

import { brokenExamples, exampleOf } from 'codegen/examples.ts';
import { objectAt } from 'codegen/json.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import type { ItemProperties, Json } from 'src/model/item/Item.ts';
import type { TypeFixture } from 'src/model/schema/TypeFixture.ts';

export const examplesOf = (type: LinkedType, linked: Linked): TypeFixture => {
  const writable = Object.values(type.properties).filter(({ readOnly }) => !readOnly);
  const schemas = objectAt(type.resolved, 'properties');
  const full = Object.fromEntries(
    writable.map((property, seed) => [
      property.name,
      exampleOf(property, { linked, seed, schema: objectAt(schemas, property.name) }),
    ]),
  );
  const needed = writable.filter(({ required }) => required).map(({ name }) => name);
  const invalid = writable.flatMap((property) =>
    brokenExamples(property, full[property.name] ?? null).map(({ value, at, message }) => ({
      property: property.name,
      value: value as Json,
      path: `/${property.name}${at}`,
      message,
    })),
  );
  return {
    minimal: Object.fromEntries(needed.map((name) => [name, full[name]])) as ItemProperties,
    full: full as ItemProperties,
    invalid,
  };
};
