// Comments of a source file and the faults of style in them that a machine can find.
// Read by measures.ts. The rules are those of the project's writing style: full statements in plain English.

export interface Comment {
  /** Number of the first line, counted from 1. */
  readonly line: number;
  /** Number of lines in the file. */
  readonly lines: number;
  /** Words of the comment without its signs, in one line. */
  readonly text: string;
}

/** Words that open a clause without a main verb: a sentence that begins with one is a fragment, unless it is a question. */
const CLAUSE = /^(?:of|whose|who|whom|what|why|how|whether|which|those of|in place of|instead of)\b/i;
/** Words that open a clause or phrase of a sentence. A comma and a main clause must follow. */
const OPENING =
  /^(?:where|when|while|if|unless|until|since|because|before|after|by|for|with|without|to|as(?! (?:a rule|an example|a result),))\b(?! (?:default|contrast|design|example|instance)\b)/i;
/** Words after a comma with which the opening phrase continues. */
const GOES_ON =
  /^(?:so that|and|or|but|nor|not|never|else|than|who|whose|whom|which|what|how|whether|where|when|while|if|unless|until|since|because|as|of|by|for|with|without)\b/i;

const isFragment = (sentence: string): boolean => {
  if (sentence.endsWith('?')) return false;
  if (CLAUSE.test(sentence)) return true;
  const [, ...parts] = (sentence.split(/:\s/)[0] ?? '').split(/,\s+/);
  return OPENING.test(sentence) && !parts.some((part) => part.includes(' ') && !GOES_ON.test(part));
};

const IDIOMS: readonly RegExp[] = [
  /\bstands? (?:for|in|on|at|to|as|there|here|before|behind|above|below|beside|within|by|alone|first|last|open)\b/gi,
  /\b(?:nobody|somebody|whoever|whatever|whichever|whomever)\b/gi,
  /\b(?:no|any) more\b(?! (?:than|often)\b)/gi,
  /\banew\b/gi,
  /\balone\b/gi,
  /\bbeside\b/gi,
  /\btold\b/gi,
  /\bof late\b/gi,
  /\bso that none\b/gi,
  /\bis so\b(?! \w+ that\b)/gi,
  /\bbears?\b/gi,
  /\b(?:thereby|therein|thereof|hence|whence|thus|wherein|whereby|lest)\b/gi,
  /\bis said\b|\bsaid (?:here|there|of|by)\b/gi,
];

/** Returns the rest of a comment line without its signs. For a directive of the linter, this is the reason. */
const wordsOf = (line: string): string =>
  line
    .replace(/^\s*(?:\/\/|\/\*\*?|\*(?!\/))?\s?/, '')
    .replace(/\*\/.*$/, '')
    .replace(/^(?:oxlint|eslint)-[\w-]+ \S+(?: -- )?/, '')
    .trim();

/** Start of a comment behind code. A `//` inside a string or an address has no space on its left. */
const BEHIND_CODE = /[;,{}()[\]]\s+\/\/ (.*)$/;

/** Returns the comments of the text in their order. Consecutive lines that begin with two slashes are one comment. */
export const commentsIn = (text: string): Comment[] => {
  const found: { line: number; lines: number; texts: string[]; isOpen: boolean }[] = [];
  let isBlock = false;
  for (const [index, line] of text.split('\n').entries()) {
    const start = line.trimStart();
    const last = found.at(-1);
    const isLine: boolean = !isBlock && start.startsWith('//');
    if (isBlock || (isLine && last?.isOpen === true)) {
      last?.texts.push(wordsOf(line));
      if (last) last.lines += 1;
      if (isBlock && line.includes('*/')) isBlock = false;
    } else if (isLine || start.startsWith('/*') || start.startsWith('{/*')) {
      found.push({ line: index + 1, lines: 1, texts: [wordsOf(start.replace(/^\{/, ''))], isOpen: isLine });
      isBlock = !isLine && !line.includes('*/');
    } else {
      if (last) last.isOpen = false;
      const behind = BEHIND_CODE.exec(line)?.[1];
      if (behind !== undefined) found.push({ line: index + 1, lines: 1, texts: [behind], isOpen: false });
    }
  }
  return found.map(({ line, lines, texts }) => ({ line, lines, text: texts.join(' ').trim() }));
};

const sentencesOf = (text: string): string[] => text.split(/(?<=[.?!])\s+(?=[A-Z`])/);

/** Returns the sentences of the comment that begin with a clause and have no main verb. */
export const fragmentsIn = (text: string): string[] => sentencesOf(text).filter(isFragment);

/** Returns the archaic or unclear words of the comment. */
export const idiomsIn = (text: string): string[] => {
  const plain = text.replaceAll(/`[^`]*`/g, '');
  return IDIOMS.flatMap((idiom) => plain.match(idiom) ?? []);
};
