import { expect, it } from 'vitest';
import { overlapped } from 'src/base/overlapped.ts';

it('prepares a batch while the one before it is written, and writes one at a time in order', async () => {
  const steps: string[] = [];
  const batches = function* (): Generator<number> {
    for (const at of [1, 2, 3]) {
      steps.push(`prepared ${at}`);
      yield at;
    }
  };
  await overlapped(batches(), async (at) => {
    await Promise.resolve();
    steps.push(`written ${at}`);
  });
  expect(steps.filter((step) => step.startsWith('written'))).toEqual(['written 1', 'written 2', 'written 3']);
  expect(steps.indexOf('prepared 2')).toBeLessThan(steps.indexOf('written 1'));
});

it('ends with the error of a write, and prepares nothing after it', async () => {
  const prepared: number[] = [];
  const batches = function* (): Generator<number> {
    for (let at = 1; ; at += 1) {
      prepared.push(at);
      yield at;
    }
  };
  const refuse = (): Promise<void> => Promise.reject(new Error('refused'));
  await expect(overlapped(batches(), refuse)).rejects.toThrow('refused');
  expect(prepared).toEqual([1, 2]);
});
