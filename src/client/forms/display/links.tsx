// Values that lead somewhere: addresses of pages and mail, telephone numbers; and colours. Only http and https become page links.

import type { MouseEvent } from 'react';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { dialablePhone, formatPhone } from 'src/client/forms/text/phone.ts';
import { safeUrl, shortUrl } from 'src/client/forms/text/safeUrl.ts';

// Rows that hold values are links or buttons themselves; a click on an inner link is meant for that link alone.
const keepHere = (event: MouseEvent): void => event.stopPropagation();

export const UrlValue = ({ value }: ValueProps) => {
  const href = safeUrl(String(value));
  if (!href) return <>{String(value)}</>;
  return (
    <a href={href} target="_blank" rel="noopener noreferrer" onClick={keepHere} className="kf-break">
      {shortUrl(String(value))}
    </a>
  );
};

export const EmailValue = ({ value }: ValueProps) => (
  <a href={`mailto:${encodeURIComponent(String(value)).replace('%40', '@')}`} onClick={keepHere} className="kf-break">
    {String(value)}
  </a>
);

export const PhoneValue = ({ value }: ValueProps) => (
  <a href={`tel:${dialablePhone(String(value))}`} onClick={keepHere}>
    <bdi dir="ltr">{formatPhone(String(value))}</bdi>
  </a>
);

const HEX = /^#(?:[0-9a-f]{3}|[0-9a-f]{6})$/i;

export const ColourValue = ({ value }: ValueProps) => {
  const colour = String(value);
  return (
    <span className="kf-colour">
      {HEX.test(colour) && <span className="kf-swatch" style={{ backgroundColor: colour }} aria-hidden />}
      {colour}
    </span>
  );
};
