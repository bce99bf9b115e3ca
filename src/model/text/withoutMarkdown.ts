// Converts Markdown to plain text, for tables and readers without formatting. Each pattern matches within one line up to the next character
// of its kind, so the time is linear in the length of the text.

const FENCE = /^ {0,3}(?:`{3,}|~{3,})/u;
const HEADING_SIGNS = /^ {0,3}#{1,6} +/u;
const QUOTE_SIGNS = /^ {0,3}(?:> ?)+/u;
const BULLET = /^( {0,12})[*+-] +/u;
const RULE = /^ {0,3}(?:\*[ *]*|-[ -]*|_[ _]*)$/u;
const TABLE_ROW = /^ {0,3}\|(.*)\| *$/u;
const TABLE_RULE = /^[ |:-]+$/u;

const STRONG = /(?<![\p{L}\p{N}*\\])\*{1,3}(?=[^\s*])([^*\n]{1,2000})\*{1,3}(?![\p{L}\p{N}*])/gu;
const UNDERLINED = /(?<![\p{L}\p{N}_\\])_{1,3}(?=[^\s_])([^_\n]{1,2000})_{1,3}(?![\p{L}\p{N}_])/gu;
const STRUCK = /~~([^~\n]{1,2000})~~/gu;
const CODE_SPAN = /`([^`\n]{1,2000})`/gu;
const MARKDOWN_LINK = /!?\[([^[\]\n]{0,2000})\]\(([^()\s]{1,2000})\)/gu;
const ESCAPED = /\\([\\`*_{}[\]()#+\-.!|>~<])/gu;

const linkText = (_: string, text: string, address: string): string =>
  text === '' || text === address ? address : `${text} (${address})`;

const lineText = (line: string): string => {
  const row = TABLE_ROW.exec(line)?.[1];
  const cells = row?.split('|').map((cell) => cell.trim());
  return (cells ? cells.filter((cell) => cell !== '').join('; ') : line)
    .replace(HEADING_SIGNS, '')
    .replace(QUOTE_SIGNS, '')
    .replace(BULLET, '$1• ')
    .replaceAll(MARKDOWN_LINK, linkText)
    .replaceAll(STRONG, '$1')
    .replaceAll(UNDERLINED, '$1')
    .replaceAll(STRUCK, '$1')
    .replaceAll(CODE_SPAN, '$1')
    .replaceAll(ESCAPED, '$1');
};

const isLeftOut = (line: string): boolean =>
  FENCE.test(line) || (line.length >= 3 && RULE.test(line)) || (line.includes('|') && TABLE_RULE.test(line));

/** Converts `**Two** conditions` to `Two conditions`. Lines stay lines; list entries begin with a bullet. */
export const withoutMarkdown = (text: string): string =>
  text
    .split('\n')
    .filter((line) => !isLeftOut(line))
    .map(lineText)
    .join('\n')
    .trim();
