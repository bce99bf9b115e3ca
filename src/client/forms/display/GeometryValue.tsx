// A geometry in words: where a point is, or what kind of shape lies between which bounds. Maps are drawn elsewhere.

import { useIntl } from 'react-intl';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { asPoint, boundsOf, geometryType } from 'src/client/forms/text/geometry.ts';

export const GeometryValue = ({ value }: ValueProps) => {
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
