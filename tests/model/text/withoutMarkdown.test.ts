import { expect, it } from 'vitest';
import { withoutMarkdown } from 'src/model/text/withoutMarkdown.ts';

it.each([
  ['**Two** conditions, _both_ of them', 'Two conditions, both of them'],
  ['# Answer\n\n- one\n- **two**\n\n---', 'Answer\n\n• one\n• two'],
  ['| Kind | Count |\n|---|---|\n| Trails | 3 |', 'Kind; Count\nTrails; 3'],
  ['> quoted\n\n[the map](https://example.org/map)', 'quoted\n\nthe map (https://example.org/map)'],
  ['2 * 3 * 4, a_name_of_it, 5*6*7', '2 * 3 * 4, a_name_of_it, 5*6*7'],
  [String.raw`\*not strong\*`, '*not strong*'],
  ['-5 degrees\n1. first', '-5 degrees\n1. first'],
])('[CONS-02] gives the text of %j', (markdown, text) => {
  expect(withoutMarkdown(markdown)).toBe(text);
});

it.each(['*a '.repeat(7_000), '['.repeat(20_000), '`'.repeat(20_000), `a${' '.repeat(19_990)}b`, '_'.repeat(20_000)])(
  '[TRUST] takes no long time for %#',
  (hostile) => {
    const begun = performance.now();
    withoutMarkdown(hostile);
    expect(performance.now() - begun).toBeLessThan(200);
  },
);
