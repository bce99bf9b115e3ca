import { createRequire } from 'node:module';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { PrintedLetter } from 'src/server/letters/Letter.ts';
import { markdownBlocks } from 'src/model/text/markdownBlocks.ts';
import { letterDocx } from 'src/server/letters/letterDocx.ts';
import { byFont, FONT_FILES, LATIN_FONT, SYLLABICS_FONT } from 'src/server/letters/letterFonts.ts';
import { letterPdf } from 'src/server/letters/letterPdf.ts';
import { escapeMarkdown, templateFields, mergeFields } from 'src/model/text/mergeFields.ts';
import { createLetterThreads } from 'src/server/letters/letterThreads.ts';
import { LATIN_RANGES, SYLLABIC_RANGES, undrawnCharacters } from 'src/model/text/printedCharacters.ts';
import { openPdf, pagesOf, structureOf, unmarkedOperators } from 'tests/server/letters/readPdf.ts';
import { readZip } from 'tests/server/harness/readZip.ts';

const SYLLABICS = 'ᓀᐦᐃᔭᐍᐏᐣ';
/** Letters with marks above and below, as several orthographies write them. */
const MARKED = 'k̓ʷaxʷ x̱aad g̱ənax̱';

const body = `# What was found

We **received** the request of *October 3*. ${SYLLABICS} and ${MARKED}, [on the map](https://example.test/map).

1. The creek
   - in spring
2. The road

| Concern | Asked |
|---|---|
| Water | 100 m |

> Ask first.

---

<img src="file:///etc/passwd"> ![x](file:///etc/passwd) [local](file:///etc/passwd)
`;

const threads = createLetterThreads();
afterAll(() => threads.stop());

const letterWith = (changes: Partial<PrintedLetter>): PrintedLetter => ({
  paper: 'LETTER',
  title: 'Answer to the North Road',
  language: 'en-CA',
  letterhead: { name: `Lake Community ${SYLLABICS}`, lines: ['1 Lake Road'], logo: undefined },
  date: 'November 23, 2026',
  recipient: ['North Road Builders'],
  references: [{ name: 'Days used', value: '12 of 30' }],
  subject: 'Our answer',
  body,
  signature: ['With respect,', 'A. Sample'],
  lists: [],
  annexes: [],
  foot: 'Page {page} of {pages}',
  ...changes,
});

