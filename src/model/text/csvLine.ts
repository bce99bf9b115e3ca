// Writes one line of a CSV file (RFC 4180) with texts that no spreadsheet runs as formulas.

import { harmlessText } from 'src/model/text/harmlessText.ts';

/** Byte order mark. Without it, spreadsheets read non-ASCII letters incorrectly. */
export const CSV_MARK = '\uFEFF';

const csvQuoted = (text: string): string => (/[",\r\n]/u.test(text) ? `"${text.replaceAll('"', '""')}"` : text);

export const csvLine = (cells: readonly (string | number | null)[]): string =>
  `${cells.map((cell) => (typeof cell === 'string' ? csvQuoted(harmlessText(cell)) : String(cell ?? ''))).join(',')}\r\n`;
