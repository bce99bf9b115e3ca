// Reading the features of a layer, in the words of the specification, and changes of a layer while it is shown.
import { describe, expect, it } from 'vitest';
import { registry } from 'src/generated/registry.client.ts';
import { problem } from 'src/model/problems.ts';
import { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { MAP_COLOURS, MARKER_RADIUS, pointRadius } from 'src/client/map/mapConstants.ts';
import type { FeatureRead, FeatureSource, MapFeature, TiledLayer } from 'src/client/map/MapFeature.ts';

const feature = (number: number): MapFeature => ({
  $id: `Book-${number}`,
  label: `Book ${number}`,
  type: 'Book',
  geometry: { type: 'Point', coordinates: [number, 50] },
  bbox: [number, 50, number, 50],
});
const query = { must: { _t: ['Book'] } };

type Read = FeatureSource['read'];

/** Each question is answered by the next of these; the last one answers all that follow. */
const setOf = (reads: readonly Read[], tiled: Partial<FeatureSource> = {}): FeatureSet => {
  let turn = 0;
  const none = (): Promise<never> => Promise.reject(new Error('not asked for'));
  return new FeatureSet({
    read: (...asked) => (reads[Math.min(turn++, reads.length - 1)] ?? none)(...asked),
    tiled: none,
    within: none,
    ...tiled,
  });
};
const answering =
  (...batches: readonly (readonly MapFeature[])[]): Read =>
  (_query, take) => {
    for (const batch of batches) take(batch);
    return Promise.resolve({ total: batches.flat().length, more: false, tiles: false });
  };
const tooMany: Read = () => Promise.resolve<FeatureRead>({ total: 3, more: true, tiles: true });

describe('[SPAT-02] the features of a layer', () => {
  it('pass from INIT by STARTED and READY_RECEIVED to READY_SUCCESS or READY_EMPTY, and by READY_RESET again', async () => {
    const seen: string[] = [];
    const set = setOf([
      (asked, take, signal) => {
        seen.push(set.state);
        take([feature(1)]);
        seen.push(set.state);
        return answering([feature(1)], [feature(2)])(asked, take, signal);
      },
      (asked, take, signal) => {
        seen.push(set.state);
        return answering()(asked, take, signal);
      },
    ]);
    expect(set.state).toBe('INIT');
    set.show(query);
    await expect.poll(() => set.state).toBe('READY_SUCCESS');
    expect([...set.features.keys()]).toEqual(['Book-1', 'Book-2']);
    expect(set.bounds).toEqual([1, 50, 2, 50]);
    await set.load();
    expect(set.state).toBe('READY_EMPTY');
    expect(seen).toEqual(['STARTED', 'READY_RECEIVED', 'READY_RESET']);
  });

  it('stay while they cannot be requested again, and go when they may no longer be read', async () => {
    const failing =
      (key: 'timeout' | 'notAllowed'): Read =>
      () =>
        Promise.reject(problem(key));
    const set = setOf([answering([feature(1)]), failing('timeout'), failing('notAllowed')]);
    set.show(query);
    await expect.poll(() => set.state).toBe('READY_SUCCESS');
    await set.load();
    expect([set.state, set.count]).toEqual(['FAILURE', 1]);
    await set.load();
    expect([set.state, set.count]).toEqual(['FAILURE', 0]);
  });

  it('are tiles above the limit, new after each change, and single features again below it', async () => {
    const layer: TiledLayer = {
      address: '/tiles/search/{z}/{x}/{y}.mvt?q=key',
      needed: true,
      total: 3,
      bounds: [0, 0, 9, 9],
    };
    const layers = [layer, { ...layer, total: 2 }, { ...layer, needed: false }];
    const asked: unknown[] = [];
    const set = setOf([tooMany, answering([feature(1)])], {
      tiled: () => Promise.resolve(layers.shift() ?? layer),
      within: (_query, bounds) => {
        asked.push(bounds);
        return Promise.resolve({ ids: ['Book-7'], total: 1 });
      },
    });
    set.look([1, 1, 2, 2]);
    set.show(query);
    await expect.poll(() => set.tiled).toBe(layer);
    expect([set.state, set.count, set.version, set.bounds]).toEqual(['READY_SUCCESS', 3, 1, [0, 0, 9, 9]]);
    await expect.poll(() => set.view.found.ids).toEqual(['Book-7']);
    expect(asked).toEqual([[1, 1, 2, 2]]);
    set.changed('Book-2');
    await expect.poll(() => set.count).toBe(2);
    expect(set.version).toBe(2);
    set.changed('Book-2');
    await expect.poll(() => set.tiled).toBeUndefined();
    expect([...set.features.keys()]).toEqual(['Book-1']);
    expect(set.view.found.ids).toEqual([]);
    set.cancel();
  });

  it('have points as wide as their accuracy says', () => {
    expect([pointRadius(8), pointRadius(2 ** 15), pointRadius(1), pointRadius(0.5)]).toEqual([2, 10, 1, 1]);
  });

  it('have the colours and sizes of the specification', () => {
    const { plain: _, ...given } = MAP_COLOURS;
    expect(given).toEqual({
      ...{ selected: '#E91E63', fieldPoint: '#e80', outsideSegment: '#777', deleted: '#111' },
      ...{ consultTerritory: '#f50', workItem: '#64FFDA' },
    });
    expect(MARKER_RADIUS).toBe(9);
    const weights = Object.values(registry.types).map(({ name, view }) => [name, view.place?.weight]);
    expect(Object.fromEntries(weights)).toMatchObject({ SpatialFeature: 100, Feature: 100, ResearchProject: 110 });
  });
});
