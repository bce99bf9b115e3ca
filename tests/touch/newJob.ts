// Adds a job and its schedule: the handler, and its entries in the module of the folder.

import type { TouchRow } from 'tests/touch/TouchRow.ts';

const JOB = 'src/server/files/countFiles.ts';
const MODULE = 'src/server/files/module.ts';

export const newJob: TouchRow = {
  title: 'a job with a schedule',
  allowed: [JOB, MODULE],
  add: ({ write, replace }) => {
    write(
      JOB,
      `import { readdir } from 'node:fs/promises';

export const COUNT_FILES = 'countFiles';

export const countFiles = async (folder: string, log: (message: string) => void): Promise<void> => {
  log(\`\${(await readdir(folder)).length} folders\`);
};
`,
    );
    replace(
      MODULE,
      '    [SWEEP_UPLOADS]:',
      '    [COUNT_FILES]: () => countFiles(services.fileFolder, services.log),\n    [SWEEP_UPLOADS]:',
    );
    replace(MODULE, 'schedule: [', "schedule: [{ name: COUNT_FILES, times: '5 3 * * *' }, ");
    replace(
      MODULE,
      'import { defineModule }',
      `import { COUNT_FILES, countFiles } from '${JOB}';\nimport { defineModule }`,
    );
  },
};
