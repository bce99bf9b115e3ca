// A text on its way into a spreadsheet: one that would be run as a formula is marked as text. Called wherever cells are written or copied.

/** Signs that begin a formula, also in their wide form, and behind the white space that spreadsheets drop. */
const FORMULA = /^(?:\s*[=+\-@＝＋－＠]|[\t\r])/u;
/** A number, or several as an extent has them; each may begin with a sign. */
const NUMBER = /^[+-]?\d[\d\s.,]*(?:; *[+-]?\d[\d\s.,]*)*$/u;

/** `=1+1` becomes `'=1+1`; `-5` stays. */
export const harmlessText = (text: string): string => (FORMULA.test(text) && !NUMBER.test(text) ? `'${text}` : text);
