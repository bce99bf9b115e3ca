// Features streamed by the server, each part with the rights of its time; above its limit, tiles, and a search for the names that tiles do
// not contain. Used by useFeatureSet.

import type { MapFeature, FeatureRead, FeatureSource, FoundIds } from 'src/client/map/MapFeature.ts';
import type { Client } from 'src/client/Client.ts';
import { inTurn } from 'src/client/connection/inTurn.ts';
import { askedWithin } from 'src/client/map/askedWithin.ts';
import type { MapFeatures, Query } from 'src/model/generated/wire.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

type Services = Pick<Client, 'connection' | 'search' | 'registry'>;

interface Reading {
  readonly take: (batch: readonly MapFeature[]) => void;
  readonly signal: AbortSignal;
}

/** Tiles contain neither items that use the geometry of others, nor further geometries. */
const hasTiles = (registry: Registry, { must, ids }: Query): boolean => {
  const names = must?._t?.map(String) ?? ids?.map((id) => typeOfId(id)) ?? Object.keys(registry.types);
  return names.some((name) => registry.types[name]?.view.place?.geometry !== undefined);
};

interface AskedFeatures {
  readonly query: Query;
  readonly includeExcluded?: boolean;
  readonly further?: string;
}

/** Stops after the first part of a stream when tiles show the rest. */
const readStream = async (
  { connection, registry }: Services,
  { query, asked }: { readonly query: Query; readonly asked: AskedFeatures },
  reading: Reading,
): Promise<FeatureRead> => {
  const enough = new AbortController();
  const stop = AbortSignal.any([reading.signal, enough.signal]);
  let [total, more, tiles] = [0, false, false];
  await new Promise<void>((resolve, reject) => {
    const take = ({ features, ...first }: MapFeatures): void => {
      total = first.total ?? total;
      more = first.more ?? more;
      tiles = more && asked.further === undefined && hasTiles(registry, query);
      if (tiles) {
        enough.abort();
        resolve();
      }
      if (!stop.aborted) reading.take(features);
    };
    connection.stream('act/streamFeatures', asked, take, stop).then(resolve, reject);
  });
  return { total, more, tiles };
};

interface FeatureOptions {
  /** Includes what the view of the type excludes from maps, when a listing has found it. */
  readonly everything: boolean;
  /** Further geometry of the items, instead of their own. */
  readonly further: string | undefined;
}

export const createStreamedFeatures = (services: Services, { everything, further }: FeatureOptions): FeatureSource => {
  const { connection, search, registry } = services;
  const asked = (query: Query): AskedFeatures => ({ query, ...(everything && { includeExcluded: true }) });
  return {
    read: (query, take, signal) =>
      inTurn(
        () =>
          readStream(
            services,
            { query, asked: { ...asked(query), ...(further !== undefined && { further }) } },
            { take, signal },
          ),
        { signal },
      ),
    tiled: async (query) => {
      const answer = await inTurn(() => connection.send('act/mapLayer', asked(query)));
      const { layer, key, total, bbox, tiles } = answer;
      const [west, south, east, north] = bbox ?? [];
      return {
        address: `/tiles/${encodeURIComponent(layer)}/{z}/{x}/{y}.mvt?q=${key}`,
        needed: tiles,
        total,
        bounds: bbox ? [west ?? 0, south ?? 0, east ?? 0, north ?? 0] : undefined,
      };
    },
    within: async (query, bounds, max): Promise<FoundIds> => {
      const questions = askedWithin(registry, query, { bounds, everything });
      const found = await Promise.all(questions.map((each) => search.search({ ...each, max, labels: true })));
      return {
        ids: found.flatMap(({ ids }) => ids).slice(0, max),
        total: found.reduce((sum, { total }) => sum + total, 0),
      };
    },
  };
};
