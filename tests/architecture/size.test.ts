// Tests that the size guard (`npm run size`) detects violations.
import { describe, expect, it } from 'vitest';
import { functionSizes } from 'tests/architecture/functionSizes.ts';
import { checkSizes } from 'tests/architecture/size.ts';

const none = { files: [], functions: [] };
const small = Array.from({ length: 40 }, (_, at) => ({ name: `small${at}`, lines: 10, parameters: 1 }));

describe('size ratchet', () => {
  it('is content with small files and functions', () => {
    expect(checkSizes(small, small, none)).toEqual([]);
  });

  it('stops a file over 500 lines and a function over 80', () => {
    const failures = checkSizes(
      [...small, { name: 'big.ts', lines: 501 }],
      [...small, { name: 'big.ts f', lines: 81, parameters: 1 }],
      none,
    );
    expect(failures).toEqual(['big.ts: 501 lines, stop at 500', 'big.ts f: 81 lines, stop at 80']);
  });

  it('stops a tail of more than one in twenty', () => {
    const tail = [1, 2, 3].map((at) => ({ name: `long${at}.ts`, lines: 301 }));
    expect(checkSizes([...small, ...tail], small, none)[0]).toContain('3 of 43 files');
  });

  it('stops a tail of functions that take more than three things', () => {
    const many = [1, 2, 3].map((at) => ({ name: `many${at}`, lines: 5, parameters: 4 }));
    expect(checkSizes(small, [...small, ...many], none)[0]).toContain('3 of 43 functions take more than 3 parameters');
  });

  it('lets the baseline only shrink', () => {
    const baseline = { files: ['small1'], functions: [] };
    expect(checkSizes(small, small, baseline)).toEqual(['small1: take it off the baseline, it is small enough now']);
  });

  it('measures nested functions and methods, but not headings', () => {
    const text = 'describe("x", () => {\n  it("y", () => {\n    f();\n  });\n});\nclass A {\n  m(): void {\n  }\n}\n';
    expect(functionSizes('x.ts', text)).toEqual([
      { name: '(anonymous)', line: 2, lines: 3, parameters: 0 },
      { name: 'm', line: 7, lines: 2, parameters: 0 },
    ]);
  });
});
