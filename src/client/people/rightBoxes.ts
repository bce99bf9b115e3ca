// Tables of boxes for rights: the name of a right, and arrow keys that move between the boxes.

import type { KeyboardEvent } from 'react';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { readingKey } from 'src/client/ui/direction.ts';
import { readableName } from 'src/model/text/readableName.ts';

export const nameOfRight = (messages: Messages, name: string): string =>
  messages.find(`capabilities.${name}`) ?? readableName(name);

/** Boxes of the table, in rows. */
const boxesOf = (table: Element): HTMLInputElement[][] =>
  [...table.querySelectorAll('tbody tr')]
    .map((row) => [...row.querySelectorAll<HTMLInputElement>('input')])
    .filter((boxes) => boxes.length > 0);

const BOX_STEPS: Readonly<Record<string, readonly [rows: number, columns: number]>> = {
  ArrowUp: [-1, 0],
  ArrowDown: [1, 0],
  ArrowLeft: [0, -1],
  ArrowRight: [0, 1],
};

export const moveBoxFocus = (event: KeyboardEvent<HTMLTableElement>): void => {
  const step = BOX_STEPS[readingKey(event)];
  const rows = boxesOf(event.currentTarget);
  const row = rows.findIndex((each) => each.includes(event.target as HTMLInputElement));
  if (!step || row < 0) return;
  const column = rows[row]?.indexOf(event.target as HTMLInputElement) ?? 0;
  const next = rows[row + step[0]]?.[column + step[1]];
  if (!next) return;
  event.preventDefault();
  next.focus();
};
