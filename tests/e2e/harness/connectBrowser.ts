// Connects to the browser that startBrowser.ts started for the whole run. Called by useWorld.ts and by tests that need no server.
import { type Browser, chromium } from 'playwright-core';
import { inject } from 'vitest';
import type {} from 'tests/e2e/harness/startBrowser.ts';

export const connectBrowser = (): Promise<Browser> => chromium.connect(inject('browserAddress'));
