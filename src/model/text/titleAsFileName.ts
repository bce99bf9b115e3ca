// Name of a file that is made from a title, such as the subject of a letter. Pure.

const MOST_SIGNS = 80;
/** Characters that a file system refuses. */
const UNSAFE_IN_NAMES = /[\\/:*?"<>|\p{Cc}]+/gu;

/** Returns the title without characters that a file system refuses, at most 80 characters long. It can be empty. */
export const titleAsFileName = (title: string): string =>
  [...title.replaceAll(UNSAFE_IN_NAMES, ' ')].slice(0, MOST_SIGNS).join('').trim();
