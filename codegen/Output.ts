// A file that the compiler makes: path from the root and whole text. Made by the emitters, compared and written by write.

export interface Output {
  readonly path: string;
  readonly text: string;
}

export const NOTICE =
  '// Compiled from the declarations in schemas/. Never edited: change a declaration and run `npm run gen`.\n';
