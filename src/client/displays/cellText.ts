// The text of a cell as it goes to a spreadsheet: what is read in it on one line, never a formula. Pure but for the element it reads.

/** A spreadsheet would run it. A number may begin with a sign. */
const FORMULA = /^[=+\-@]/u;
const NUMBER = /^[+-]?\d[\d\s.,]*$/u;

const oneLine = (text: string): string => text.replaceAll(/\s+/gu, ' ').trim();

export const harmlessText = (text: string): string => {
  const line = oneLine(text);
  return FORMULA.test(line) && !NUMBER.test(line) ? `'${line}` : line;
};

/** Entries of a list are kept apart. */
export const textOfCell = (cell: Element): string => {
  const entries = [...cell.querySelectorAll('li')].filter((entry) => entry.querySelector('li') === null);
  const text = entries.length > 0 ? entries.map((entry) => oneLine(entry.textContent)).join('; ') : cell.textContent;
  return harmlessText(text);
};

export const textOfRows = (rows: Iterable<Element>): string =>
  [...rows].map((row) => [...row.children].map(textOfCell).join('\t')).join('\n');
