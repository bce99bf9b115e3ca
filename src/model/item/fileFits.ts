// Whether the content of a file is what the ending of its name says, and which endings a property takes. Pure.

/** In lower case, without the point; undefined for a name without one. */
export const endingOf = (name: string): string | undefined => /\.([^.\s]{1,16})$/u.exec(name)?.[1]?.toLowerCase();

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
const OPEN = 'application/vnd.oasis.opendocument.';
const CFB = 'application/x-cfb';
const ZIP = 'application/zip';

/** Media types, or the beginnings of such, that a file with the ending can have. Texts and sounds have too many forms to be checked. */
const EXPECTED: Readonly<Record<string, readonly string[]>> = {
  pdf: ['application/pdf'],
  rtf: ['application/rtf'],
  // Programs of offices write some of these as rich text or as a page.
  doc: [CFB, 'application/rtf', 'text/'],
  xls: [CFB, 'text/'],
  ppt: [CFB],
  msg: [CFB],
  docx: [`${OFFICE}wordprocessingml`, ZIP],
  xlsx: [`${OFFICE}spreadsheetml`, ZIP],
  pptx: [`${OFFICE}presentationml`, ZIP],
  odt: [`${OPEN}text`, ZIP],
  ods: [`${OPEN}spreadsheet`, ZIP],
  odp: [`${OPEN}presentation`, ZIP],
  zip: [ZIP, OFFICE, OPEN],
  kmz: [ZIP],
  jpg: ['image/jpeg'],
  jpeg: ['image/jpeg'],
  png: ['image/png'],
  gif: ['image/gif'],
  webp: ['image/webp'],
  tif: ['image/tiff'],
  tiff: ['image/tiff'],
  heic: ['image/heic'],
};

/** True as well for endings of which nothing is known. */
export const contentFitsName = (name: string, mediaType: string): boolean => {
  const expected = EXPECTED[endingOf(name) ?? ''];
  return expected === undefined || expected.some((type) => mediaType.startsWith(type));
};

/** `accept`: endings; undefined takes all. */
export const isEndingAccepted = (name: string, accept: readonly string[] | undefined): boolean =>
  accept === undefined || accept.includes(endingOf(name) ?? '');
