// Types of places, files, words, research and collections have every required property and enumeration.
import { expect, it } from 'vitest';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import { SPECIFIED } from 'tests/product/specifiedProperties.ts';

it.each(Object.entries(SPECIFIED))(
  '[ARCH-01] [BEL-01] [COLL-01] [GEO-01] [RES-01] [SPAT-01] [VOC-01] %s declares what the specification names',
  (name, properties) => {
    expect(Object.keys(registry.types[name]?.properties ?? {})).toEqual(
      expect.arrayContaining(properties.split(/\s+/)),
    );
  },
);

it('[RES-01] data have the specified accuracies and seasons, and a facet of the number of their places', () => {
  const data = registry.types['ResearchData'];
  expect(data?.properties['mapAccuracy']?.values).toEqual(['N_A', 'LOW', 'MEDIUM', 'HIGH']);
  expect(data?.properties['seasons']?.values?.join(' ')).toBe(
    'YR SPR SUM FALL WIN JAN FEB MAR APR MAY JUN JUL AUG SEP OCT NOV DEC',
  );
  expect(data?.view.facets.find(({ key }) => key === 'featureCount')).toMatchObject({
    kind: 'RANGE',
    buckets: 'zeroOneMore',
  });
});

it('[RES-02] interviews are sorted by their start, the latest first, species and topics by name', () => {
  const sorts = ['activities', 'species', 'topics'].map(
    (name) => registry.screens.find(({ path }) => path === `research.${name}`)?.search?.sort,
  );
  expect(sorts).toEqual([
    [{ key: 'start', order: 'desc' }],
    [{ key: 'commonName', order: 'asc' }],
    [{ key: 'title', order: 'asc' }],
  ]);
});

it('[SPAT-01] places and their collections are drafts, active or archived; lists open on the active ones, and make such', () => {
  for (const [path, type] of [
    ['spatial.features', 'SpatialFeature'],
    ['spatial.collections', 'SpatialCollection'],
    ['spatial.map-features', 'Feature'],
    ['spatial.map-data', 'GISCollection'],
  ] as const) {
    expect(registry.types[type]?.properties['state']?.values).toEqual(['DRAFT', 'ACTIVE', 'ARCHIVED']);
    const search = registry.screens.find((screen) => screen.path === path)?.search;
    expect(search).toMatchObject({
      types: [type],
      create: [type],
      selected: { state: ['ACTIVE'] },
      initial: { state: 'ACTIVE' },
    });
  }
});

it.each(['Feature', 'SpatialFeature'])('[SPAT-01] of %s only active ones load on layers', (name) => {
  expect(registry.types[name]?.view.place?.only).toEqual({ state: ['ACTIVE'] });
});

it('[GEO-01] programs are for assigned people, an organization or all users, and records have the states of a review', () => {
  const values = (type: string, name: string) => registry.types[type]?.properties[name]?.values;
  expect(values('GeoKeeperProgram', 'access')).toEqual(['ASSIGNED', 'IN_ORG', 'USERS']);
  expect(values('GeoKeeperFieldData', 'formType')).toEqual(['trip', 'record']);
  expect(values('GeoKeeperFieldData', 'state')).toEqual([
    ...['DRAFT', 'RECEIVED', 'EDITED', 'ISSUES', 'APPROVED', 'REJECTED'],
  ]);
  expect(registry.types['GeoKeeperFieldData']?.properties['formInstance']?.properties?.['formData']?.kind).toBe('json');
});

it('[GEO-02] asks before a person leaves unsaved changes of a record', () => {
  expect(messages['types.GeoKeeperFieldData.edit.unsaved']).toContain('Save or discard');
});
