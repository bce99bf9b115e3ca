// Detects the content type of a file from its first bytes. The type that a user or an import states is never trusted.

import { nameEnding } from 'src/model/item/fileFits.ts';
import { SHOWN_INLINE, signedAs, signOf } from 'src/model/item/fileSigns.ts';

/** A type that may be shown inline, or undefined. */
export const detectContentType = (head: Uint8Array): string | undefined => signedAs(SHOWN_INLINE, head);

// Texts contain line ends, tabs and escape sequences, but no other control characters.
const NO_TEXT = /(?![\t\n\f\r])\p{Cc}/u;

/** A letter that the end of the head cuts in two is no error. */
const isText = (head: Uint8Array): boolean => {
  try {
    return head.length > 0 && !NO_TEXT.test(new TextDecoder('utf-8', { fatal: true }).decode(head, { stream: true }));
  } catch {
    return false;
  }
};

/** Constructs that may precede the first element of a document, with their end marks. */
const PROLOGUE: readonly (readonly [RegExp, string])[] = [
  [/^<!--/, '-->'],
  [/^<\?xml\s/i, '>'],
  [/^<!DOCTYPE svg/i, '>'],
];

/** Returns the text from its first element on. One step for each part: a pattern over all of them takes years over some texts. */
const withoutPrologue = (text: string): string => {
  for (let remaining = text.trimStart(); ;) {
    const [, end] = PROLOGUE.find(([sign]) => sign.test(remaining)) ?? [];
    if (end === undefined) return remaining;
    const at = remaining.indexOf(end);
    if (at < 0) return '';
    remaining = remaining.slice(at + end.length).trimStart();
  }
};

/** Text types by the beginning of the text; none is ever shown inline. Each pattern must match in one pass over the text. */
const TEXT_TYPES: readonly (readonly [RegExp, string])[] = [
  [/^WEBVTT(?=[ \t\r\n]|$)/, 'text/vtt'],
  [/^<svg[\s>/]/i, 'image/svg+xml'],
  [/^(?:<!DOCTYPE html|<html[\s>])/i, 'text/html'],
];
const MODEL = /"asset"\s*:\s*\{[^{}]*"version"/;

const textType = (head: Uint8Array): string => {
  // Omits the byte order mark, which is no content.
  const text = new TextDecoder().decode(head);
  const first = withoutPrologue(text);
  if (first.startsWith('{') && MODEL.test(first)) return 'model/gltf+json';
  return TEXT_TYPES.find(([sign]) => sign.test(first))?.[1] ?? 'text/plain';
};

/** Types of texts without a form of their own, by the extension of the name. */
const TEXTS_BY_NAME: Readonly<Record<string, string>> = {
  csv: 'text/csv',
  tsv: 'text/tab-separated-values',
  txt: 'text/plain',
};

/** Bytes that are no characters of windows-1252 and MacRoman texts: control characters. */
// oxlint-disable-next-line no-control-regex -- each byte is read as one character
const CONTROL_BYTE = /[\x00-\x08\x0b\x0e-\x1f\x7f]/;

/** Returns true for a text in an encoding other than UTF-8: UTF-16 with its mark, or one byte for each character. */
const isOtherText = (head: Uint8Array): boolean => {
  const [first, second] = head;
  const isUtf16 = (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
  if (isUtf16) return !NO_TEXT.test(new TextDecoder(first === 0xff ? 'utf-16le' : 'utf-16be').decode(head));
  return head.length > 0 && !CONTROL_BYTE.test(Buffer.from(head).toString('latin1'));
};

/**
 * Returns the media type by the beginning of a file; what is not known is `application/octet-stream`. The name of a text says what kind of
 * text it is, and that a file in an older encoding is a text.
 */
export const mediaTypeOf = (head: Uint8Array, name = ''): string => {
  const signed = signOf(head);
  if (signed !== undefined) return signed;
  const named = TEXTS_BY_NAME[nameEnding(name) ?? ''];
  if (!isText(head)) return named !== undefined && isOtherText(head) ? named : 'application/octet-stream';
  const type = textType(head);
  return type === 'text/plain' ? (named ?? type) : type;
};
