// Starts one browser for all files of a run and ends it after the last file. Vitest runs this for the projects that need a browser.
// Each file connects to it (connectBrowser.ts); the pages of a file close when it disconnects.
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
