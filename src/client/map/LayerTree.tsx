// Layers of the map screen by group: visibility, settings, order (by buttons or dragging), legend, and further layers to add. Hidden layers
// send no queries.

import { observer } from 'mobx-react-lite';
import { useEffect, useId, useMemo, useRef, useState } from 'react';
import { FieldStateContext, type FieldState } from 'src/client/fields/session/FieldState.ts';
import { Combobox } from 'src/client/fields/widgets/Combobox.tsx';
import { BaseMapRadios } from 'src/client/map/BaseMapChoice.tsx';
import type { FeatureSet } from 'src/client/map/FeatureSet.ts';
import { LayerNarrowed } from 'src/client/map/LayerOnly.tsx';
import { LayerSettings } from 'src/client/map/LayerSettings.tsx';
import { MapLegend } from 'src/client/map/MapLegend.tsx';
import type { ShownLayerParts } from 'src/client/map/MapLayer.tsx';
import { onDark } from 'src/client/map/layerColours.ts';
import {
  gatheringTypes,
  GROUPS,
  mappedTypes,
  moveLayer,
  typeLayers,
  type LayerChoice,
  type LayerGroupKey,
  type LayerKey,
} from 'src/client/map/mapLayers.ts';
import { useLayerName } from 'src/client/map/useLayerName.ts';
import { useSavedSearches } from 'src/client/listing/useSavedSearches.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { DragHandle, useOrderDrag } from 'src/client/ui/orderDrag.tsx';
import type { ItemId } from 'src/model/item/Item.ts';
import { foldText } from 'src/model/text/foldText.ts';

interface LayerTreeProps {
  readonly layers: readonly LayerChoice[];
  readonly change: (layers: readonly LayerChoice[]) => void;
  /** Features and legends of the visible layers. */
  readonly shown: ReadonlyMap<LayerKey, ShownLayerParts>;
  readonly colours: ReadonlyMap<LayerKey, string>;
  /** True when the map is dark, because it determines the colours of the layers. */
  readonly dark: boolean;
}

interface LayerRowProps extends LayerTreeProps {
  readonly at: number;
}

const LayerCount = observer(({ set }: { readonly set: FeatureSet | undefined }) => {
  const messages = useMessages();
  if (!set || set.state === 'INIT') return null;
  if (set.state === 'FAILURE')
    return (
      <Button size="small" icon="refresh" onClick={() => void set.load()}>
        {messages.format('app.tryAgain')}
      </Button>
    );
  return <span className="kk-soft kk-count">{messages.intl.formatNumber(set.count)}</span>;
});

const LayerRow = observer(({ layers, change, shown, colours, dark, at }: LayerRowProps) => {
  const messages = useMessages();
  const name = useLayerName();
  const id = useId();
  const [open, setOpen] = useState(false);
  const layer = layers[at];
  if (!layer) return null;
  const label = name(layer.key);
  const colour = colours.get(layer.key) ?? '';
  const { set, legend } = shown.get(layer.key) ?? {};
  const toggle = (): void => change(layers.with(at, { ...layer, visible: !layer.visible }));
  const siblings = layers.flatMap(({ group }, index) => (group === layer.group ? [index] : []));
  const place = siblings.indexOf(at);
  return (
    <>
      <div className="kk-layer-line">
        <label className="kk-fill">
          <input type="checkbox" checked={layer.visible} onChange={toggle} />
          {!legend && (
            <span className="kk-layer-colour" style={{ backgroundColor: dark ? onDark(colour) : colour }} aria-hidden />
          )}
          <span dir="auto">{label}</span>
        </label>
        <LayerCount set={set} />
        <IconButton
          size="small"
          icon={open ? 'chevron-up' : 'settings'}
          label={messages.format('map.layerSettings', { name: label })}
          aria-expanded={open}
          aria-controls={id}
          onClick={() => setOpen(!open)}
        />
      </div>
      <LayerNarrowed layer={layer} />
      {legend && (
        <MapLegend entries={legend.map(({ name, colour }) => ({ name, colour: dark ? onDark(colour) : colour }))} />
      )}
      {open && (
        <LayerSettings
          {...{ id, layer, label, dark }}
          put={(next) => change(layers.with(at, next))}
          first={place === 0}
          last={place === siblings.length - 1}
          move={(by) => change(moveLayer(layers, at, siblings[place + by] ?? at))}
          remove={() => change(layers.toSpliced(at, 1))}
        />
      )}
    </>
  );
});

