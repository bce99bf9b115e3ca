// Parts of an XLSX workbook besides its sheets: the list of sheets, shared texts and number formats.

import { posix } from 'node:path';
import { numberFormat, type NumberFormat } from 'src/server/sheets/numberFormat.ts';
import type { DateSystem } from 'src/server/sheets/numberCell.ts';
import { SHEET_BOUNDS, SheetError, type NamedSheet } from 'src/server/sheets/Sheet.ts';
import { parseXml } from 'src/server/sheets/xmlEvents.ts';
import type { ZipParts } from 'src/server/sheets/zipParts.ts';

export interface XlsxSheet extends NamedSheet {
  readonly part: string;
}

export interface XlsxWorkbook {
  readonly sheets: readonly XlsxSheet[];
  readonly dateSystem: DateSystem;
  readonly texts: readonly string[];
  readonly formats: readonly NumberFormat[];
}

interface Relationship {
  /** Last segment of the type, such as `worksheet`. */
  readonly type: string;
  readonly target: string;
}

const relationshipsOf = async (parts: ZipParts, part: string): Promise<ReadonlyMap<string, Relationship>> => {
  const { dir, base } = posix.parse(part);
  const found = new Map<string, Relationship>();
  const name = posix.join(dir, '_rels', `${base}.rels`);
  if (!parts.has(name)) return found;
  await parseXml(parts.text(name), {
    onOpen(element, { Id = '', Type = '', Target = '' }) {
      if (element !== 'Relationship') return;
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target);
      found.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target });
    },
  });
  return found;
};

const partOfType = (relationships: ReadonlyMap<string, Relationship>, wanted: string): string | undefined =>
  [...relationships.values()].find(({ type }) => type === wanted)?.target;

const isTrue = (value: string | undefined): boolean => value === '1' || value === 'true';

const readSheetList = async (parts: ZipParts, part: string, relationships: ReadonlyMap<string, Relationship>) => {
  const sheets: XlsxSheet[] = [];
  let dateSystem: DateSystem = 1900;
  await parseXml(parts.text(part), {
    onOpen(element, { name, state, id = '', date1904 }) {
      if (element === 'workbookPr' && isTrue(date1904)) dateSystem = 1904;
      const related = element === 'sheet' ? relationships.get(id) : undefined;
      if (related?.type === 'worksheet' && name !== undefined)
        sheets.push({ name, hidden: state !== undefined && state !== 'visible', part: related.target });
    },
  });
  return { sheets, dateSystem };
};

/** Excel writes control characters as `_x000D_`. */
export const withoutEscapes = (text: string): string =>
  text.includes('_x')
    ? text.replaceAll(/_x([0-9A-Fa-f]{4})_/gu, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
    : text;

/** Phonetic readings (`rPh`) are no part of a text. */
const readTexts = async (parts: ZipParts, part: string): Promise<string[]> => {
  const texts: string[] = [];
  let [text, signs] = ['', 0];
  let [isText, isPhonetic] = [false, false];
  await parseXml(parts.text(part), {
    onOpen(element) {
      if (element === 'si') text = '';
      else if (element === 'rPh') isPhonetic = true;
      isText = element === 't' && !isPhonetic;
    },
    onText(value) {
      if (isText && text.length <= SHEET_BOUNDS.cellSigns) text += value;
    },
    onClose(element) {
      if (element === 'rPh') isPhonetic = false;
      if (element === 't') isText = false;
      if (element !== 'si') return;
      texts.push(withoutEscapes(text));
      signs += text.length;
      if (signs > SHEET_BOUNDS.sharedSigns) throw new SheetError('tooMuch');
    },
  });
  return texts;
};

const readFormats = async (parts: ZipParts, part: string): Promise<NumberFormat[]> => {
  const codes = new Map<number, string>();
  const formats: NumberFormat[] = [];
  let isCellFormat = false;
  await parseXml(parts.text(part), {
    onOpen(element, { numFmtId = '0', formatCode = '' }) {
      if (element === 'numFmt') codes.set(Number(numFmtId), formatCode);
      if (element === 'cellXfs') isCellFormat = true;
      if (element === 'xf' && isCellFormat) formats.push(numberFormat(Number(numFmtId), codes.get(Number(numFmtId))));
    },
    onClose(element) {
      if (element === 'cellXfs') isCellFormat = false;
    },
  });
  return formats;
};

export const readXlsxParts = async (parts: ZipParts): Promise<XlsxWorkbook> => {
  const workbook = partOfType(await relationshipsOf(parts, ''), 'officeDocument') ?? 'xl/workbook.xml';
  if (!parts.has(workbook)) throw new SheetError('nothingInZip');
  const relationships = await relationshipsOf(parts, workbook);
  const texts = partOfType(relationships, 'sharedStrings');
  const styles = partOfType(relationships, 'styles');
  return {
    ...(await readSheetList(parts, workbook, relationships)),
    texts: texts !== undefined && parts.has(texts) ? await readTexts(parts, texts) : [],
    formats: styles !== undefined && parts.has(styles) ? await readFormats(parts, styles) : [],
  };
};
