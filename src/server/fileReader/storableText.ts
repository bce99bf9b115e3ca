/** Returns the text without what the database cannot store: U+0000 and lone surrogates, also where the text is cut. */
export const storableText = (text: string, most: number): string =>
  text
    .replaceAll('\u0000', '')
    .slice(0, most)
    .replaceAll(/\p{Surrogate}/gu, '\uFFFD');
