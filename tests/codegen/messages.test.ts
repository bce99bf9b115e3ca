// The library that shows messages can parse the bundles: every text is well-formed, in both worlds.
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import later from 'src/model/generated/messages.later.en.json' with { type: 'json' };
import first from 'src/generated/messages.first.en.json' with { type: 'json' };
import product from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import { messagesOfTree, treeOfMessages } from 'src/model/text/messageTree.ts';
import { withoutSharedMessages, withSharedMessages } from 'src/model/text/sharedMessages.ts';
import toy from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry as toyRegistry } from 'tests/toy/generated/registry.client.ts';

it('[SHELL-04] words that types share are sent once, and each type has them', () => {
  const sent = withoutSharedMessages(toy, toyRegistry);
  expect(Object.keys(toy).filter((id) => id.startsWith('types.RprLook.')).length).toBeGreaterThan(40);
  // Messages of its names, its own property, its group, and the words that are not shared by all steps.
  expect(Object.keys(sent).filter((id) => id.startsWith('types.RprLook.')).length).toBeLessThan(20);
  expect(withSharedMessages(sent, toyRegistry)).toMatchObject(toy);
  const shown: Readonly<Record<string, string>> = {
    ...withSharedMessages(messagesOfTree(first), registry),
    ...messagesOfTree(later),
  };
  const lost = Object.entries(product).filter(([id, text]) => id.startsWith('types.') && shown[id] !== text);
  expect(lost).toEqual([]);
});

it('[SHELL-04] messages that travel as a tree of their ids are the same afterwards', () => {
  const messages = { 'a.b': 'x', 'a.b.c': 'y', 'a.d.e': 'z', f: 'w' };
  expect(treeOfMessages(messages)).toEqual({ a: { b: { '': 'x', c: 'y' }, d: { e: 'z' } }, f: 'w' });
  expect(messagesOfTree(treeOfMessages({ 'a.b.c': 'y', 'a.b': 'x' }))).toEqual({ 'a.b': 'x', 'a.b.c': 'y' });
  expect(messagesOfTree(treeOfMessages(product))).toEqual(product);
});

/** Returns 1 for every argument of the text. A text is well-formed for all values or for none. */
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
