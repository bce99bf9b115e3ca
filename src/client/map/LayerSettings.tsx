// Settings of one layer of the map screen: its colours, names, opacity, records and place in the order. One button takes back how it looks.

import { HTMLSelect, Slider } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { useId } from 'react';
import { facetLabel } from 'src/client/listing/facetLabels.tsx';
import { onDark } from 'src/client/map/layerColours.ts';
import { LayerOnly } from 'src/client/map/LayerOnly.tsx';
import { LAYER_COLOURS, NO_STYLE, type LayerStyle } from 'src/client/map/layerStyle.ts';
import { OPAQUE, withStyle, type LayerChoice } from 'src/client/map/mapLayers.ts';
import { useLayerFacets, useLayerQuery } from 'src/client/map/useLayerFacets.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { MoveButtons } from 'src/client/ui/MoveButtons.tsx';

interface SettingProps {
  readonly layer: LayerChoice;
  readonly put: (next: LayerChoice) => void;
}

interface ColoursProps {
  readonly style: LayerStyle;
  readonly put: (style: LayerStyle) => void;
  readonly dark: boolean;
}

/** One colour: that of the layer, or one of a few. */
const OneColour = ({ style: { colour, ...style }, put, dark }: ColoursProps) => {
  const messages = useMessages();
  const name = useId();
  return (
    <fieldset className="kk-layer-colours">
      <legend className="kk-unseen">{messages.format('map.colour')}</legend>
      <label>
        <input type="radio" name={name} checked={colour === undefined} onChange={() => put(style)} />
        {messages.format('map.colours.usual')}
      </label>
      {Object.entries(LAYER_COLOURS).map(([key, each]) => (
        <label key={key} className="kk-layer-swatch" title={messages.format(`map.colours.${key}`)}>
          <input
            type="radio"
            name={name}
            className="kk-unseen"
            checked={colour === each}
            aria-label={messages.format(`map.colours.${key}`)}
            onChange={() => put({ ...style, colour: each })}
          />
          <span style={{ backgroundColor: dark ? onDark(each) : each }} />
        </label>
      ))}
    </fieldset>
  );
};

const ColourBy = observer(({ layer, put, dark }: SettingProps & { readonly dark: boolean }) => {
  const messages = useMessages();
  const id = useId();
  const { coloured, context } = useLayerFacets(useLayerQuery(layer));
  const { style = NO_STYLE } = layer;
  const { by, ...others } = style;
  const chosen = coloured.some(({ key }) => key === by) ? (by ?? '') : '';
  const take = (next: LayerStyle): void => put(withStyle(layer, next));
  return (
    <>
      {coloured.length > 0 && (
        <div className="kk-row">
          <label htmlFor={id} className="kk-soft">
            {messages.format('map.colourBy')}
          </label>
          <HTMLSelect
            id={id}
            className="kk-fill"
            value={chosen}
            onChange={({ target }) => take(target.value === '' ? others : { ...others, by: target.value })}
          >
            <option value="">{messages.format('map.colourBy.one')}</option>
            {coloured.map((facet) => (
              <option key={facet.key} value={facet.key}>
                {facetLabel(facet, context)}
              </option>
            ))}
          </HTMLSelect>
        </div>
      )}
      {chosen === '' && <OneColour style={style} put={take} dark={dark} />}
    </>
  );
});

interface LayerSettingsProps extends SettingProps {
  readonly id: string;
  readonly label: string;
  readonly dark: boolean;
  readonly first: boolean;
  readonly last: boolean;
  readonly move: (by: number) => void;
  readonly remove: () => void;
}

export const LayerSettings = observer((props: LayerSettingsProps) => {
  const messages = useMessages();
  const { id, layer, label, put, dark, first, last, move, remove } = props;
  const { style = NO_STYLE, opacity } = layer;
  const { labels, ...unnamed } = style;
  return (
    <div id={id} className="kk-layer-settings">
      <ColourBy layer={layer} put={put} dark={dark} />
      <label className="kk-layer-check">
        <input
          type="checkbox"
          checked={labels !== false}
          onChange={() => put(withStyle(layer, labels === false ? unnamed : { ...unnamed, labels: false }))}
        />
        {messages.format('map.labels')}
      </label>
      <div className="kk-row">
        <span className="kk-soft">{messages.format('map.opacity')}</span>
        <Slider
          min={10}
          max={OPAQUE}
          stepSize={10}
          labelRenderer={false}
          value={opacity}
          onChange={(next) => put({ ...layer, opacity: next })}
          handleHtmlProps={{ 'aria-label': messages.format('map.opacityOf', { name: label }) }}
        />
      </div>
      <LayerOnly layer={layer} put={put} />
      <div className="kk-row">
        <MoveButtons name={label} first={first} last={last} move={move} />
        <Button
          size="small"
          icon="reset"
          disabled={layer.style === undefined && opacity === OPAQUE}
          onClick={() => put({ ...withStyle(layer, NO_STYLE), opacity: OPAQUE })}
        >
          {messages.format('map.usualLook')}
        </Button>
        <Button size="small" icon="cross" onClick={remove}>
          {messages.format('map.removeLayer')}
        </Button>
      </div>
    </div>
  );
});
