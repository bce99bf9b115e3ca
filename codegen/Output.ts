// File that the compiler produces: path from the root and full text. The emitters create outputs; write compares and writes them.

export interface Output {
  readonly path: string;
  readonly text: string;
}

export const NOTICE =
  '// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.\n';
