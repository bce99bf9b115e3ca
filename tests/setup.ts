// Setup of every test: time limits for waiting. Called by vitest before each test file.
import { vi } from 'vitest';

const PATIENCE = 15_000;
const { waitFor } = vi;

vi.waitFor = (check, options) =>
  waitFor(check, typeof options === 'number' ? options : { timeout: PATIENCE, ...options });
