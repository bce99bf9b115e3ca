// Once per run of the component tests: counts their files for the closing lines. Run by vitest for the dom project.
import type { TestProject } from 'vitest/node';
import { recordFilesTaken } from 'tests/runner/filesInParts.ts';

export const setup = (project: TestProject): void => recordFilesTaken(project.config.root, 'dom');
