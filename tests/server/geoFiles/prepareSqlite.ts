// Loads the library with which mapshaper writes GeoPackages: without its warning that a faster SQLite is missing, and with the address of
// its own SQLite, a WebAssembly file. Used by makeFiles.ts.

import { createRequire } from 'node:module';

// The library has no types.
interface GeoPackageLibrary {
  setSqljsWasmLocateFile(locate: () => string): void;
}

const ofMapshaper = createRequire(createRequire(import.meta.url).resolve('mapshaper'));

const loadQuietly = (): GeoPackageLibrary => {
  const { error } = console;
  console.error = (...said: readonly unknown[]): void => {
    if (!String(said[0]).startsWith('Unable to register SqliteAdapter')) error(...said);
  };
  try {
    return ofMapshaper('@ngageoint/geopackage') as GeoPackageLibrary;
  } finally {
    console.error = error;
  }
};

export const prepareSqlite = (): void => {
  const wasm = createRequire(ofMapshaper.resolve('@ngageoint/geopackage')).resolve('rtree-sql.js/dist/sql-wasm.wasm');
  loadQuietly().setSqljsWasmLocateFile(() => wasm);
};
