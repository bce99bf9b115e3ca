// The less common words of the profile, from declaration to a validator that runs: oneOf with a discriminator, if/then, anyOf with null,
// values in objects, and their forms.
import { describe, expect, it } from 'vitest';
import { emitters } from 'codegen/emitters.ts';
import { validate } from 'codegen/validate.ts';
import type { JsonObject } from 'codegen/json.ts';
import { link } from 'codegen/link.ts';
import type { LinkedType } from 'codegen/Linked.ts';
import type { Output } from 'codegen/Output.ts';
import { plan } from 'codegen/plan.ts';
import { formSchema, storedSchema } from 'codegen/schemaVariants.ts';
import { ajvWith } from 'codegen/compileValidators.ts';
import { changedSource, toyWorld, type Change } from 'tests/codegen/toyWorld.ts';

const definitions = (at: string, to: Change['to']): Change => ({ file: 'Shelf.schema.json', at, to });
const light: JsonObject = {
  type: 'object',
  discriminator: { propertyName: 'kind' },
  required: ['kind'],
  oneOf: [
    {
      type: 'object',
      properties: { kind: { const: 'LAMP' }, watts: { type: 'integer', minimum: 1 } },
      required: ['kind', 'watts'],
      additionalProperties: false,
    },
    {
      type: 'object',
      properties: { kind: { const: 'WINDOW' }, faces: { type: 'string', enum: ['EAST', 'WEST'] } },
      required: ['kind'],
      additionalProperties: false,
    },
  ],
};
const changes: Change[] = [
  definitions('/properties/light', light),
  definitions('/properties/height', { anyOf: [{ type: 'number', minimum: 0 }, { type: 'null' }] }),
  definitions('/if', { properties: { room: { const: 'CELLAR' } } }),
  definitions('/then', { required: ['place'] }),
];
const source = changedSource(...changes);
const { linked, diagnostics } = link(source);
const type: LinkedType = linked.types['Shelf']!;
const accepts = ajvWith().compile(storedSchema(type));

describe('a shelf with the less common words', () => {
  it('is a good declaration', () => {
    expect([...diagnostics, ...validate(linked)]).toEqual([]);
  });

  it('has one object property with the members of all branches', () => {
    expect(type.properties['light']).toMatchObject({
      kind: 'object',
      properties: { kind: {}, watts: { kind: 'integer' }, faces: { kind: 'enum' } },
    });
    expect(type.properties['height']).toMatchObject({ kind: 'number', minimum: 0 });
  });

  it.each([
    [{ name: 'a', light: { kind: 'LAMP', watts: 3 } }, true],
    [{ name: 'a', light: { kind: 'LAMP' } }, false],
    [{ name: 'a', light: { kind: 'WINDOW', watts: 3 } }, false],
    [{ name: 'a', light: { kind: 'CANDLE' } }, false],
    [{ name: 'a', height: null }, true],
    [{ name: 'a', height: -1 }, false],
    [{ name: 'a', room: 'CELLAR' }, false],
    [{ name: 'a', room: 'CELLAR', place: { type: 'Point', coordinates: [1, 2] } }, true],
    [{ name: 'a', room: 'NORTH' }, true],
    [
      {
        name: 'a',
        place: {
          type: 'LineString',
          coordinates: [
            [1, 2],
            [3, 4],
          ],
        },
      },
      false,
    ],
    [{ name: 'a', place: { type: 'Point', coordinates: [1] } }, false],
    [
      {
        name: 'a',
        place: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [1, 1],
              [0, 0],
            ],
          ],
        },
      },
      true,
    ],
    [
      {
        name: 'a',
        place: {
          type: 'Polygon',
          coordinates: [
            [
              [0, 0],
              [1, 0],
              [0, 0],
            ],
          ],
        },
      },
      false,
    ],
  ])('%j: %s', (value, good) => {
    expect(accepts(value)).toBe(good);
  });

  it('gives every artefact, the form with its branches', async () => {
    const planned = plan(toyWorld, source, linked);
    const outputs: Output[] = [];
    for (const emit of emitters) outputs.push(...(await emit(planned)));
    expect(outputs.find(({ path }) => path.endsWith('types.ts'))?.text).toMatch(/light\?:\s*\|?\s*\{\s*kind: 'LAMP'/);
    const form = formSchema(type) as { properties: { light: { oneOf: unknown[] }; height: object } };
    expect(form.properties.light.oneOf).toHaveLength(2);
    expect(form.properties.height).toMatchObject({ type: 'number', title: 'types.Shelf.props.height' });
    expect(JSON.stringify(form)).not.toMatch(/"x-|\$ref/);
  });
});
