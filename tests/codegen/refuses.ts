// Tests refusals of the compiler, each with one or several changes of the toy world.
import { expect, it } from 'vitest';
import { diagnosticTexts, type Change } from 'tests/codegen/toyWorld.ts';

export type { Change } from 'tests/codegen/toyWorld.ts';

type Case = readonly [name: string, change: Change | readonly Change[], diagnosticText: RegExp];

export const change = (file: string, at: string, to: Change['to']): Change => ({ file, at, to });

/** Adds a test of each case. */
export const refuses = (cases: readonly Case[]): void => {
  it.each(cases)('%s', (_name, given, diagnosticText) => {
    const said = diagnosticTexts(...('file' in given ? [given] : given));
    expect(said.length).toBeGreaterThan(0);
    expect(said.join('\n')).toMatch(diagnosticText);
  });
};
