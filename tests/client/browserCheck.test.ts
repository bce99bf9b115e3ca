// The script that decides whether this browser gets the bundle must be readable for the browsers that it turns away.
import { readFileSync } from 'node:fs';
import { parse } from 'acorn';
import { expect, it } from 'vitest';

const source = readFileSync('src/client/browserCheck.js', 'utf8');

it('[SHELL-01] the check of the browser is ES5', () => {
  expect(parse(source, { ecmaVersion: 5 }).type).toBe('Program');
  expect(() => parse(`${source}; const x = 1;`, { ecmaVersion: 5 })).toThrow(SyntaxError);
});
