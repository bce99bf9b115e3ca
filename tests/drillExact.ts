// `npm run drill:exact -- 600 7`: compares search with the reference evaluator for this number of seconds, beginning with this seed; without
// a seed, with a new one. A difference is printed with its seed: the same arguments find it again.

import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { root } from 'tests/architecture/sourceFiles.ts';

const [seconds = '600', seed = String(randomInt(2 ** 31))] = process.argv.slice(2);
console.log(`seed ${seed}, ${seconds} seconds`);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project=pg', 'tests/product/exactSearch.pg.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, EXACT_SEED: seed, EXACT_SECONDS: seconds } },
);
process.exitCode = status ?? 1;
