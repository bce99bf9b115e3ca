// `npm run drill:dates`: suites that depend on the organisation's day, at instants and in time zones where such suites tend to fail. The clock
// of the test runner, of the servers and of the pages is moved (movedDate.js); the product itself has no setting for it.
// `npm run drill:dates -- 2027-03-10T07:30Z Pacific/Kiritimati tests/product` takes that instant, zone and folder only.
import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from 'tests/architecture/sourceFiles.ts';
import { INSTANTS } from 'tests/clock/instants.ts';

/** Zones of the processes, taken in turn: the earliest on earth, that of the organisation, and UTC. */
const ZONES = ['Pacific/Kiritimati', 'America/Vancouver', 'UTC'];

/** Suites whose results depend on the current day. All instants together take about ten minutes on an idle machine. */
const SUITES = [
  'tests/client/stores/DayStore.test.ts',
  'tests/server/events/occasions.pg.test.ts',
  'tests/server/events/noticeEmails.pg.test.ts',
  'tests/server/workflow/workflow.pg.test.ts',
  'tests/product/dashboard.pg.test.ts',
  'tests/product/organisations.pg.test.ts',
  'tests/product/ownersDays.pg.test.ts',
  'tests/product/stepReminders.pg.test.ts',
  'tests/product/zipPaths.pg.test.ts',
  'tests/e2e/consultClock.e2e.ts',
];

const PROJECTS = ['unit', 'dom', 'pg', 'e2e'];

const runAt = (instant: string, zone: string, suites: readonly string[]): boolean => {
  const ahead = Date.parse(instant) - Date.now();
  if (!(ahead > 0)) throw new Error(`${instant} is not an instant in the future`);
  console.log(`\n== ${instant} with TZ=${zone}: ${INSTANTS[instant] ?? 'chosen instant'}`);
  const preload = pathToFileURL(join(root, 'tests/clock/movedDate.js')).href;
  const { status } = spawnSync(
    join(root, 'node_modules/.bin/vitest'),
    ['run', ...PROJECTS.map((name) => `--project=${name}`), ...suites],
    {
      cwd: root,
      stdio: 'inherit',
      env: { ...process.env, TZ: zone, TEST_AHEAD_MS: String(ahead), NODE_OPTIONS: `--import ${preload}` },
    },
  );
  return status === 0;
};

const [instant, zone, folder = 'tests'] = process.argv.slice(2);
const suites = SUITES.filter((path) => path.startsWith(folder));
if (suites.length === 0) throw new Error(`no suite of the drill is below ${folder}`);
const failed = (instant === undefined ? Object.keys(INSTANTS) : [instant]).filter(
  (each, at) => !runAt(each, zone ?? ZONES[at % ZONES.length] ?? 'UTC', suites),
);
console.log(failed.length === 0 ? '\nall suites passed at every instant' : `\nfailed at ${failed.join(', ')}`);
process.exitCode = failed.length === 0 ? 0 : 1;
