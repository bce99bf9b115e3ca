// Tests that steps share the cores, wait for their prerequisites, and run once.
import { expect, it } from 'vitest';
import { schedule, type Scheduled, withNeeded } from 'tests/runner/schedule.ts';

/** Records the running steps at each start, and the order in which they end. */
const watch = async (steps: readonly Scheduled[], cores: number): Promise<{ starts: string[]; most: number }> => {
  const starts: string[] = [];
  let busy = 0;
  let most = 0;
  await schedule(steps, cores, async (step) => {
    starts.push(step.name);
    busy += step.cores;
    most = Math.max(most, busy);
    for (let turns = 0; turns < 5; turns += 1) await Promise.resolve();
    busy -= step.cores;
  });
  return { starts, most };
};

it('fills the cores and never uses more, in the order of the steps', async () => {
  const steps = [
    { name: 'a', cores: 1 },
    { name: 'b', cores: 2 },
    { name: 'c', cores: 1 },
    { name: 'd', cores: 2 },
  ];
  const { starts, most } = await watch(steps, 2);
  expect(starts).toEqual(['a', 'c', 'b', 'd']);
  expect(most).toBe(2);
});

it('runs a step that is larger than the machine by itself', async () => {
  const { starts } = await watch([{ name: 'large', cores: 2 }], 1);
  expect(starts).toEqual(['large']);
});

it('waits for the requirements of a step, and not for steps that were not requested', async () => {
  const e2e = { name: 'e2e', cores: 1, after: ['build'] };
  expect((await watch([e2e, { name: 'build', cores: 1 }], 2)).starts).toEqual(['build', 'e2e']);
  expect((await watch([e2e], 2)).starts).toEqual(['e2e']);
});

it('adds to the steps that are named what they need, and what that needs, in the order of all', () => {
  const steps = [
    { name: 'gen', cores: 1 },
    { name: 'build', cores: 1, after: ['gen'] },
    { name: 'lint', cores: 1 },
    { name: 'e2e', cores: 1, after: ['build'] },
  ];
  expect(withNeeded(steps, ['e2e']).map(({ name }) => name)).toEqual(['gen', 'build', 'e2e']);
  expect(withNeeded(steps, ['lint']).map(({ name }) => name)).toEqual(['lint']);
});
