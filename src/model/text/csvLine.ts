// One line of a CSV file (RFC 4180), whose texts no spreadsheet runs as formulas.

import { harmlessText } from 'src/model/text/harmlessText.ts';

/** At the head of a file it says that this is UTF-8; without it spreadsheets read letters beyond ASCII wrongly. */
export const CSV_MARK = '\uFEFF';

const quoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? quoted(harmlessText(cell)) : String(cell ?? ''))).join(',')}\r\n`;
