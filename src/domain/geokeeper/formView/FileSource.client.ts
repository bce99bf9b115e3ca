// The place where a form stores the files of its answers: on the device in the field, in the uploads of a page, nowhere in a preview.

/** Thrown when a file cannot be the answer to its question, with the reason as a message id. */
export class FileRefusedError extends Error {
  readonly messageId: string;

  constructor(messageId: string) {
    super(messageId);
    this.messageId = messageId;
    this.name = 'FileRefusedError';
  }
}

/** Stores the files of answers and finds them again by their names. */
export interface FileSource {
  /** Stores a file and returns its name, unique within the record. Rejects with `FileRefusedError`, or when there is no space left. */
  readonly add: (question: string, blob: Blob, name: string) => Promise<string>;
  /** Returns an address from which the page can show the file. */
  readonly urlOf: (name: string) => Promise<string>;
}
