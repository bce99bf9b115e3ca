// One browser for all files of a run: started before the first, ended after the last. Run by vitest for the projects that need one.
// Each file connects to it (launchBrowser.ts); what a file opens there goes when it disconnects.
import { chromium } from 'playwright-core';
import type { TestProject } from 'vitest/node';
import { launchOptions } from 'tests/e2e/harness/launchBrowser.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    browserAddress: string;
  }
}

export const setup = async (project: TestProject): Promise<() => Promise<void>> => {
  const server = await chromium.launchServer(await launchOptions());
  project.provide('browserAddress', server.wsEndpoint());
  return () => server.close();
};
