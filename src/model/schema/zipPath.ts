// `zipPath` of a type: position of its items' files in a zip, as folders and a name made of paths: `{consultation}/{community}/{$added} -
// {$file}`. Used by the server when it writes the zip, and validated by codegen.

/** Name of the file with its extension. */
export const ZIP_FILE = '$file';
/** Day on which the file was attached. */
export const ZIP_ADDED = '$added';
/** Label of the item. */
export const ZIP_LABEL = '$label';

/** Default: a folder for each item. */
export const USUAL_ZIP_PATH = `{${ZIP_LABEL}}/{${ZIP_FILE}}`;

interface ZipPattern {
  readonly folders: readonly string[];
  readonly file: string;
}

/** Splits a path: `{a}/{b} - {$file}` has the folder `{a}` and the file `{b} - {$file}`. */
export const zipPattern = (path: string): ZipPattern => {
  const parts = path.split('/');
  return { folders: parts.slice(0, -1), file: parts.at(-1) ?? '' };
};
