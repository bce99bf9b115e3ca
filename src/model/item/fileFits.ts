// Compares the content of a file with the extension of its name, and extensions with those that a property accepts. Pure.

/** Returns the extension in lower case without the point, or undefined. */
export const nameEnding = (name: string): string | undefined => /\.([^.\s]{1,16})$/u.exec(name)?.[1]?.toLowerCase();

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN_DOCUMENT_PREFIX = 'application/vnd.oasis.opendocument.';
const CFB = 'application/x-cfb';
const ZIP_TYPE = 'application/zip';

/** Media types, or their beginnings, that a file with the extension can have. Text and sound have too many forms to be checked. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  rtf: ['application/rtf'],
  // Office programs write some of these as rich text or HTML.
  doc: [CFB, 'application/rtf', 'text/'],
  xls: [CFB, 'text/'],
  ppt: [CFB],
  msg: [CFB],
  docx: [`${OFFICE}wordprocessingml`, ZIP_TYPE],
  xlsx: [`${OFFICE}spreadsheetml`, ZIP_TYPE],
  pptx: [`${OFFICE}presentationml`, ZIP_TYPE],
  odt: [`${OPEN_DOCUMENT_PREFIX}text`, ZIP_TYPE],
  ods: [`${OPEN_DOCUMENT_PREFIX}spreadsheet`, ZIP_TYPE],
  odp: [`${OPEN_DOCUMENT_PREFIX}presentation`, ZIP_TYPE],
  zip: [ZIP_TYPE, OFFICE, OPEN_DOCUMENT_PREFIX],
  kmz: [ZIP_TYPE],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  heic: ['image/heic'],
};

/** Returns true also for unknown extensions. */
export const contentFitsName = (name: string, mediaType: string): boolean => {
  const expected = EXPECTED[nameEnding(name) ?? ''];
  return expected === undefined || expected.some((type) => mediaType.startsWith(type));
};

/** Returns true for an accepted extension; undefined accepts all. */
export const isEndingAccepted = (name: string, accept: readonly string[] | undefined): boolean =>
  accept === undefined || accept.includes(nameEnding(name) ?? '');
