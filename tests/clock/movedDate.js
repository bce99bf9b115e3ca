// Moves Date by TEST_AHEAD_MS, so that suites can run at a chosen instant while time goes on as usual. drillDates.ts loads it with
// `node --import` into every process: the test runner, its workers and the servers that tests start. tests/e2e/harness/openVisit.ts loads it
// into every page, and .storybook/preview.tsx into the stories; there `testAheadMs` replaces the environment. PostgreSQL keeps the real time, so the chosen instant must lie in the
// future: otherwise new sessions would already have expired for the database.
const ahead = Number(globalThis.process?.env.TEST_AHEAD_MS ?? globalThis.testAheadMs ?? 0);
const RealDate = globalThis.Date;

const now = () => RealDate.now() + ahead;

if (ahead !== 0) {
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) => Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget),
    apply: () => new RealDate(now()).toString(),
    get: (target, key) => (key === 'now' ? now : Reflect.get(target, key)),
  });
  RealDate.prototype.constructor = globalThis.Date;
}
