// Refusals and warnings of the compiler about screens, icons and messages, each proven by one change of the toy world.
import { describe, expect, it } from 'vitest';
import { diagnosticTexts, type Change } from 'tests/codegen/toyWorld.ts';

const change = (file: string, at: string, to: Change['to']): Change => ({ file, at, to });
const view = (at: string, to: Change['to']): Change => change('Book.view.json', at, to);

describe('[SHELL-18] the menu', () => {
  const area = (at: string, to: Change['to']): Change => change('library/area.json', at, to);
  const title = (path: string): Change =>
    change('library/messages.en.json', `/screens.${path.replace('/', '~1')}.title`, 'Books');

  it("refuses a control named as the shell's own", () => {
    expect(diagnosticTexts(view('/actions/0/key', 'default-menu')).join()).toMatch(/actions\/0\/key: must match/);
  });

  it('warns of a screen without its parent, and goes on', () => {
    const said = diagnosticTexts(area('/screens/1/path', 'books.all'), title('books.all'));
    expect(said).toEqual([expect.stringMatching(/screens\/1\/path: warning: its parent books is no screen/)]);
  });

  it('refuses a parent that is no screen', () => {
    const said = diagnosticTexts(area('/screens/1/under', 'nowhere'));
    expect(said).toEqual([expect.stringMatching(/screens\/1\/under: nowhere is no screen/)]);
  });

  it.each(['routeOnly', 'noColumns'])('takes a path with a slash where the screen is %s', (word) => {
    const changes = [area('/screens/1/path', 'library/books'), area(`/screens/1/${word}`, true)];
    expect(diagnosticTexts(...changes, title('library/books'))).toEqual([]);
  });
});

it.each([
  [
    'a message that shows the sign # where a number is meant',
    change(
      'library/messages.en.json',
      '/types.Book.inSentence',
      '{count, plural, one {# book} other {{whole, select, true {#} other {More than #}} books}}',
    ),
    /messages\.en\.json#\/types\.Book\.inSentence: shows the sign # in a select inside a plural/,
  ],
  [
    'a message whose braces do not close',
    change('library/messages.en.json', '/types.Book.inSentence', 'New {count, plural, one {a} other {b}'),
    /messages\.en\.json#\/types\.Book\.inSentence: is no ICU message: the fault is at character \d+/,
  ],
  [
    'an icon of a type that there is not',
    view('/icon', 'fish'),
    /Book\.view\.json#\/icon: fish is no icon of Blueprint/,
  ],
  [
    'an icon of a screen that is misspelt',
    change('library/area.json', '/screens/0/icon', 'maps'),
    /area\.json#\/screens\/0\/icon: maps is no icon of Blueprint\. Did you mean map\?/,
  ],
])('refuses %s', (_name, given, text) => {
  expect(diagnosticTexts(given).join('\n')).toMatch(text);
});
