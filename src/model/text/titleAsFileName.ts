// The name of a file that is made from a title, such as the subject of a letter. Pure.

const MOST_SIGNS = 80;
/** Signs that a file system refuses, and control characters. */
const UNSAFE = /[\\/:*?"<>|\p{Cc}]+/gu;

/** Returns the title without signs that a file system refuses, at most 80 characters long. It is empty where nothing is left. */
export const titleAsFileName = (title: string): string =>
  [...title.replaceAll(UNSAFE, ' ')].slice(0, MOST_SIGNS).join('').trim();
