// 1,000 people with two memberships each from a file, with their invitations queued, while a server runs.

import { importAccounts } from 'src/server/cli/importAccounts.ts';
import { openBenchWorld } from 'tests/bench/benchWorld.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';

const PEOPLE = 1_000;
const ROUNDS = 3;
/** Limit of half a minute for a thousand accounts with memberships. */
const WITHIN_MS = 30_000;

const fileOf = (round: number): string =>
  [
    'email,name,organisation,reads,capabilities',
    ...Array.from({ length: PEOPLE }, (_, at) => {
      const email = `person${at}.${round}@toy.test`;
      return `${email},Person ${at},North shelf,PROTECTED,Library\n${email},,Other shelf,COMMUNITY,`;
    }),
  ].join('\n');

export const run = async (): Promise<void> => {
  const world = await openBenchWorld({});
  const { services } = await world.second();
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const began = performance.now();
    const { made, invited } = await importAccounts(services, fileOf(round), { dryRun: false, invite: true });
    took.push(performance.now() - began);
    if (made !== PEOPLE || invited !== PEOPLE) throw new Error(`${made} made, ${invited} invited`);
  }
  const { median, best } = timesOf(took);
  console.log(`${PEOPLE} accounts with two memberships each, invited: ${milliseconds(median)}`);
  report({
    name: `${PEOPLE} accounts with two memberships each, invited`,
    unit: 'ms',
    value: median,
    best,
    limit: { of: 'value', atMost: WITHIN_MS },
  });
  await world.stop();
};
