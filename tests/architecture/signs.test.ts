// Tests that symbols of the interface are icons: an arrow, star or bullet character is an empty box if no font contains it.
// Punctuation of running text (dash, ellipsis, middle dot) is in every font of Latin letters and is allowed.
import { describe, expect, it } from 'vitest';
import ts from 'typescript';
import { filesIn, textOf } from 'tests/architecture/sourceFiles.ts';

// oxlint-disable-next-line no-control-regex -- ASCII as a whole
const SIGN = /(?![\u0000-\u007F°])[\p{So}\p{Sm}\p{Cf}\p{Co}•‣◦⁃]/u;
const ENTITY = /&(?!amp|lt|gt|quot|apos|nbsp)#?\w+;/;

/** Files whose symbols belong to the text of people, not to the interface. */
const TEXT_OF_USERS = [
  'src/client/ui/direction.ts', // invisible signs that keep the direction of a value inside a message
  'src/client/fields/LetterPalette.tsx', // the ring that carries a combining mark comes from the font with those marks
  'src/client/kinds/approximateDate/approximateDateTyping.ts', // an invisible sign that keeps an unclear date from being saved
  'src/client/fields/GeometryField.tsx', // a minus sign in a number that was pasted
  'src/domain/geokeeper/formView/placeControls.client.tsx', // the same
  'src/domain/geokeeper/formView/textControls.client.tsx', // the same
];

/** Returns the texts that a file can show: evaluated literals, and text between JSX tags. */
const literalsOf = (path: string): string[] => {
  const found: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isStringLiteralLike(node) || ts.isTemplateLiteralToken(node) || ts.isJsxText(node)) found.push(node.text);
    ts.forEachChild(node, visit);
  };
  visit(ts.createSourceFile(path, textOf(path), ts.ScriptTarget.Latest, true));
  return found;
};

const unescaped = (css: string): string =>
  css
    .replaceAll(/\/\*[^]*?\*\//g, '')
    .replaceAll(/\\([0-9a-f]{1,6})\s?/gi, (_whole, code: string) => String.fromCodePoint(Number.parseInt(code, 16)));

const textsOf = (path: string): string[] => {
  if (/\.tsx?$/.test(path)) return literalsOf(path);
  return path.endsWith('.css') ? [unescaped(textOf(path))] : [textOf(path)];
};

const signsIn = (texts: readonly string[]): string[] =>
  texts.flatMap((text) => [SIGN.exec(text)?.[0], ENTITY.exec(text)?.[0]]).filter((sign) => sign !== undefined);

describe('signs of the interface', () => {
  it('are distinguished from text', () => {
    for (const sign of ['↑', '→', '▲', '●', '★', '×', '✓', '•', '⋯', '&times;', '&#9660;'])
      expect(signsIn([`a ${sign}`]), sign).toEqual([sign]);
    expect(signsIn(['Saving… – two · three, k̓ ʔ ᐊ &amp; “four”'])).toEqual([]);
    expect(signsIn([unescaped(`content: '\\2022'`)])).toEqual(['•']);
  });

  it('are icons, never characters', () => {
    const shown = [
      ...filesIn('src/client').filter((path) => /\.(tsx?|css|html)$/.test(path)),
      ...filesIn('src/domain').filter((path) => path.endsWith('.tsx')),
      ...filesIn('schemas').filter((path) => /\/messages(\.\w+)?\.en\.json$/.test(path)),
    ].filter((path) => !TEXT_OF_USERS.includes(path));
    expect(shown.length).toBeGreaterThan(100);
    const found = shown.flatMap((path) => signsIn(textsOf(path)).map((sign) => `${path}: ${sign}`));
    expect(found).toEqual([]);
  });
});
