// Collects clean-up functions of listeners, timers and reactions, and runs them with one call.

export class Disposables {
  private undo: (() => void)[] = [];

  add(...undo: readonly (() => void)[]): void {
    this.undo.push(...undo);
  }

  /** Runs the functions in reverse order. A second call does nothing. */
  dispose(): void {
    const undo = this.undo.toReversed();
    this.undo = [];
    for (const each of undo) each();
  }
}
