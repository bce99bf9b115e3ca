// Shows values of the kind `email`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { keepHere } from 'src/client/kinds/keepHere.ts';

/** In a row, text: the link of the row opens its record, whose page has the link to the mail program. */
const EmailValue = ({ value, compact }: ValueProps) =>
  compact ? (
    <span className="kf-break">{String(value)}</span>
  ) : (
    <a href={`mailto:${encodeURIComponent(String(value)).replace('%40', '@')}`} onClick={keepHere} className="kf-break">
      {String(value)}
    </a>
  );

export const emailView: KindView = { read: EmailValue, look: { wideColumn: true } };
