// The place where a form stores the files of its answers: on the device in the field, in the uploads of a page, nowhere in a preview.

/** Stores the files of answers and finds them again by their names. */
export interface FileSource {
  /** Stores a file and returns its name, which is unique within the record. Rejects when there is no space left. */
  readonly add: (question: string, blob: Blob, name: string) => Promise<string>;
  /** Returns an address from which the page can show the file. */
  readonly urlOf: (name: string) => Promise<string>;
}
