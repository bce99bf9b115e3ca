// Order in which vitest runs the files of a project: the slowest files first, so that no single worker runs one of them at the end.
// Named in vite.config.ts. Vitest itself uses the size of a file, which says little about its duration here.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Slowest files first, as `npm test` reports at its end. */
export const LONGEST: readonly string[] = [
  'tests/e2e/views.e2e.ts',
  'tests/product/accessMatrix.pg.test.ts',
  'tests/product/contract.pg.test.ts',
  'tests/e2e/viewers.e2e.ts',
  'tests/e2e/people.e2e.ts',
  'tests/e2e/map.e2e.ts',
  'tests/e2e/accessible.e2e.ts',
  'tests/guide/addItemType.pg.test.ts',
  'tests/product/canaries.pg.test.ts',
  'tests/server/store/embedded.pg.test.ts',
  'tests/product/consultationLog.pg.test.ts',
  'tests/product/killed.pg.test.ts',
  'tests/server/routes/floods.pg.test.ts',
  'tests/server/jobs/moveReaders.pg.test.ts',
  'tests/server/tasks/downloadAttachments.pg.test.ts',
  'tests/server/geoFiles/readGeoFile.pg.test.ts',
  'tests/server/tasks/bulkTasks.pg.test.ts',
  'tests/server/routes/socket.pg.test.ts',
  'tests/product/oneOrder.pg.test.ts',
  'tests/product/valueLists.pg.test.ts',
  'tests/server/jobs/jobQueue.pg.test.ts',
  'tests/product/letters.pg.test.ts',
  'tests/server/search/searchAlerts.pg.test.ts',
  'tests/server/geo/finestOutlines.pg.test.ts',
  'tests/product/consultationEvents.pg.test.ts',
  'tests/server/search/search.pg.test.ts',
  'tests/server/stop.pg.test.ts',
  'tests/server/tasks/taskStates.pg.test.ts',
  'tests/product/overlap.pg.test.ts',
  'tests/server/access/favour.pg.test.ts',
  'tests/product/stateWalk.pg.test.ts',
  'tests/product/lettersSent.pg.test.ts',
  'tests/server/routes/fuzz.pg.test.ts',
  'tests/server/geo/tiles.pg.test.ts',
  'tests/sync/push.pg.test.ts',
  'tests/server/routes/accountLinkStates.pg.test.ts',
  'tests/server/exchange/export.pg.test.ts',
  'tests/product/fuzzConsult.pg.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at === -1 ? LONGEST.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // The order of projects does not change.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((each) =>
      sorted.filter(({ project }) => project === each).toSorted((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}
