// Shows values of the kind `json`: the beginning of their text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';

/** Characters of the text that a page shows. A form or a track can have millions. */
const SHOWN_CHARACTERS = 300;

const JsonValue = ({ value }: ValueProps) => {
  const text = JSON.stringify(value) ?? '';
  const shown = text.length > SHOWN_CHARACTERS ? `${text.slice(0, SHOWN_CHARACTERS)}…` : text;
  return (
    <code dir="ltr" className="kf-break">
      {shown}
    </code>
  );
};

export const jsonView: KindView = { read: JsonValue, look: { wide: true, wideColumn: true, noCell: true } };
