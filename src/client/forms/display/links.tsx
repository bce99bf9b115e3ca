// Values that lead somewhere: addresses of pages and mail, telephone numbers; and colours. Only http and https become page links.

import type { MouseEvent } from 'react';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';

// Which stored addresses may become links: http and https only, so that no value can run a script.
export const safeUrl = (value: string): string | undefined => {
  const url = URL.parse(value);
  return url && (url.protocol === 'http:' || url.protocol === 'https:') ? url.href : undefined;
};

/** What a reader sees of a link: without scheme and final slash. */
const shortUrl = (value: string): string => value.replace(/^https?:\/\//i, '').replace(/\/$/, '');

// How a phone number reads. Source: spec platform 5. What was typed is what is stored.
const EXTENSION = /^(.*?)[\s,]*(?:ext\.?:?|x)\s*(\d{1,6})\s*$/i;

/** `16045550100 x 12` reads `(604) 555-0100 ext: 12`; a number of another length stays as typed. */
export const formatPhone = (stored: string): string => {
  const [, main = stored, extension] = EXTENSION.exec(stored) ?? [];
  const international = main.trim().startsWith('+') && !main.trim().startsWith('+1');
  const digits = main.replace(/\D/g, '');
  const local = digits.length === 11 && digits.startsWith('1') ? digits.slice(1) : digits;
  const shown =
    local.length === 10 && !international
      ? `(${local.slice(0, 3)}) ${local.slice(3, 6)}-${local.slice(6)}`
      : main.trim();
  return extension === undefined ? shown : `${shown} ext: ${extension}`;
};

/** For a `tel:` link. */
export const dialablePhone = (stored: string): string => {
  const [, main = stored, extension] = EXTENSION.exec(stored) ?? [];
  const digits = (main.trim().startsWith('+') ? '+' : '') + main.replace(/\D/g, '');
  return extension === undefined ? digits : `${digits};ext=${extension}`;
};

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
