// Shows values of the kind `geometry`, and writes them as text.

import { Suspense } from 'react';
import { useIntl } from 'react-intl';
import { asPoint, boundsOf, geometryType } from 'src/client/fields/text/geometry.ts';
import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { useClient } from 'src/client/useClient.ts';

/** Shows a small map on a page, and only words in a row of values. */
const GeometryValue = (props: ValueProps) => {
  const { PlaceMap } = useClient().parts;
  const words = <GeometryWords {...props} />;
  if (props.compact || typeof CanvasRenderingContext2D !== 'function') return words;
  return (
    <div className="kf-place">
      <Suspense fallback={null}>
        <PlaceMap {...props} />
      </Suspense>
      {words}
    </div>
  );
};

// A geometry in words: where a point is, or what kind of shape lies between which bounds.
const GeometryWords = ({ value }: ValueProps) => {
  const intl = useIntl();
  const number = (degrees: number): string =>
    intl.formatNumber(degrees, { maximumFractionDigits: 5, signDisplay: 'auto' });
  const point = asPoint(value);
  if (point) {
    return (
      <bdi dir="ltr">
        {intl.formatMessage(
          { id: 'forms.geometry.point' },
          { latitude: number(point[1]), longitude: number(point[0]) },
        )}
      </bdi>
    );
  }
  const bounds = boundsOf(value);
  const type = geometryType(value);
  if (!bounds || !type) return null;
  const [west, south, east, north] = bounds.map(number);
  const kind = intl.formatMessage({ id: `forms.geometry.kinds.${type}` });
  return (
    <bdi>
      {intl.formatMessage(
        { id: 'forms.geometry.within' },
        { kind, west: west ?? '', south: south ?? '', east: east ?? '', north: north ?? '' },
      )}
    </bdi>
  );
};

export const geometryView: KindView = { read: GeometryValue, look: { wide: true, group: true, noCell: true } };
