// What is wrong with a declaration: the file, the place in it, the reason in words that say what to do.
// Made by every step; printed by main. A finding always stops the compiler from writing.

export interface Diagnostic {
  readonly file: string;
  /** JSON pointer; empty for the whole file. */
  readonly pointer: string;
  readonly reason: string;
}

export const formatDiagnostic = ({ file, pointer, reason }: Diagnostic): string =>
  `${file}${pointer === '' ? '' : `#${pointer}`}: ${reason}`;

/** Thrown by a step that cannot go on; carries everything found so far. */
export class CompileFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'CompileFailure';
    this.diagnostics = diagnostics;
  }
}
