// The words that an expression can continue with: questions and functions that begin with what is typed before the cursor.

export interface Completion {
  readonly key: string;
  /** Label of the question, or the empty text for a function. */
  readonly note: string;
  readonly insert: string;
}

export interface CompletionList {
  /** Position at which the inserted text begins. */
  readonly from: number;
  /** Position behind the text that it replaces. */
  readonly to: number;
  readonly offers: readonly Completion[];
}

export interface KnownWords {
  readonly questions: readonly { readonly name: string; readonly label: string }[];
  readonly functions: readonly string[];
}

const MAX_COMPLETIONS = 12;
const LEAST_LETTERS = 2;
const TYPED_REFERENCE = /\$\{?\s*([\p{L}\p{M}\p{N}_.-]*)$/u;
const TYPED_WORD = /(?:^|[^\p{L}\p{M}\p{N}_.$'"{-])(\p{L}[\p{L}\p{N}:-]*)$/u;

const beginsLike = (word: string, typed: string): boolean => word.toLowerCase().startsWith(typed.toLowerCase());

const NO_COMPLETIONS: CompletionList = { from: 0, to: 0, offers: [] };

/** Returns true where the cursor is within a quoted text, which has no references. */
const isQuoted = (text: string): boolean => {
  const quotes = /^(?:[^'"]|'[^']*'|"[^"]*")*$/;
  return !quotes.test(text);
};

/** `${` offers every question; two letters offer functions and questions. */
export const completionsAt = (text: string, caret: number, { questions, functions }: KnownWords): CompletionList => {
  const before = text.slice(0, caret);
  if (isQuoted(before)) return NO_COMPLETIONS;
  const references = (typed: string): readonly Completion[] =>
    questions
      .filter(({ name, label }) => beginsLike(name, typed) || (typed !== '' && beginsLike(label, typed)))
      .map(({ name, label }) => ({ key: `\${${name}}`, note: label, insert: `\${${name}}` }));
  const reference = TYPED_REFERENCE.exec(before);
  if (reference) {
    const end = /^[\p{L}\p{M}\p{N}_.-]*\}?/u.exec(text.slice(caret))?.[0].length ?? 0;
    return { from: reference.index, to: caret + end, offers: references(reference[1] ?? '').slice(0, MAX_COMPLETIONS) };
  }
  const typed = TYPED_WORD.exec(before)?.[1] ?? '';
  if (typed.length < LEAST_LETTERS) return NO_COMPLETIONS;
  const calls = functions
    .filter((name) => beginsLike(name, typed))
    .map((name) => ({ key: `${name}()`, note: '', insert: `${name}(` }));
  return { from: caret - typed.length, to: caret, offers: [...calls, ...references(typed)].slice(0, MAX_COMPLETIONS) };
};