describe('[WF-02] letters as files', () => {
  let logo: Buffer;
  beforeAll(async () => {
    logo = await sharp({ create: { width: 400, height: 100, channels: 3, background: '#225588' } })
      .png()
      .toBuffer();
  });

  it('the PDF holds every part of the letter, syllabics and marked letters as they were written', async () => {
    const head = {
      name: `Lake Community ${SYLLABICS}`,
      lines: ['1 Lake Road'],
      logo: { content: logo, width: 400, height: 100 },
    };
    const pdf = await letterPdf(letterWith({ letterhead: head }));
    const [page = '', ...more] = await pagesOf(pdf);
    expect(more).toEqual([]);
    for (const part of [
      SYLLABICS,
      MARKED,
      'Lake Community',
      'Days used: 12 of 30',
      'Our answer',
      'in spring',
      '100 m',
      'Page 1 of 1',
    ])
      expect(page.normalize('NFD')).toContain(part.normalize('NFD'));
    expect(page).not.toContain('root:');
    // Every glyph comes from a font in the file. A missing glyph would have another name.
    expect(pdf.toString('latin1')).toMatch(/NotoSansCanadianAboriginal/u);
  });

  it('[EXPERIENCE] assistive technology reads the PDF by its structure, and skips what every page repeats', async () => {
    const head = { name: 'Lake Community', lines: [], logo: { content: logo, width: 400, height: 100 } };
    const pdf = await letterPdf(letterWith({ title: 'Roads & creeks', letterhead: head }));
    expect(await structureOf(pdf)).toEqual([
      'Root',
      '  Document',
      '    Figure "" alt=Lake Community',
      '    P "Lake Community"',
      '    P "November 23, 2026"',
      '    P "North Road Builders"',
      '    P "Days used: 12 of 30"',
      '    H1 "Our answer"',
      '    H2 "What was found"',
      expect.stringMatching(/^ {4}P "We received the request of October 3\. .*"$/u),
      '      Link "on the map" annotations=3',
      '    L',
      '      LI',
      '        Lbl "1."',
      '        LBody',
      '          P "The creek"',
      '          L',
      '            LI',
      '              LBody',
      '                P "in spring"',
      '      LI',
      '        Lbl "2."',
      '        LBody',
      '          P "The road"',
      '    Table',
      '      TR',
      '        TH "Concern"',
      '        TH "Asked"',
      '      TR',
      '        TD "Water"',
      '        TD "100 m"',
      '    BlockQuote',
      '      P "Ask first."',
      expect.stringMatching(/^ {4}P "<img/u),
      '    P "With respect,"',
      '    P "A. Sample"',
    ]);
    const document = await openPdf(pdf);
    expect(await document.getMarkInfo()).toMatchObject({ Marked: true });
    expect(await document.getViewerPreferences()).toMatchObject({ DisplayDocTitle: true });
    const { info, metadata } = await document.getMetadata();
    expect(info).toMatchObject({ Title: 'Roads & creeks', Language: 'en-CA', PDFFormatVersion: '1.7' });
    expect(metadata?.get('dc:title')).toBe('Roads & creeks');
    expect(pdf.toString('latin1')).toMatch(/<pdfuaid:part>1</u);
    for (const mark of [/<pdfaid:part>2</u, /<pdfaid:conformance>A</u, /\/GTS_PDFA1/u, /\/Tabs \/S/u])
      expect(pdf.toString('latin1')).toMatch(mark);
    // A table over several pages repeats its head.
    const long = await letterPdf(letterWith({ body: `${body}\n\n| A |\n|---|\n${'| b |\n'.repeat(60)}`.repeat(2) }));
    expect(await unmarkedOperators(long)).toEqual([]);
  });

  it('[CONS-02] annexes follow on pages of their own, below their headings, in both files', async () => {
    const letter = letterWith({
      body: 'See the annexes.',
      lists: [{ name: 'Enclosures', entries: ['Annex 1: The water', 'map.pdf'] }],
      annexes: [
        { title: 'Annex 1: The water', body: '# Wells\n\n| Well | Depth |\n|---|---|\n| East | 9 m |', pictures: [] },
        { title: 'Annex 2: Concerns', body: '1. The *creek*', pictures: [] },
      ],
    });
    const pdf = await letterPdf(letter);
    const pages = await pagesOf(pdf);
    expect(pages).toHaveLength(3);
    expect(pages[0]).toContain('map.pdf');
    for (const part of ['Wells', '9 m']) expect(pages[1]).toContain(part);
    expect(pages[2]).toContain('The creek');
    const structure = await Promise.all([1, 2, 3].map((page) => structureOf(pdf, page)));
    const headings = structure
      .flat()
      .filter((line) => /^ +H\d/u.test(line))
      .map((line) => line.trim());
    expect(headings).toEqual(['H1 "Our answer"', 'H2 "Annex 1: The water"', 'H3 "Wells"', 'H2 "Annex 2: Concerns"']);
    expect(await unmarkedOperators(pdf)).toEqual([]);
    const document = readZip(await letterDocx(letter)).find(({ name }) => name === 'word/document.xml');
    const xml = document?.content.toString('utf8') ?? '';
    for (const part of ['Enclosures', 'map.pdf', 'Wells', '9 m', 'creek']) expect(xml).toContain(part);
    expect(xml.match(/pageBreakBefore/gu)).toHaveLength(2);
  });

  it('headings skip no level, for any text', async () => {
    const pdf = await letterPdf(letterWith({ body: '### Deep\n\na\n\n# High\n\n### Deep again' }));
    const headings = (await structureOf(pdf)).filter((line) => /^ +H\d/u.test(line)).map((line) => line.trim());
    expect(headings).toEqual(['H1 "Our answer"', 'H2 "Deep"', 'H2 "High"', 'H3 "Deep again"']);
  });

  it('characters that no font can draw get a sign, stay in the text, and are named', async () => {
    const texts = [
      'Dear \u4F60\u597D, \u{1F600}\uFE0F and \u{1F600}',
      `${SYLLABICS} ${MARKED} \u0926\u0947\u0935 \u03A9`,
    ];
    expect(undrawnCharacters(texts)).toEqual(['\u4F60', '\u597D', '\u{1F600}']);
    const [page = ''] = await pagesOf(await letterPdf(letterWith({ body: texts.join('\n\n') })));
    expect(page).toContain('Dear \u4F60\u597D, \u{1F600}\uFE0F and \u{1F600}');
    expect(page).not.toContain('\uFFFD');
  });

  it('the characters that are known to be drawn are those of the font files', () => {
    const PdfDocument = (
      createRequire(import.meta.url)('pdfmake/js/PDFDocument.js') as {
        readonly default: new (...parts: readonly unknown[]) => {
          provideFont(
            name: string,
            bold: boolean,
            italics: boolean,
          ): { readonly font: { readonly characterSet: number[] } };
        };
      }
    ).default;
    const document = new PdfDocument(FONT_FILES, {}, {}, {}, { autoFirstPage: false, font: null });
    const inRanges = (ranges: string): number[] =>
      ranges.split(' ').flatMap((range) => {
        const [from = 0, to = from] = range.split('-').map((each) => Number.parseInt(each, 16));
        return Array.from({ length: to - from + 1 }, (_, index) => from + index);
      });
    const styles = [
      [false, false],
      [true, false],
      [false, true],
      [true, true],
    ] as const;
    const inAll = (name: string): Set<number> => {
      const [first = [], ...others] = styles.map(
        ([bold, italics]) => document.provideFont(name, bold, italics).font.characterSet,
      );
      return new Set(first.filter((each) => others.every((set) => set.includes(each))));
    };
    expect(inRanges(LATIN_RANGES)).toEqual([...inAll(LATIN_FONT)].filter((each) => each > 0).sort((a, b) => a - b));
    const syllabics = inAll(SYLLABICS_FONT);
    expect(inRanges(SYLLABIC_RANGES).filter((each) => !syllabics.has(each))).toEqual([]);
  });

  it('a long letter is counted in pages', async () => {
    const pages = await pagesOf(await letterPdf(letterWith({ body: `${body}\n\n`.repeat(12) })));
    expect(pages.length).toBeGreaterThan(3);
    expect(pages.at(-1)).toContain(`Page ${pages.length} of ${pages.length}`);
  });

  it('the Word document has real headings, lists and tables, its fonts inside, and nothing of this machine', async () => {
    const files = readZip(await letterDocx(letterWith({})));
    const text = (name: string): string => files.find((file) => file.name === name)?.content.toString('utf8') ?? '';
    const document = text('word/document.xml');
    expect(document).toMatch(/<w:pStyle w:val="Heading1"\/>(?:(?!<\/w:p>).)*Our answer/u);
    expect(document).toMatch(/<w:pStyle w:val="Heading2"\/>(?:(?!<\/w:p>).)*What was found/u);
    expect(document).toMatch(/<w:pgSz w:w="12240" w:h="15840"/u);
    expect(document).toMatch(/<w:numPr>/u);
    expect(document).toMatch(/<w:tblHeader\/>/u);
    expect(document).toContain(SYLLABICS);
    expect(document).toContain(MARKED);
    expect(document).toContain('w:ascii="Noto Sans Canadian Aboriginal"');
    expect(files.filter(({ name }) => name.startsWith('word/fonts/'))).toHaveLength(2);
    expect(document).not.toContain('root:');
    expect(text('word/_rels/document.xml.rels')).not.toContain('file:');
    expect(text('word/footer1.xml')).toMatch(/PAGE[\s\S]*NUMPAGES/u);
  });

  it('both have the paper of the site', async () => {
    const a4 = letterWith({ paper: 'A4' });
    const { view } = await (await openPdf(await letterPdf(a4))).getPage(1);
    expect(view).toEqual([0, 0, 595.28, 841.89]);
    const part = readZip(await letterDocx(a4)).find(({ name }) => name === 'word/document.xml');
    expect(part?.content.toString('utf8')).toMatch(/<w:pgSz w:w="1190[56]" w:h="1683[78]"/u);
  });

  it('both are written side by side in other threads, which write more after a letter that cannot be written', async () => {
    const letter = letterWith({
      letterhead: { name: 'Lake', lines: [], logo: { content: logo, width: 400, height: 100 } },
    });
    const starts = async (): Promise<string[]> => {
      const files = await Promise.all([
        threads.write({ letter, format: 'docx' }),
        threads.write({ letter, format: 'pdf' }),
      ]);
      return files.map((file) => file.subarray(0, 2).toString());
    };
    expect(await starts()).toEqual(['PK', '%P']);
    for (const format of ['docx', 'pdf'] as const)
      await expect(threads.write({ letter: {} as PrintedLetter, format })).rejects.toThrow('undefined');
    expect(await starts()).toEqual(['PK', '%P']);
  });

  it('signs that no document can hold are left out, so that the others can be read', async () => {
    const broken = { subject: 'The\u0002 road', body: 'A\u0001 \u001B creek \uFFFE', signature: ['A.\u0007 Sample'] };
    const [docx, pdf] = await Promise.all([
      threads.write({ letter: letterWith(broken), format: 'docx' }),
      threads.write({ letter: letterWith(broken), format: 'pdf' }),
    ]);
    const document =
      readZip(docx)
        .find(({ name }) => name === 'word/document.xml')
        ?.content.toString('utf8') ?? '';
    expect(document).toContain('The road');
    // oxlint-disable-next-line no-control-regex -- characters that XML does not allow
    expect(document).not.toMatch(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/u);
    expect(pdf.subarray(0, 4).toString()).toBe('%PDF');
  });

  it('gaps and words without an end take no longer than text', async () => {
    const started = performance.now();
    for (const gap of ['\t'.repeat(20_000), ' '.repeat(99_000), 'a\u00A0'.repeat(20_000)])
      expect((await letterPdf(letterWith({ body: `a${gap}b` }))).subarray(0, 4).toString()).toBe('%PDF');
    expect(performance.now() - started).toBeLessThan(20_000);
  }, 120_000);

  it('any text is a letter', async () => {
    for (const odd of [
      '',
      '>'.repeat(500),
      '- '.repeat(200),
      '[[[[',
      '|a|\n|-|\n',
      '\u0000\uFFFF',
      '1. a\n\n   - b\n\n     - c',
    ])
      for (const write of [letterPdf, letterDocx])
        expect((await write(letterWith({ body: odd }))).length).toBeGreaterThan(1_000);
  });
});

describe('[WF-02] fields of a template', () => {
  const values: Record<string, string> = { name: 'A *b* {c} [d](e)', empty: '' };
  const read = (path: string): string | undefined => values[path];

  it('a value is inserted as text, with any characters; unknown and empty fields are named', () => {
    const merged = mergeFields('Dear {name}, {empty}{nothing.here} \\{name}', read);
    expect(merged).toMatchObject({ unknown: ['nothing.here'], empty: ['empty'] });
    const [block] = markdownBlocks(merged.text);
    expect(block?.kind === 'paragraph' && block.runs.map(({ text }) => text).join('')).toBe(
      'Dear A *b* {c} [d](e), {nothing.here} {name}',
    );
    expect(block?.kind === 'paragraph' && block.runs.some(({ bold, italic, link }) => bold || italic || link)).toBe(
      false,
    );
  });

  it('what was put in is not read as a field again', () => {
    const once = mergeFields('{name}', read).text;
    expect(mergeFields(once, () => 'X').text).toBe(once);
    expect(templateFields('{a} {b.c} {a} \\{d}')).toEqual(['a', 'b.c']);
    expect(escapeMarkdown('<b>&')).toBe(String.raw`\<b\>&`);
  });

  it('a value is text at the beginning of a line too, and is escaped no more than necessary', () => {
    for (const value of [
      '- 1',
      '1. one',
      '23) two',
      '# head',
      '+ plus',
      '> said',
      '---',
      '===',
      'a@b.test',
      'https://a.test',
      'www.a.test',
    ])
      for (const template of ['{it}', 'Before\n{it}', 'Before {it}', '{empty}{it}', '- {it}', '> {it}']) {
        const { text } = mergeFields(template, (path) => (path === 'it' ? value : ''));
        const blocks = JSON.stringify(markdownBlocks(text));
        expect(blocks, text).toContain(JSON.stringify(value).slice(1, -1));
        expect(blocks, text).not.toMatch(/"kind":"heading"|"link":"/);
      }
    expect(
      mergeFields('Until {day}, by {who}.', (path) => (path === 'day' ? '05-Dec-2026' : 'A. B. (C) + D!')).text,
    ).toBe('Until 05-Dec-2026, by A. B. (C) + D!.');
  });

  it('no value is formatting by what ends its lines, nor another sign by its name', () => {
    for (const value of ['x\r# y', 'x\r\n# y', '# y', 'Dogs &amp; cats', '&#123;x}', 'R&D; x']) {
      const shown = (template: string): string =>
        markdownBlocks(mergeFields(template, () => value).text)
          .flatMap((block) => (block.kind === 'paragraph' ? block.runs.map(({ text }) => text) : [block.kind]))
          .join('');
      expect(shown('{it}')).toBe(value.replaceAll(/\r\n?/gu, '\n'));
      expect(shown('A\r{it}')).toBe(`A\n${value.replaceAll(/\r\n?/gu, '\n')}`);
    }
  });

  it('thousands of fields on one line are put in at once, and a text that grows too long is not made', () => {
    const template = '{it}'.repeat(25_000);
    const started = performance.now();
    expect(mergeFields(template, () => 'abc').text).toHaveLength(75_000);
    expect(performance.now() - started).toBeLessThan(1_500);
    const { text } = mergeFields(template, () => 'x'.repeat(20_000), { max: 100_000 });
    expect(text.length).toBeGreaterThan(100_000);
    expect(text.length).toBeLessThan(300_000);
  });

  it('text is cut where the other font begins', () => {
    expect(byFont(`a ${SYLLABICS}, ${MARKED}`).map(({ font }) => font)).toEqual([
      'Noto Sans',
      'Noto Sans Canadian Aboriginal',
      'Noto Sans',
    ]);
  });
});
