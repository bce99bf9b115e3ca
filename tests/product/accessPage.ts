// Reads the tables of docs/ACCESS.md, so that the tests ask the server the same questions that people read there.

import { readFileSync } from 'node:fs';
import { LEVELS, type Level } from 'src/model/access/levels.ts';

/** Levels at which one actor may do one thing; `true` where the page says yes at every level. */
export type Cell = true | readonly Level[];

export interface AccessTable {
  readonly type: string;
  /** Types whose table is the same. */
  readonly also: readonly string[];
  readonly levels: readonly Level[];
  readonly rows: readonly { readonly actor: string; readonly cells: Readonly<Record<string, Cell>> }[];
}

const asLevels = (text: string): Level[] =>
  text.split(', ').map((name) => {
    const level = LEVELS.find((each) => each.toLowerCase() === name);
    if (level === undefined) throw new Error(`docs/ACCESS.md: ${name} is no level`);
    return level;
  });

const cellOf = (text: string): Cell => {
  if (text === 'yes') return true;
  return text === '–' ? [] : asLevels(text);
};

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((each) => each.trim());

const tableOf = (section: string): AccessTable => {
  const type = /^.*\((\w+)\)/.exec(section)?.[1] ?? '';
  const also = [...(/^The same for: (.*)\.$/m.exec(section)?.[1] ?? '').matchAll(/\((\w+)\)/g)].map(
    ([, name = '']) => name,
  );
  const levels = asLevels(/^Levels: (.*)\.$/m.exec(section)?.[1] ?? '');
  const [head = '', , ...lines] = section.split('\n').filter((line) => line.startsWith('|'));
  const verbs = cellsOf(head).slice(1);
  const rows = lines.map((line) => {
    const [actor = '', ...cells] = cellsOf(line);
    return { actor, cells: Object.fromEntries(verbs.map((verb, at) => [verb, cellOf(cells[at] ?? '')])) };
  });
  return { type, also, levels, rows };
};

export const accessTables = (): AccessTable[] =>
  readFileSync('docs/ACCESS.md', 'utf8').split(/^## /m).slice(1).map(tableOf);

export const allows = (cell: Cell | undefined, level: Level): boolean =>
  cell === true || cell?.includes(level) === true;
