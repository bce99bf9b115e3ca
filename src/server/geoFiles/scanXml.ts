// Scans the text of an XML file once before it is parsed: root element, balanced tags, nesting. Linear in the length of the text.

import { GeoFileError } from 'src/server/geoFiles/geoFile.ts';

/** Maximum nesting of elements; deeper ones attack recursive code. */
const MAX_NESTING = 200;

export interface ScannedXml {
  /** Local name of the root element in lower case. */
  readonly root: string;
  /** The text without omitted elements. */
  readonly text: string;
}

/** Constructs that are no elements, each with its end. */
const SKIPPED: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

const ELEMENT_NAME = /\/?([^\s/>]*)/uy;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the position after the tag that begins at `from`; quoted values may contain its bracket. */
const endOfTag = (text: string, from: number): number => {
  let quote = '';
  for (let at = from; at < text.length; at++) {
    const sign = text[at] ?? '';
    if (quote !== '') {
      if (sign === quote) quote = '';
    } else if (sign === '>') return at + 1;
    else if (sign === '"' || sign === "'") quote = sign;
  }
  return -1;
};

const endOfPart = (text: string, from: number): { readonly end: number; readonly isElement: boolean } => {
  const [begin, close] = SKIPPED.find(([sign]) => text.startsWith(sign, from)) ?? [];
  if (begin === undefined || close === undefined) return { end: endOfTag(text, from + 1), isElement: true };
  const at = text.indexOf(close, from + begin.length);
  return { end: at < 0 ? -1 : at + close.length, isElement: false };
};

/**
 * Scans a text. `leftOut` returns the elements to omit from a document with that root. Throws `truncated`, `notXml`, or `damaged` for too
 * deep nesting.
 */
export const scanXml = (text: string, leftOut: (root: string) => ReadonlySet<string> | undefined): ScannedXml => {
  const pieces: string[] = [];
  let root = '';
  let omitted: ReadonlySet<string> | undefined;
  let lastClosed = '';
  let depth = 0;
  let keptFrom = 0;
  /** Depth of the omitted element, inside one. */
  let outside: number | undefined;
  let at = text.indexOf('<');
  while (at >= 0) {
    const { end, isElement } = endOfPart(text, at);
    if (end < 0) throw new GeoFileError('truncated');
    if (isElement) {
      ELEMENT_NAME.lastIndex = at + 1;
      const name = localName(ELEMENT_NAME.exec(text)?.[1] ?? '');
      if (root === '') {
        root = name.toLowerCase();
        omitted = leftOut(root);
      }
      const closes = text[at + 1] === '/';
      const isEmpty = text[end - 2] === '/';
      if (!closes && outside === undefined && omitted?.has(name) === true) {
        pieces.push(text.slice(keptFrom, at));
        outside = depth;
      }
      if (!closes && !isEmpty) depth += 1;
      if (closes) depth -= 1;
      if (closes || isEmpty) lastClosed = name.toLowerCase();
      if (depth < 0) throw new GeoFileError('notXml');
      if (depth > MAX_NESTING) throw new GeoFileError('damaged');
      if (outside === depth && (closes || isEmpty)) {
        keptFrom = end;
        outside = undefined;
      }
    }
    at = text.indexOf('<', end);
  }
  if (lastClosed !== root) throw new GeoFileError('truncated');
  if (depth !== 0) throw new GeoFileError('notXml');
  return { root, text: pieces.join('') + text.slice(keptFrom) };
};
