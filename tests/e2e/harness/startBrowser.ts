// One browser for all files of a run: started before the first, ended after the last. Run by vitest for the projects that need one.
// Each file connects to it (connectBrowser.ts); what a file opens there goes when it disconnects.
import type { TestProject } from 'vitest/node';
import { launchBrowser } from 'tests/e2e/harness/launchBrowser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserAddress: string;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const { address, close } = await launchBrowser();
  project.provide('browserAddress', address);
  return close;
};
