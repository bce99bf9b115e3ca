// fast-check with the numbers of this project: every run of the suites tries the same cases, so that a red run is about a change;
// `npm run drill:properties` looks further, with a new seed and many more cases each time.
import fc from 'fast-check';

const { PROPERTY_SEED = '20261', PROPERTY_RUNS = '200' } = process.env;

fc.configureGlobal({ seed: Number(PROPERTY_SEED), numRuns: Number(PROPERTY_RUNS) });

export { fc };
