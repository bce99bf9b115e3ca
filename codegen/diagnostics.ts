// A fault in a declaration: file, position, and a reason that says what to do. Every step reports diagnostics; main prints them. An error
// stops the compiler before it writes; a warning is only printed.

export interface Diagnostic {
  readonly file: string;
  /** JSON pointer; empty for the whole file. */
  readonly pointer: string;
  readonly reason: string;
  readonly warning?: true;
}

export const formatDiagnostic = ({ file, pointer, reason, warning }: Diagnostic): string =>
  `${file}${pointer === '' ? '' : `#${pointer}`}: ${warning === true ? 'warning: ' : ''}${reason}`;

/** Thrown by a step that cannot continue. Carries all diagnostics so far. */
export class CompileFailure extends Error {
  readonly diagnostics: readonly Diagnostic[];

  constructor(diagnostics: readonly Diagnostic[]) {
    super(diagnostics.map(formatDiagnostic).join('\n'));
    this.name = 'CompileFailure';
    this.diagnostics = diagnostics;
  }
}
