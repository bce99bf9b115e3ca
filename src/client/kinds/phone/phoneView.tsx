// Shows values of the kind `phone`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';
import type { ValueProps } from 'src/client/fields/ValueProps.ts';
import { keepHere } from 'src/client/kinds/keepHere.ts';

// Display of a phone number. The stored value is the typed one.
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

/** Returns the number for a `tel:` link. */
export const dialablePhone = (stored: string): string => {
  const [, main = stored, extension] = EXTENSION.exec(stored) ?? [];
  const digits = (main.trim().startsWith('+') ? '+' : '') + main.replace(/\D/g, '');
  return extension === undefined ? digits : `${digits};ext=${extension}`;
};

/** In a row, text: the link of the row opens its record, whose page has the link to the telephone. */
const PhoneValue = ({ value, compact }: ValueProps) => {
  const number = <bdi dir="ltr">{formatPhone(String(value))}</bdi>;
  if (compact) return number;
  return (
    <a href={`tel:${dialablePhone(String(value))}`} onClick={keepHere}>
      {number}
    </a>
  );
};

export const phoneView: KindView = { read: PhoneValue, look: {} };
