// Protects a text for a spreadsheet: one that would be run as a formula is marked as text. Used wherever cells are written or copied.

/** Characters that begin a formula, also in their wide form, and after white space that spreadsheets ignore. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/u;
/** A number, or several as in an extent, each with an optional sign. */
const NUMBER = /^[+-]?\d[\d\s.,]*(?:; *[+-]?\d[\d\s.,]*)*$/u;

/** Returns `'=1+1` for `=1+1`; `-5` is unchanged. */
export const harmlessText = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
