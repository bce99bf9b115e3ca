// Recognises a file by its first bytes. Files that hold no table are refused by the name of what they are.

import { headOfText } from 'src/server/geoFiles/decodeText.ts';
import { SheetError } from 'src/server/sheets/Sheet.ts';

const fromLatin = (text: string): Buffer => Buffer.from(text, 'latin1');

/** Signatures at the start of a file, and the message for each. */
const SIGNATURES: readonly (readonly [signature: Buffer, key: string])[] = [
  [fromLatin('%PDF-'), 'isPdf'],
  [fromLatin('\u0089PNG'), 'isPicture'],
  [fromLatin('\u00ff\u00d8\u00ff'), 'isPicture'],
  [fromLatin('GIF8'), 'isPicture'],
  [fromLatin('RIFF'), 'isPicture'],
  [fromLatin('{\\rtf'), 'isText'],
  [fromLatin('SQLite format 3\u0000'), 'isDatabase'],
  [fromLatin('\u001f\u008b'), 'isPacked'],
  [fromLatin('7z\u00bc\u00af'), 'isPacked'],
  [fromLatin('Rar!'), 'isPacked'],
];

const ZIP_SIGNATURES = [fromLatin('PK\u0003\u0004'), fromLatin('PK\u0005\u0006'), fromLatin('PK\u0007\u0008')];
/** Container of old Office files and of encrypted new ones. */
const OLE_CONTAINER = Buffer.from('d0cf11e0a1b11ae1', 'hex');
const ENCRYPTED_PART = Buffer.from('EncryptedPackage', 'utf16le');

const startsWith = (head: Buffer, signature: Buffer): boolean => head.subarray(0, signature.length).equals(signature);

/** Markup that other programs save under the name of a table. */
const FOREIGN_MARKUP: readonly (readonly [pattern: RegExp, key: string])[] = [
  [/^\s*(?:<!doctype html|<html|<table|<head|<meta)/iu, 'isWebPage'],
  [/^\s*<\?xml[^]*?<(?:\w+:)?workbook[\s>]/iu, 'isOldExcel'],
  [/^\s*<(?:\?xml|[a-z])/iu, 'isXml'],
];

const GEOPACKAGE_MARK = { at: 68, mark: /^GP(?:KG|1[01])/u } as const;
const PLACES_START = /^\s*(?:<\?xml[^>]*>\s*)?(?:<!--[^]*?-->\s*)*<(?:\w+:)?(?:kml|gpx)[\s>]/iu;
const FEATURES_START = /^\s*\{[^]*?"type"\s*:\s*"Feature(?:Collection)?"/u;

/** Returns whether the first bytes are those of a geographic file that is not in a zip. */
export const isPlaces = (head: Buffer): boolean => {
  if (startsWith(head, fromLatin('SQLite format 3\u0000')))
    return GEOPACKAGE_MARK.mark.test(head.toString('latin1', GEOPACKAGE_MARK.at, GEOPACKAGE_MARK.at + 4));
  const start = headOfText(head, undefined);
  return PLACES_START.test(start) || FEATURES_START.test(start);
};

/** Returns what the first bytes show. Throws `SheetError` for a file that is no table. */
export const knownContent = (head: Buffer): 'zip' | 'text' => {
  if (ZIP_SIGNATURES.some((signature) => startsWith(head, signature))) return 'zip';
  if (startsWith(head, OLE_CONTAINER)) throw new SheetError(head.includes(ENCRYPTED_PART) ? 'encrypted' : 'isOldExcel');
  const [, refused] = SIGNATURES.find(([signature]) => startsWith(head, signature)) ?? [];
  if (refused !== undefined) throw new SheetError(refused);
  return 'text';
};

/** Throws `SheetError` for a text that is markup. */
export const refuseMarkup = (start: string): void => {
  const [, refused] = FOREIGN_MARKUP.find(([pattern]) => pattern.test(start)) ?? [];
  if (refused !== undefined) throw new SheetError(refused);
};
