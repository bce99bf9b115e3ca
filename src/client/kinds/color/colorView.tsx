// Shows values of the kind `color`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

const SWATCH_COLOUR = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

const ColourValue = ({ value }: ValueProps) => {
  const colour = String(value);
  return (
    <span className="kf-colour">
      {SWATCH_COLOUR.test(colour) && <span className="kf-swatch" style={{ backgroundColor: colour }} aria-hidden />}
      {colour}
    </span>
  );
};

export const colorView: KindView = { read: ColourValue, look: {} };