const LayerGroup = observer(({ group, ...tree }: LayerTreeProps & { readonly group: LayerGroupKey }) => {
  const messages = useMessages();
  const { layers, change } = tree;
  const drag = useOrderDrag((from, to) => change(moveLayer(layers, from, to)));
  const own = layers.flatMap((layer, at) => (layer.group === group ? [{ layer, at }] : []));
  if (own.length === 0) return null;
  const all = own.every(({ layer }) => layer.visible);
  const title = messages.format(`map.groups.${group}`);
  return (
    <section className="kk-layer-group" aria-label={title}>
      <h3 className="kk-layer-line">
        <label className="kk-fill">
          <input
            type="checkbox"
            checked={all}
            aria-label={messages.format('map.wholeGroup', { name: title })}
            onChange={() =>
              change(layers.map((layer) => (layer.group === group ? { ...layer, visible: !all } : layer)))
            }
          />
          {/* The name of the checkbox contains the title, which would be read twice. */}
          <span aria-hidden>{title}</span>
        </label>
      </h3>
      <ul className="kk-plain-list">
        {own.map(({ layer, at }) => (
          <li key={layer.key} className="kk-layer" {...drag.placeAt(at)}>
            {own.length > 1 && <DragHandle {...drag.handleAt(at)} />}
            <div className="kk-fill">
              <LayerRow {...tree} at={at} />
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
});

const NOTHING_GATHERED: readonly ItemId[] = [];

interface Addable {
  readonly key: LayerKey;
  readonly name: string;
  readonly group: LayerGroupKey;
}

/** Returns everything that can be added as a layer. Gathering items are searched for when the person first wants to add one. */
const useAddable = ({
  layers,
}: LayerTreeProps): { readonly addable: readonly Addable[]; readonly failed: boolean; readonly ask: () => void } => {
  const { registry, search } = useClient();
  const name = useLayerName();
  const [isWanted, setWanted] = useState(false);
  const mapped = mappedTypes(registry).map((type) => type.name);
  const screens = registry.screens.filter((screen) => screen.search?.types.some((type) => mapped.includes(type)));
  const saved = useSavedSearches().filter((item) => screens.some(({ path }) => path === item['screen']));
  const question = useMemo(() => {
    const types = gatheringTypes(registry);
    if (!isWanted || types.length === 0) return undefined;
    const query = { must: { _t: types }, sort: [{ key: 'created', order: 'desc' as const }], max: 100, labels: true };
    return { of: types.join(' '), ask: async () => (await search.search(query)).ids, types };
  }, [registry, search, isWanted]);
  const { answer: gathered, failure, again } = useServerData(question);
  const ask = (): void => {
    setWanted(true);
    if (failure !== undefined) void again();
  };
  const keys: Readonly<Record<LayerGroupKey, readonly LayerKey[]>> = {
    types: typeLayers(registry),
    gathered: gathered ?? NOTHING_GATHERED,
    searches: saved.map(({ $id }) => $id),
  };
  const addable = GROUPS.flatMap((group) =>
    keys[group]
      .filter((key) => !layers.some((layer) => layer.key === key))
      .map((key) => ({ key, name: name(key), group })),
  );
  return { addable, failed: failure !== undefined, ask };
};

/** Finds a layer by its name and adds it on top. Opened by a button, because gathering items are searched for only then. */
const AddLayer = observer((props: LayerTreeProps) => {
  const messages = useMessages();
  const id = useId();
  const { addable, failed, ask } = useAddable(props);
  const [isOpen, setOpen] = useState(false);
  const [typed, setTyped] = useState('');
  const label = messages.format('map.addLayer');
  const labelId = `${id}-label`;
  const field: FieldState = { labelId, label, describedBy: undefined, invalid: false, required: false };
  const wanted = foldText(typed);
  const offers = addable
    .filter(({ name }) => wanted === '' || foldText(name).includes(wanted))
    .map(({ key, name, group }) => ({ key, label: name, note: messages.format(`map.groups.${group}`) }));
  const toggle = (): void => {
    ask();
    setOpen(!isOpen);
    // A click opens the offers.
    requestAnimationFrame(() => {
      document.getElementById(id)?.focus();
      document.getElementById(id)?.click();
    });
  };
  const pick = (key: string): void => {
    const layer = addable.find((each) => each.key === key);
    setTyped('');
    if (layer) props.change([{ key, group: layer.group, visible: true, opacity: 100 }, ...props.layers]);
  };
  const place = useRef<HTMLDivElement>(null);
  const bringIntoView = (): void => {
    requestAnimationFrame(() => place.current?.scrollIntoView({ block: 'nearest' }));
  };
  useEffect(() => {
    if (isOpen) bringIntoView();
  }, [isOpen, offers.length]);
  const status = addable.length === 0 ? 'map.nothingToAdd' : failed ? 'map.addFailed' : undefined;
  return (
    <FieldStateContext value={field}>
      <Button icon="plus" aria-expanded={isOpen} onClick={toggle}>
        <span id={labelId}>{label}</span>
      </Button>
      {isOpen && (
        <div ref={place} className="kk-layer-add" onClickCapture={bringIntoView}>
          <Combobox
            id={id}
            text={typed}
            offers={offers}
            status={
              status === undefined ? messages.format('forms.found', { count: offers.length }) : messages.format(status)
            }
            disabled={false}
            placeholder={messages.format('map.findLayer')}
            onText={setTyped}
            onPick={pick}
            onLeave={() => undefined}
          />
        </div>
      )}
    </FieldStateContext>
  );
});

export const LayerTree = observer((props: LayerTreeProps) => {
  const messages = useMessages();
  return (
    <div className="kk-layers">
      {props.layers.length === 0 && <p className="kk-soft">{messages.format('map.noLayers')}</p>}
      {GROUPS.map((group) => (
        <LayerGroup key={group} {...props} group={group} />
      ))}
      <BaseMapRadios />
      <AddLayer {...props} />
    </div>
  );
});
