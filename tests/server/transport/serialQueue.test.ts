// The order in which one socket's requests run.

import { expect, it } from 'vitest';
import { createSerialQueue } from 'src/server/transport/serialQueue.ts';

it('lets questions run side by side, and behind every change that was asked before them', async () => {
  const told: string[] = [];
  const counts: number[] = [];
  const serialQueue = createSerialQueue((underWay) => counts.push(underWay));
  const work = (name: string, ticks: number) => async () => {
    told.push(`${name} starts`);
    for (let tick = 0; tick < ticks; tick += 1) await new Promise((resolve) => setImmediate(resolve));
    told.push(`${name} ends`);
  };
  serialQueue.take(false, work('slow question', 5));
  serialQueue.take(true, work('change', 2));
  serialQueue.take(false, work('later question', 1));
  serialQueue.take(true, work('later change', 1));
  expect(serialQueue.underWay).toBe(4);
  while (serialQueue.underWay > 0) await new Promise((resolve) => setImmediate(resolve));
  const at = (line: string): number => told.indexOf(line);
  expect(at('change starts')).toBeLessThan(at('slow question ends'));
  expect(at('later question starts')).toBeGreaterThan(at('change ends'));
  expect(at('later change starts')).toBeGreaterThan(at('change ends'));
  expect(counts).toEqual([3, 2, 1, 0]);
});
