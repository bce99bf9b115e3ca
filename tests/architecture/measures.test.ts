// Tests that the measures of the architecture and the writing style never get worse; `npm run measures` prints them.
import { describe, expect, it } from 'vitest';
import { commentsIn, fragmentsIn, idiomsIn } from 'tests/architecture/comments.ts';
import { GOALS, limits, measured, titleIdioms, type Measure } from 'tests/architecture/measures.ts';

describe('comments', () => {
  it('are found as lines, as blocks and behind code', () => {
    const text =
      '// One\n// two.\nconst a = 1; // three\n/** Four. */\n/**\n * Five\n * six.\n */\nconst b = "https://x";\n';
    expect(commentsIn(text)).toEqual([
      { line: 1, lines: 2, text: 'One two.' },
      { line: 3, lines: 1, text: 'three' },
      { line: 4, lines: 1, text: 'Four.' },
      { line: 5, lines: 4, text: 'Five six.' },
    ]);
  });

  it('are fragments when a sentence is only a clause', () => {
    expect(fragmentsIn('What was caught, as an Error. Returns the first.')).toEqual(['What was caught, as an Error.']);
    expect(fragmentsIn('Of several owners, what each has.')).toHaveLength(1);
    expect(fragmentsIn('Where two match, the first one wins. What if none does? For example an id.')).toEqual([]);
  });

  it.each([
    'How a value is shown on pages.',
    'Whether the text still has the passage.',
    'Which value is open, of those on one page.',
    'When the token ends, and by whom.',
    'Where it looks, for which words, and a link to its listing.',
    'To be called by an observer.',
    'As it was typed, for an input that keeps it.',
    'By code point, as the database sorts, not by unit.',
    'With several values chosen: any of them.',
    'For a screen reader, when it is over.',
    'Until then there is none, so that lists omit it.',
  ])('are fragments when a word opens a clause that no main clause follows: %s', (text) => {
    expect(fragmentsIn(text)).toEqual([text]);
  });

  it.each([
    'When the row is locked, returns its version.',
    'While an administrator acts as a user, the pair owns the key.',
    'With `lock`, the row stays locked.',
    'For each of them, and for none of the others, it starts a job.',
    'As a rule, one is enough. By default it is empty.',
    'To avoid a scan, reads the newest row only.',
  ])('are sentences when a main clause follows: %s', (text) => {
    expect(fragmentsIn(text)).toEqual([]);
  });

  it('may name an idiom in code only', () => {
    expect(idiomsIn('Nobody waits any more. See `beside`.')).toEqual(['Nobody', 'any more']);
    expect(idiomsIn('Returns no more than 20 rows.')).toEqual([]);
  });
});

describe('titles', () => {
  it('are read when they are literals, in plain and parametrized tests', () => {
    const text = "it('waits for nobody', f);\nit.each([1])(`%s is told`, f);\nit(name, f);\nexpect('nobody');\n";
    expect(titleIdioms({ path: 'x.test.ts', text })).toEqual([
      "x.test.ts:1 'waits for nobody': nobody",
      'x.test.ts:2 `%s is told`: told',
    ]);
  });
});

describe('measures', () => {
  const { figures, found } = measured();

  it.each(Object.keys(GOALS) as Measure[])('%s is not over its limit', (name) => {
    expect(figures[name], (found[name] ?? []).join('\n')).toBeLessThanOrEqual(limits()[name]);
  });
});
