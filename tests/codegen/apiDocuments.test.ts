// The published descriptions of the wire: complete, and without a reference that leads nowhere.
import { describe, expect, it } from 'vitest';
import { OPERATIONS } from 'src/model/generated/operations.ts';
import asyncapi from 'tests/toy/generated/asyncapi.json' with { type: 'json' };
import openapi from 'tests/toy/generated/openapi.json' with { type: 'json' };
import { registry } from 'tests/toy/generated/registry.client.ts';

const refsIn = (value: unknown): string[] => {
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, each]) => (key === '$ref' ? [String(each)] : refsIn(each)));
};

const at = (document: unknown, ref: string): unknown =>
  ref
    .slice(2)
    .split('/')
    .reduce<unknown>(
      (value, part) => (value as Record<string, unknown> | undefined)?.[part.replace('~1', '/')],
      document,
    );

describe.each([
  ['openapi', openapi],
  ['asyncapi', asyncapi],
])('%s', (_name, document) => {
  it('has no reference that leads nowhere', () => {
    const refs = [...new Set(refsIn(document))];
    expect(refs.length).toBeGreaterThan(20);
    expect(refs.filter((ref) => at(document, ref) === undefined)).toEqual([]);
  });

  it('describes every operation and every type', () => {
    const schemas = Object.keys(document.components.schemas);
    for (const name of Object.keys(OPERATIONS)) expect(schemas).toContain(`${name}.request`);
    for (const name of Object.keys(registry.types)) expect(schemas).toContain(`item.${name}`);
    expect(document.info.version).toBe(registry.hash);
  });
});

describe('openapi', () => {
  it('names the doors with their parameters, and which need no token', () => {
    expect(openapi.paths['/tiles/{layer}/{z}/{x}/{y}.mvt'].get.parameters.map(({ name }) => name)).toEqual([
      'layer',
      'z',
      'x',
      'y',
    ]);
    expect(openapi.paths['/api/sign-in'].post.security).toContainEqual({});
    expect(openapi.paths['/task-result/{key}'].get).not.toHaveProperty('security');
    expect(openapi.paths['/api/item'].post.requestBody.content['application/json'].schema.anyOf).toHaveLength(
      Object.keys(OPERATIONS).length,
    );
  });

  it('tells nothing of what only the server knows', () => {
    expect(JSON.stringify(openapi)).not.toMatch(/x-level|x-rel|ownerAdmin|weights/);
  });
});
