// Returns the text of a cell for a spreadsheet: its visible text on one line, never a formula. Reads only the given element.

import { harmlessText } from 'src/model/text/harmlessText.ts';

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

/** Entries of a list are kept apart. */
export const textOfCell = (cell: Element): string => {
  const entries = [...cell.querySelectorAll('li')].filter((entry) => entry.querySelector('li') === null);
  const text = entries.length > 0 ? entries.map((entry) => oneLine(entry.textContent)).join('; ') : cell.textContent;
  return harmlessText(oneLine(text));
};

export const textOfRows = (rows: Iterable<Element>): string =>
  [...rows].map((row) => [...row.children].map(textOfCell).join('\t')).join('\n');
