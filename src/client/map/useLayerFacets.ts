// Facets of a layer of the map screen: those that can colour its features, those that can narrow it, and their values with counts.

import { useCallback, useMemo } from 'react';
import type { FacetContext } from 'src/client/listing/facetLabels.tsx';
import { layerParts, queryOfLayer, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { colouredFacets, hasFewValues } from 'src/client/map/valueColours.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Filters, Query, SessionUser } from 'src/model/generated/wire.ts';
import { planOf } from 'src/model/listing/listingPlan.ts';
import { writeValue } from 'src/model/query/facetValues.ts';
import { queryOfSaved } from 'src/model/query/savedQuery.ts';
import { asFilters } from 'src/model/query/screenFilters.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import type { Facet } from 'src/model/schema/TypeView.ts';

const EMPTY_QUERY: Query = { ids: [], must: { _t: [] } };

/** Returns the query of a layer with all its records; undefined until a saved search has been read. Observable. */
export const useLayerQuery = ({ key, group }: LayerChoice): Query | undefined => {
  const { items, registry, session } = useClient();
  if (group !== 'searches') return queryOfLayer(key, registry);
  const loaded = items.get(key);
  const { user } = session;
  if (loaded.state !== 'ready' || !user) return undefined;
  return queryOfSaved(registry, loaded.item, { $id: user.$id, readOrgs: user.readOrgs ?? [] }) ?? EMPTY_QUERY;
};

export interface LayerFacets {
  readonly context: FacetContext;
  readonly coloured: readonly Facet[];
  readonly narrowing: readonly Facet[];
}

interface Reader {
  readonly registry: Registry;
  readonly user: SessionUser | undefined;
}

const facetsOf = (types: readonly string[], { registry, user }: Reader) => {
  const plan = planOf({ types: [...types] }, { registry, user });
  // The map of a type already narrows it by these.
  const fixed = plan.types.flatMap(({ view }) => Object.keys(view.place?.only ?? {}));
  const narrowing = plan.facets.filter((facet) => hasFewValues(facet) && !fixed.includes(facet.key));
  return { plan, coloured: colouredFacets(narrowing, plan.types), narrowing };
};

/** Observable. */
export const useLayerFacets = (query: Query | undefined): LayerFacets => {
  const client = useClient();
  const messages = useMessages();
  const { registry, session } = client;
  const { user } = session;
  const names = (query?.must?._t ?? []).map(String).join(' ');
  const { plan, ...facets } = useMemo(
    () =>
      facetsOf(
        names.split(' ').filter((name) => name !== ''),
        { registry, user },
      ),
    [names, registry, user],
  );
  return { context: { client, messages, plan }, ...facets };
};

export interface CountedValue {
  /** The value as facetValues.ts writes it. */
  readonly text: string;
  readonly count: number;
}

/** Returns the query that counts what is on the map: without records that have no place, or that maps of their type exclude. */
const onMapOnly = (query: Query, key: string, registry: Registry): Query => {
  const names = query.must?._t ?? [];
  const only = names.length === 1 ? registry.types[String(names[0])]?.view.place?.only : undefined;
  const placed: Filters = layerParts(key).further === undefined ? { hasPlace: [true] } : {};
  return { ...query, must: { ...asFilters(only), ...placed, ...query.must } };
};

/** Returns the values of the facets, the most frequent first; undefined until they are counted. */
export const useFacetValues = (
  layer: LayerChoice,
  query: Query | undefined,
  facets: readonly Facet[],
): ReadonlyMap<string, readonly CountedValue[]> | undefined => {
  const { registry, search } = useClient();
  const keys = facets.map((facet) => facet.key).join(' ');
  const text = query === undefined || keys === '' ? undefined : JSON.stringify(onMapOnly(query, layer.key, registry));
  const ask = useCallback(async () => {
    const asked = keys.split(' ');
    const base = JSON.parse(text ?? '{}') as Query;
    const { facets: found = {} } = await search.search({
      ...base,
      max: 0,
      facets: asked.map((key) => ({ key, max: 100 })),
    });
    return new Map(
      asked.map((key) => [
        key,
        (found[key] ?? [])
          .flatMap((each) => ('value' in each ? [{ text: writeValue(each.value), count: each.count }] : []))
          .toSorted((one, other) => other.count - one.count),
      ]),
    );
  }, [search, text, keys]);
  const types = useMemo(() => (query?.must?._t ?? []).map(String), [query]);
  const { answer } = useServerData(text === undefined ? undefined : { of: `${text} ${keys}`, ask, types });
  return answer;
};
