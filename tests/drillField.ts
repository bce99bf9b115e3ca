// `npm run drill:field`: a phone sends 500 records with 2,000 photos over a connection that is cut every 30 seconds. Other numbers of records
// and seconds may be named. Prints the number of cuts and attempts, and the memory of the server at the beginning and at the end.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from 'tests/architecture/sourceFiles.ts';

const [records = '500', seconds = '30'] = process.argv.slice(2);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project=pg', '--testTimeout=7200000', 'tests/product/fieldSending.pg.test.ts'],
  {
    ...{ cwd: root, stdio: 'inherit' },
    env: {
      ...process.env,
      ...{ FIELD_RECORDS: records, FIELD_CUT_MS: String(Number(seconds) * 1_000), FIELD_PHOTO_BYTES: '300000' },
    },
  },
);
process.exitCode = status ?? 1;
