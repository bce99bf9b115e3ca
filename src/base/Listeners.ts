// List of callbacks. `notify` calls those that are registered when it starts.

export class Listeners<Args extends readonly unknown[]> {
  private readonly handlers = new Set<(...args: Args) => void>();

  /** Registers a callback and returns the function that removes it. */
  add(handle: (...args: Args) => void): () => void {
    const own = (...args: Args): void => handle(...args);
    this.handlers.add(own);
    return () => {
      this.handlers.delete(own);
    };
  }

  notify(...args: Args): void {
    for (const handle of [...this.handlers]) handle(...args);
  }
}
