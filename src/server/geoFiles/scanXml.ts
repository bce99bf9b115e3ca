// One pass over the text of an XML file before it is parsed: which element it begins with, whether every element is closed, how deep they
// lie in each other. Its time grows with the length of the text, whatever the text holds.

import { GeoFileError } from 'src/server/geoFiles/geoFile.ts';

/** Elements within each other: more is an attack on the code that walks the tree. */
const MAX_NESTING = 200;

export interface ScannedXml {
  /** Name of the first element, without its prefix, in small letters. */
  readonly root: string;
  /** The text without the elements that were to be left out. */
  readonly text: string;
}

/** Parts that are no elements, each with its end. */
const SKIPPED: readonly (readonly [begin: string, end: string])[] = [
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
  ['<?', '?>'],
];

const NAME = /\/?([^\s/>]*)/uy;

const localName = (name: string): string => name.slice(name.indexOf(':') + 1);

/** Returns the place behind the tag that begins at `from`; a value in quotes may hold its bracket. */
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

/** `leftOut` names the elements to leave out of a document with that root. Throws `truncated`, `notXml`, or `damaged` where elements nest too deep. */
export const scanXml = (text: string, leftOut: (root: string) => ReadonlySet<string> | undefined): ScannedXml => {
  const pieces: string[] = [];
  let root = '';
  let omitted: ReadonlySet<string> | undefined;
  let lastClosed = '';
  let depth = 0;
  let keptFrom = 0;
  /** Depth of the element that is left out, while one is. */
  let outside: number | undefined;
  let at = text.indexOf('<');
  while (at >= 0) {
    const { end, isElement } = endOfPart(text, at);
    if (end < 0) throw new GeoFileError('truncated');
    if (isElement) {
      NAME.lastIndex = at + 1;
      const name = localName(NAME.exec(text)?.[1] ?? '');
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
