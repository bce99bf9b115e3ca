// What is wrong with a declaration: the file, the place in it, the reason in words that say what to do.
// Made by every step; printed by main. An error stops the compiler from writing; a warning is printed and no more.

export interface Diagnostic {
  readonly file: string;
  /** JSON pointer; empty for the whole file. */
  readonly pointer: string;
  readonly reason: string;
  readonly warning?: true;
}

export const formatDiagnostic = ({ file, pointer, reason, warning }: Diagnostic): string =>
  `${file}${pointer === '' ? '' : `#${pointer}`}: ${warning === true ? 'warning: ' : ''}${reason}`;

/** Thrown by a step that cannot go on; carries every diagnostic so far. */
export class CompileFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'CompileFailure';
    this.diagnostics = diagnostics;
  }
}
