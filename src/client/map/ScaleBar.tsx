// How long a stretch of the map is on the ground.

import { observer } from 'mobx-react-lite';
import { useIntl } from 'react-intl';
import type { MapController } from 'src/client/map/MapController.ts';
import { lengthOf, scaleBar } from 'src/client/map/scale.ts';

const WIDEST = 110;

export const ScaleBar = observer(({ map }: { readonly map: MapController }) => {
  const intl = useIntl();
  if (!map.place) return null;
  const { metres, pixels } = scaleBar(map.place.metres, WIDEST);
  const { value, unit } = lengthOf(metres);
  return (
    <span className="kk-map-scale" style={{ inlineSize: pixels }}>
      {intl.formatNumber(value, {
        style: 'unit',
        unit: unit === 'hectare' ? 'meter' : unit === 'metre' ? 'meter' : 'kilometer',
      })}
    </span>
  );
});
