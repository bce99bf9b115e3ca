// `zipPath` of a type: where the files of its items stand in a zip, as folders and a name over paths of the item:
// `{consultation}/{community}/{$added} - {$file}`. Read by the server as it writes the zip, and checked by codegen.

/** The name of the file, with its ending. */
export const ZIP_FILE = '$file';
/** The day on which the file was attached. */
export const ZIP_ADDED = '$added';
/** The label of the item. */
export const ZIP_LABEL = '$label';

/** Of types that declare none: a folder for each item. */
export const USUAL_ZIP_PATH = `{${ZIP_LABEL}}/{${ZIP_FILE}}`;

interface ZipPattern {
  readonly folders: readonly string[];
  readonly file: string;
}

/** Example: `{a}/{b} - {$file}` has the folder `{a}`, and the file `{b} - {$file}`. */
export const zipPattern = (path: string): ZipPattern => {
  const parts = path.split('/');
  return { folders: parts.slice(0, -1), file: parts.at(-1) ?? '' };
};
