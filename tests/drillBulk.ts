// `npm run drill:bulk`: the tests of work on many items at once, through the socket, with 5,000 of them, a third of which are refused:
// stopped half way, its process killed half way, taken back. Another number may be named. Prints how long each run took.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { root } from 'tests/architecture/sourceFiles.ts';

const items = process.argv[2] ?? '5000';
const { status } = spawnSync(
  join(root, 'node_modules/.bin/vitest'),
  ['run', '--project=pg', '--testTimeout=1800000', 'tests/server/tasks/bulkTasks.pg.test.ts'],
  { cwd: root, stdio: 'inherit', env: { ...process.env, BULK_ITEMS: items } },
);
process.exitCode = status ?? 1;
