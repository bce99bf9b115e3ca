// Workbooks for tests: written by a library, or part by part where a test needs what no library writes.

import { zip } from 'tests/server/geoFiles/makeFiles.ts';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

export interface TestSheet {
  readonly name: string;
  readonly state?: 'hidden' | 'veryHidden';
  /** Content of `worksheet`. */
  readonly xml: string;
}

export interface XlsxOptions {
  readonly sheets: readonly TestSheet[];
  /** Elements `si`. */
  readonly texts?: string;
  /** Codes of the formats of cells, by style number. */
  readonly formats?: readonly string[];
  readonly date1904?: boolean;
}

const FIRST_OWN_FORMAT = 164;

const stylesXml = (formats: readonly string[]): string =>
  `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${formats
    .map((code, at) => `<numFmt numFmtId="${FIRST_OWN_FORMAT + at}" formatCode="${code.replaceAll('"', '&quot;')}"/>`)
    .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${formats
    .map((_, at) => `<xf numFmtId="${FIRST_OWN_FORMAT + at}"/>`)
    .join('')}</cellXfs></styleSheet>`;

const relationship = (id: string, type: string, target: string): string =>
  `<Relationship Id="${id}" Type="${OFFICE}/${type}" Target="${target}"/>`;

const relationships = (entries: string): string =>
  `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${entries}</Relationships>`;

/** Style 0 has no format; style 1 has the first of `formats`. */
export const xlsx = ({ sheets, texts = '', formats = [], date1904 = false }: XlsxOptions): Promise<Buffer> =>
  zip({
    '[Content_Types].xml': `${XML}<Types/>`,
    '_rels/.rels': relationships(relationship('rId1', 'officeDocument', 'xl/workbook.xml')),
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><workbookPr date1904="${date1904}"/><sheets>${sheets
      .map(
        ({ name, state = 'visible' }, at) =>
          `<sheet name="${name}" sheetId="${at + 1}" state="${state}" r:id="s${at}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': relationships(
      sheets.map((_, at) => relationship(`s${at}`, 'worksheet', `worksheets/sheet${at}.xml`)).join('') +
        relationship('t', 'sharedStrings', 'sharedStrings.xml') +
        relationship('f', 'styles', 'styles.xml'),
    ),
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${texts}</sst>`,
    'xl/styles.xml': stylesXml(formats),
    ...Object.fromEntries(
      sheets.map(({ xml }, at) => [
        `xl/worksheets/sheet${at}.xml`,
        `${XML}<worksheet xmlns="${MAIN}">${xml}</worksheet>`,
      ]),
    ),
  });

const NAMES = ['office', 'table', 'text', 'style']
  .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
  .join(' ');

/** `tables` are elements `table:table`; `styles` are elements `style:style`. */
export const ods = (tables: string, styles = ''): Promise<Buffer> =>
  zip({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${XML}<office:document-content ${NAMES}><office:automatic-styles>${styles}</office:automatic-styles><office:body><office:spreadsheet>${tables}</office:spreadsheet></office:body></office:document-content>`,
  });

/** A sheet of inline texts. */
export const textRows = (rows: readonly (readonly string[])[]): string =>
  `<sheetData>${rows
    .map((cells) => `<row>${cells.map((text) => `<c t="inlineStr"><is><t>${text}</t></is></c>`).join('')}</row>`)
    .join('')}</sheetData>`;
