// Finds a place on a map: coordinates in the usual notations, items with a geometry that the reader may see, and the names of the base map.
// It uses no external service, so streets and towns are found only in records and in a base map whose tiles name them.

import { observer } from 'mobx-react-lite';
import { fromLonLat } from 'ol/proj.js';
import { useCallback, useId, useMemo, useState } from 'react';
import { FieldStateContext, type FieldState } from 'src/client/fields/session/FieldState.ts';
import type { Position } from 'src/client/fields/text/geometry.ts';
import { useItemOffers } from 'src/client/fields/useItemOffers.tsx';
import { isLongEnough, useSuggestions, type Suggestions } from 'src/client/fields/useSuggestions.ts';
import { Combobox, type Offer } from 'src/client/fields/widgets/Combobox.tsx';
import { groundNames, matchingNames, namedGround, type GroundName } from 'src/client/map/groundNames.ts';
import { boundsShown } from 'src/client/map/inView.ts';
import { readShape } from 'src/client/map/FeatureLayer.ts';
import { pointIn, type FoundPlace } from 'src/client/map/FoundMark.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { readPosition, writePosition } from 'src/client/map/typedPosition.ts';
import 'src/client/forms/forms.css';
import { IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Suggestion } from 'src/model/generated/wire.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';
import { BEST_MATCH } from 'src/model/query/queryKeys.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';

const BEST_FIRST = [{ key: BEST_MATCH, order: 'desc' as const }];
const POSITION = 'position';
/** Begins the keys of names of the ground. Item ids have no space. */
const GROUND = 'ground ';

/** Returns the types with a geometry. */
const placedTypes = (registry: Registry): readonly string[] =>
  Object.values(registry.types)
    .filter(({ view }) => view.place?.geometry !== undefined)
    .map(({ name }) => name);

const placeAt = ([longitude, latitude]: Position): FoundPlace => ({
  bounds: [longitude, latitude, longitude, latitude],
  at: fromLonLat([longitude, latitude]),
});

/** Reads the item. Returns undefined when it has no geometry that the reader may see. */
const usePlaceOf = () => {
  const { items, registry } = useClient();
  return async (id: string): Promise<FoundPlace | undefined> => {
    const loaded = await items.refresh(id);
    if (loaded.state !== 'ready') return undefined;
    const { item } = loaded;
    const { view, properties = {} } = registry.types[item._t] ?? {};
    const onMap = view?.place?.geometry;
    const others = Object.values(properties).flatMap(({ name, kind }) => (isGeometry(kind) ? [name] : []));
    const paths = onMap === undefined ? others : [onMap, ...others];
    for (const path of paths) {
      const geometry = item[path] ?? undefined;
      const bounds = boundsShown(geometry);
      if (geometry !== undefined && bounds) return { bounds, at: pointIn(readShape(geometry)), id };
    }
    return undefined;
  };
};

/** Returns the names of the ground that match the typed text, near the view as it was when the person began to type. */
const useGroundNames = (map: MapController | undefined, typed: string): readonly GroundName[] => {
  const ground = namedGround(map?.base);
  const wanted = ground !== undefined && isLongEnough(typed);
  const ask = useCallback(async () => (ground ? await groundNames(ground, map?.place?.bounds) : []), [ground, map]);
  const { answer } = useServerData(wanted ? { of: ground.url, ask } : undefined);
  return wanted && answer ? matchingNames(answer, typed) : [];
};

const MOST_OTHERS = 5;

/** Returns the records that a list would find by any of their texts, such as another name of a place. */
const useOthers = (typed: string, types: readonly string[], wanted: boolean): Suggestions => {
  const { search } = useClient();
  const names = types.join(' ');
  const text = typed.trim();
  const ask = useCallback(async (): Promise<readonly Suggestion[]> => {
    const must = { _t: names.split(' '), text: [text], hasPlace: [true] };
    const { ids, labels = {} } = await search.search({ must, sort: BEST_FIRST, max: MOST_OTHERS, labels: true });
    return ids
      .map(($id) => ({ $id, label: labels[$id] ?? '', type: typeOfId($id) }))
      .filter(({ label }) => label !== '');
  }, [search, names, text]);
  const { answer = [], loading } = useServerData(wanted ? { of: `${names} ${text}`, ask } : undefined);
  return { state: loading ? 'waiting' : 'found', found: wanted ? answer : [] };
};

/** Returns the items whose names match the typed text; without any, those that match it elsewhere. Both forgive typing errors. */
const useFoundItems = (typed: string, types: readonly string[]): Suggestions => {
  const suggestions = useSuggestions(typed, types);
  const isNone = suggestions.state === 'found' && suggestions.found.length === 0 && isLongEnough(typed);
  const others = useOthers(typed, types, isNone);
  return isNone ? others : suggestions;
};

export const PlaceSearch = observer(({ map }: { readonly map: MapController | undefined }) => {
  const { registry, alerts } = useClient();
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const types = useMemo(() => placedTypes(registry), [registry]);
  const position = readPosition(typed);
  const suggestions = useFoundItems(position ? '' : typed, types);
  const items = useItemOffers(suggestions.found, true);
  const named = useGroundNames(map, position ? '' : typed);
  const placeOf = usePlaceOf();
  const label = messages.format('map.search');
  const field: FieldState = { labelId: `${id}-label`, label, describedBy: undefined, invalid: false, required: false };
  const offers: readonly Offer[] = position
    ? [{ key: POSITION, label: writePosition(position, 'decimal'), note: messages.format('map.search.position') }]
    : [
        ...items,
        ...named.map(({ name }) => ({ key: GROUND + name, label: name, note: messages.format('map.search.ground') })),
      ];
  const lookAt = (place: FoundPlace, name: string): void => {
    map?.showFound(place);
    alerts.announce(messages.format('map.search.shown', { name }));
  };
  const pick = (key: string): void => {
    const name = offers.find((offer) => offer.key === key)?.label ?? '';
    setTyped(name);
    if (position) {
      lookAt(placeAt(position), name);
      return;
    }
    const ground = named.find((each) => GROUND + each.name === key);
    if (ground) {
      lookAt(ground, name);
      return;
    }
    placeOf(key).then(
      (place) => (place ? lookAt(place, name) : alerts.warn('map.search.noPlace', { name })),
      (thrown: unknown) => alerts.error(thrown),
    );
  };
  const clear = (): void => {
    setTyped('');
    map?.leaveFound();
    document.getElementById(id)?.focus();
  };
  const isNothing = suggestions.state === 'found' && offers.length === 0 && isLongEnough(typed);
  return (
    <FieldStateContext value={field}>
      <div className="kk-map-search">
        <label id={`${id}-label`} htmlFor={id} className="kk-unseen">
          {label}
        </label>
        <Combobox
          id={id}
          text={typed}
          offers={offers}
          waiting={suggestions.state === 'waiting'}
          status={isNothing ? messages.format('map.search.nothing') : undefined}
          disabled={map === undefined}
          end={
            typed === '' ? undefined : (
              <IconButton icon="cross" size="small" label={messages.format('map.search.clear')} onClick={clear} />
            )
          }
          placeholder={messages.format('map.search.hint')}
          onText={setTyped}
          onPick={pick}
          onLeave={() => undefined}
        />
      </div>
    </FieldStateContext>
  );
});
