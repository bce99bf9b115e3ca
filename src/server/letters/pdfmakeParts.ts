// Parts of pdfmake that its own entry point wires together without tags.

import { createRequire } from 'node:module';

const require = createRequire(import.meta.url);

/** Returns what a file of the library exports as its default. The version is exact, and the tests of letters use every part. */
export const partOfPdfmake = <Part>(name: string): Part =>
  (require(`pdfmake/js/${name}.js`) as { readonly default: Part }).default;

export const { tableLayouts } = require('pdfmake/js/tableLayouts.js') as { readonly tableLayouts: unknown };
