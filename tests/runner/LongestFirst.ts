// The order in which vitest takes the files of a project: those that last longest come first, so that at the end no worker waits alone
// for one of them. Named in vite.config.ts. Vitest itself goes by the length of a file, which says little here.
import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** Longest first, as `npm test` tells at its end. */
export const LONGEST: readonly string[] = [
  'tests/e2e/views.e2e.ts',
  'tests/product/canaries.pg.test.ts',
  'tests/product/accessMatrix.pg.test.ts',
  'tests/e2e/viewers.e2e.ts',
  'tests/e2e/people.e2e.ts',
  'tests/e2e/map.e2e.ts',
  'tests/e2e/accessible.e2e.ts',
  'tests/guide/addItemType.pg.test.ts',
  'tests/server/routes/floods.pg.test.ts',
  'tests/server/store/embedded.pg.test.ts',
  'tests/product/contract.pg.test.ts',
  'tests/server/jobs/moveReaders.pg.test.ts',
  'tests/product/threadStates.pg.test.ts',
  'tests/server/tasks/bulkTasks.pg.test.ts',
];

const rankOf = ({ moduleId }: TestSpecification): number => {
  const at = LONGEST.findIndex((path) => moduleId.endsWith(`/${path}`));
  return at === -1 ? LONGEST.length : at;
};

export class LongestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const sorted = await super.sort(files);
    // Projects stay in their order.
    const projects = [...new Set(sorted.map(({ project }) => project))];
    return projects.flatMap((each) =>
      sorted.filter(({ project }) => project === each).toSorted((one, other) => rankOf(one) - rankOf(other)),
    );
  }
}
