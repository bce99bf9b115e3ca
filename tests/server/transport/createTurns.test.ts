// The order in which one socket's requests run.

import { expect, it } from 'vitest';
import { createTurns } from 'src/server/transport/createTurns.ts';

it('lets questions run side by side, and behind every change that was asked before them', async () => {
  const told: string[] = [];
  const counts: number[] = [];
  const turns = createTurns((underWay) => counts.push(underWay));
  const work = (name: string, ticks: number) => async () => {
    told.push(`${name} starts`);
    for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    told.push(`${name} ends`);
  };
  turns.take(false, work('slow question', 5));
  turns.take(true, work('change', 2));
  turns.take(false, work('later question', 1));
  turns.take(true, work('later change', 1));
  expect(turns.underWay).toBe(4);
  while (turns.underWay > 0) await new Promise((resolve) => setImmediate(resolve));
  const at = (line: string): number => told.indexOf(line);
  expect(at('change starts')).toBeLessThan(at('slow question ends'));
  expect(at('later question starts')).toBeGreaterThan(at('change ends'));
  expect(at('later change starts')).toBeGreaterThan(at('change ends'));
  expect(counts).toEqual([3, 2, 1, 0]);
});
