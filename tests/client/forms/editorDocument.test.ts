// The document of the editor: unchanged text is written as it was, and no content is lost.
import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { readDocument, writeDocument } from 'src/client/fields/markdown/editorDocument.ts';
import { editorSchema } from 'src/client/fields/markdown/editorSchema.ts';
import { markdownBlocks } from 'src/model/text/markdownBlocks.ts';

interface Sample {
  readonly [type: string]: Readonly<Record<string, { readonly body?: string }>> | undefined;
}

const sample = JSON.parse(readFileSync('src/domain/sample/records/consultations.json', 'utf8')) as Sample;
const bodies = ['LetterTemplate', 'Letter', 'ConsultResponseSection'].flatMap((type) =>
  Object.values(sample[type] ?? {}).flatMap(({ body }) => body ?? []),
);

const unchanged = (text: string): string => {
  const { doc, origins } = readDocument(text);
  doc.check();
  return writeDocument(doc, origins);
};

describe('[WF-02] a text in the editor', () => {
  it.each(bodies)('a text of the sample stays as it is: %j', (text) => {
    expect(unchanged(text)).toBe(text);
  });

  it('has texts of the sample', () => expect(bodies.length).toBeGreaterThan(4));

  it('any text stays as it is while nothing is edited', () => {
    const part = fc.constantFrom(
      ...[
        'a',
        'b ',
        '\n',
        '\n\n',
        '    ',
        '\t',
        '**',
        '*',
        '_',
        '~~',
        '`',
        '```\n',
        '[x](https://e.test)',
        '[y]: /z\n',
      ],
      ...[
        '{a.b}',
        '\\',
        '- ',
        '1. ',
        '| a | b |\n|---|---|\n',
        '| ',
        '# ',
        '> ',
        '<p>',
        '---\n',
        '===\n',
        '&amp;',
        '![p](q)',
      ],
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 25 }), (parts) => {
        const text = parts.join('');
        const written = unchanged(text);
        // Lines of nothing but space and the ends of the text say nothing.
        if (written !== text) expect(markdownBlocks(written)).toEqual(markdownBlocks(text));
      }),
      { numRuns: 400 },
    );
  });

  it('writes again only what was edited', () => {
    const text = 'Setext\n===\n\n*  one\n*  two\n\n[a][b] ~~x~~\n\n| a |\n|:-:|\n| 1 |\n\n[b]: https://example.test\n';
    const { doc, origins } = readDocument(text);
    const edited = doc.replace(
      1,
      1,
      editorSchema
        .node('doc', null, [editorSchema.node('heading', { level: 1 }, editorSchema.text('New '))])
        .slice(1, 5),
    );
    expect(writeDocument(edited, origins)).toBe(text.replace('Setext\n===', '# New Setext'));
  });

  it('keeps the definition of a link whose neighbour is deleted', () => {
    const { doc, origins } = readDocument('[a][b]\n\nlast\n\n[b]: https://example.test');
    const first = doc.firstChild;
    const left = editorSchema.node('doc', null, first ? [first] : []);
    expect(writeDocument(left, origins)).toBe('[a][b]\n\n[b]: https://example.test');
  });
});
