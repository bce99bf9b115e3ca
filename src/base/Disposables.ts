// Things to undo together: listeners, timers, reactions. Whoever collects them calls dispose once.

export class Disposables {
  private undo: (() => void)[] = [];

  add(...undo: readonly (() => void)[]): void {
    this.undo.push(...undo);
  }

  /** Last added first; a second call does nothing. */
  dispose(): void {
    const undo = this.undo.toReversed();
    this.undo = [];
    for (const each of undo) each();
  }
}
