// One row of `npm run touch`: an example that is added to a copy of the repository, and the places that it may touch.

export interface Copy {
  /** Absolute path of the copy. */
  readonly root: string;
  read(path: string): string;
  write(path: string, text: string): void;
  /** Throws where the text does not contain what is replaced. */
  replace(path: string, before: string, after: string): void;
  /** Runs a script of the copy. Throws with what it prints when it fails. */
  run(script: string, ...args: readonly string[]): void;
}

export interface TouchRow {
  /** Name of the added thing, as in section 3 of the architecture. */
  readonly title: string;
  /** Folders (with a final slash) and files that adding it may touch. */
  readonly allowed: readonly string[];
  /** Committed outputs of the compiler that change with it. */
  readonly outputs?: readonly string[];
  readonly add: (copy: Copy) => void;
  /** Uses what was added, after the touched files of all rows have been counted; the compiler and the type check run again. */
  readonly use?: (copy: Copy) => void;
  /** Throws where the compiled output does not have what was used. */
  readonly check?: (copy: Copy) => void;
}
