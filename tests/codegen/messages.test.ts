// The bundles can be read by the library that shows them: every text is well-formed, in both worlds.
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import product from 'src/generated/messages.en.json' with { type: 'json' };
import toy from 'tests/toy/generated/messages.en.json' with { type: 'json' };

/** A one for whatever the text asks for: it is well-formed then, or it never is. */
const valuesFor = (text: string): Record<string, number> =>
  Object.fromEntries([...text.matchAll(/\{\s*(\w+)\s*[,}]/g)].map(([, name]) => [name ?? '', 1]));

const broken = (messages: Readonly<Record<string, string>>): string[] => {
  const failures: string[] = [];
  const intl = createIntl({ locale: 'en', messages, onError: (error) => failures.push(error.message) });
  for (const [id, text] of Object.entries(messages)) intl.formatMessage({ id }, valuesFor(text));
  return failures;
};

describe('[SHELL-04] words', () => {
  it('are seen when they are broken', () => {
    expect(broken({ good: 'From {from} to {to}', plural: '{n, plural, one {# item} other {# items}}' })).toEqual([]);
    expect(broken({ bad: 'From {from' })).toHaveLength(1);
  });

  it.each([
    ['product', product],
    ['toy', toy],
  ])('are all well-formed in the %s world', (_name, messages) => {
    expect(Object.keys(messages).length).toBeGreaterThan(100);
    expect(broken(messages)).toEqual([]);
  });
});
