// Finds a place on a map: coordinates in the usual notations, items with a geometry that the reader may see, and the names of the base map.
// It uses no external service, so streets and towns are found only in records and in a base map whose tiles name them.

import { observer } from 'mobx-react-lite';
import { useCallback, useId, useMemo, useState } from 'react';
import { FieldStateContext, type FieldState } from 'src/client/fields/session/FieldState.ts';
import type { Bounds, Position } from 'src/client/fields/text/geometry.ts';
import { isLongEnough, useSuggestions } from 'src/client/fields/useSuggestions.ts';
import { Combobox, type Offer } from 'src/client/fields/widgets/Combobox.tsx';
import { groundNames, matchingNames, namedGround, type GroundName } from 'src/client/map/groundNames.ts';
import { boundsShown } from 'src/client/map/inView.ts';
import type { MapController } from 'src/client/map/MapController.ts';
import { readPosition, writePosition } from 'src/client/map/typedPosition.ts';
import 'src/client/forms/forms.css';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { isGeometry } from 'src/model/kinds/kindTraits.ts';

const POSITION = 'position';
/** Begins the keys of names of the ground. Item ids have no space. */
const GROUND = 'ground ';

/** Returns the types with a geometry. */
const placedTypes = (registry: Registry): readonly string[] =>
  Object.values(registry.types)
    .filter(({ view }) => view.place?.geometry !== undefined)
    .map(({ name }) => name);

const pointBounds = ([longitude, latitude]: Position): Bounds => [longitude, latitude, longitude, latitude];

/** Reads the item. Returns undefined when it has no geometry that the reader may see. */
const useBoundsOf = () => {
  const { items, registry } = useClient();
  return async (id: string): Promise<Bounds | undefined> => {
    const loaded = await items.refresh(id);
    if (loaded.state !== 'ready') return undefined;
    const { item } = loaded;
    const { view, properties = {} } = registry.types[item._t] ?? {};
    const onMap = view?.place?.geometry;
    const others = Object.values(properties).flatMap(({ name, kind }) => (isGeometry(kind) ? [name] : []));
    const paths = onMap === undefined ? others : [onMap, ...others];
    return paths.map((path) => boundsShown(item[path] ?? undefined)).find((bounds) => bounds !== undefined);
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

export const PlaceSearch = observer(({ map }: { readonly map: MapController | undefined }) => {
  const { registry, alerts } = useClient();
  const messages = useMessages();
  const id = useId();
  const [typed, setTyped] = useState('');
  const types = useMemo(() => placedTypes(registry), [registry]);
  const position = readPosition(typed);
  const suggestions = useSuggestions(position ? '' : typed, types);
  const named = useGroundNames(map, position ? '' : typed);
  const boundsOf = useBoundsOf();
  const label = messages.format('map.search');
  const field: FieldState = { labelId: `${id}-label`, label, describedBy: undefined, invalid: false, required: false };
  const offers: readonly Offer[] = position
    ? [{ key: POSITION, label: writePosition(position, 'decimal'), note: messages.format('map.search.position') }]
    : [
        ...suggestions.found.map(({ $id, label: name, type }) => ({
          key: $id,
          label: name,
          note: messages.type(type),
        })),
        ...named.map(({ name }) => ({ key: GROUND + name, label: name, note: messages.format('map.search.ground') })),
      ];
  const lookAt = (bounds: Bounds, name: string): void => {
    map?.fit(bounds);
    alerts.announce(messages.format('map.search.shown', { name }));
  };
  const pick = (key: string): void => {
    const name = offers.find((offer) => offer.key === key)?.label ?? '';
    setTyped(name);
    if (position) {
      lookAt(pointBounds(position), name);
      return;
    }
    const ground = named.find((each) => GROUND + each.name === key);
    if (ground) {
      lookAt(ground.bounds, name);
      return;
    }
    boundsOf(key).then(
      (bounds) => (bounds ? lookAt(bounds, name) : alerts.warn('map.search.noPlace', { name })),
      (thrown: unknown) => alerts.error(thrown),
    );
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
          placeholder={messages.format('map.search.hint')}
          onText={setTyped}
          onPick={pick}
          onLeave={() => undefined}
        />
      </div>
    </FieldStateContext>
  );
});
