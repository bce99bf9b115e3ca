// Only plain paths of this site may follow a sign-in.
import { describe, expect, it } from 'vitest';
import { localPath } from 'src/client/router/redirects.ts';

const elsewhere = [
  '//evil.test',
  '///evil.test',
  '/\\evil.test',
  '\\/evil.test',
  '\\\\evil.test',
  '/\\/evil.test',
  '/%5cevil.test',
  '/%5Cevil.test',
  '/%255cevil.test',
  '/%2fevil.test',
  '/%2Fevil.test',
  '/\t/evil.test',
  '/%09/evil.test',
  '/\n/evil.test',
  '/%0d%0aLocation:evil.test',
  '\t//evil.test',
  ' //evil.test',
  'https://evil.test',
  'https:/evil.test',
  'https:evil.test',
  'javascript:alert(1)',
  'JaVaScRiPt:alert(1)',
  'data:text/html,x',
  'evil.test',
  '.evil.test',
  '@evil.test',
  '/..//evil.test',
  '/.//evil.test',
  '/i-Book-1/..//..//evil.test',
  '/%E0%A4%A',
  '',
  null,
  undefined,
];

describe('localPath', () => {
  it.each(elsewhere.map((next) => [JSON.stringify(next) ?? 'undefined', next] as const))(
    '[ROUTE-08] leads home from %s',
    (_name, next) => {
      expect(localPath(next)).toBe('/');
    },
  );

  it.each([
    ['/i-Book-1', '/i-Book-1'],
    ['/library.books/i-Book-1?c0=a%2Fb&c1=//x', '/library.books/i-Book-1?c0=a%2Fb&c1=//x'],
    ['/search?c0=https://x.test', '/search?c0=https://x.test'],
    ['/a/../i-Book-1', '/i-Book-1'],
    ['/i-Book-1#part', '/i-Book-1'],
  ])('[ROUTE-08] keeps %s', (next, kept) => {
    expect(localPath(next)).toBe(kept);
  });
});
