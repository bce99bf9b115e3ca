// Parts of pdfmake for which its own entry point has no tagging.

import { createRequire } from 'node:module';

const requirePdfmake = createRequire(import.meta.url);

/** Returns the default export of a library file. The version is exact, and the tests of letters use every part. */
export const partOfPdfmake = <Part>(name: string): Part =>
  (requirePdfmake(`pdfmake/js/${name}.js`) as { readonly default: Part }).default;

export const { tableLayouts } = requirePdfmake('pdfmake/js/tableLayouts.js') as { readonly tableLayouts: unknown };
