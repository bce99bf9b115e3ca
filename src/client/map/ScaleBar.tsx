// Scale bar: the length on the ground of a part of the map, measured at its middle.

import { observer } from 'mobx-react-lite';
import { useIntl, type IntlShape } from 'react-intl';
import type { MapController } from 'src/client/map/MapController.ts';
import { lengthOf, scaleBar } from 'src/client/map/scale.ts';

const MAX_BAR_PIXELS = 110;

export const writeScale = (intl: IntlShape, metres: number): string => {
  const { value, unit } = lengthOf(metres);
  return intl.formatNumber(value, { style: 'unit', unit: unit === 'kilometre' ? 'kilometer' : 'meter' });
};

export const ScaleBar = observer(({ map }: { readonly map: MapController }) => {
  const intl = useIntl();
  if (!map.place) return null;
  const { metres, pixels } = scaleBar(map.place.metres, MAX_BAR_PIXELS);
  return (
    <span className="kk-map-scale" style={{ inlineSize: pixels }}>
      {writeScale(intl, metres)}
    </span>
  );
});
