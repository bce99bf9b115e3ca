// 1,000 people with two memberships each from a table, with their invitations queued, over HTTP on the built product with the sample community.

import { sheetSite, timedImports } from 'tests/bench/archiveSheets.ts';
import { report } from 'tests/bench/figures.ts';
import { milliseconds, timesOf } from 'tests/bench/measure.ts';
import { openProduct } from 'tests/bench/openProduct.ts';
import { askWith } from 'tests/e2e/harness/askAs.ts';
import { tokenOf } from 'tests/e2e/harness/signIn.ts';

const PEOPLE = 1_000;
const ROUNDS = 3;
/** Limit of half a minute for a thousand accounts with memberships. */
const WITHIN_MS = 30_000;

const peopleSheet = (round: number, owners: readonly string[]): string =>
  [
    'Email,Name,Organization,Reads',
    ...Array.from({ length: PEOPLE }, (_, at) => {
      const email = `person${at}.${round}@example.org`;
      return `${email},Person ${at},${owners[0]},PROTECTED\n${email},,${owners[1]},COMMUNITY`;
    }),
  ].join('\n');

export const run = async (): Promise<void> => {
  const { server, stop } = await openProduct();
  const { url } = server;
  const site = await sheetSite(url, await tokenOf(url, 'admin'));
  const { ids } = await askWith(url, site.token, ['search/ids', { must: { _t: ['Organization'] }, max: 2 }]);
  const took: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const content = peopleSheet(round, ids as readonly string[]);
    const imports = await timedImports(site, content, { kind: 'ACCOUNTS', invite: true });
    const { milliseconds: taken, outcome } = await imports.run();
    took.push(taken);
    const { created } = outcome['counts'] as { readonly created: number };
    if (created !== PEOPLE) throw new Error(`${created} created`);
  }
  const { median, best } = timesOf(took);
  console.log(`${PEOPLE} accounts with two memberships each, invited: ${milliseconds(median)}`);
  report({
    ...{ name: `${PEOPLE} accounts with two memberships each, invited`, unit: 'ms', value: median, best },
    limit: { of: 'value', atMost: WITHIN_MS },
  });
  await stop();
};
