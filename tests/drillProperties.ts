// `npm run drill:properties`: every test that tries made-up cases, with a new seed and many more cases than `npm test` takes time for.
// A counterexample is printed with its seed; `PROPERTY_SEED=<seed> npm test -- unit` tries it again.
import { spawnSync } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { join } from 'node:path';
import { filesIn, root, textOf } from 'tests/architecture/sourceFiles.ts';

const runs = process.argv[2] ?? '5000';
const seed = String(randomInt(2 ** 31));
const drilled = filesIn('tests').filter(
  (path) => /\.test\.tsx?$/.test(path) && textOf(path).includes("from 'tests/properties.ts'"),
);
console.log(`seed ${seed}, ${runs} cases each, in ${drilled.length} files`);
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project=unit', '--project=pg', '--testTimeout=1200000', ...drilled],
  {
    cwd: root,
    stdio: 'inherit',
    env: { ...process.env, PROPERTY_SEED: seed, PROPERTY_RUNS: runs },
  },
);
process.exitCode = status ?? 1;
