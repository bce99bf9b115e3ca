// Letters at the caret of a text. Used by fields with a palette of letters.

/** Puts letters at the caret. The result is composed (NFC), so a combining mark joins the letter before it; the caret follows. */
export const insertAt = (
  text: string,
  letters: string,
  [from, to]: readonly [number, number],
): { readonly text: string; readonly caret: number } => {
  const before = (text.slice(0, from) + letters).normalize('NFC');
  return { text: before + text.slice(to), caret: before.length };
};
