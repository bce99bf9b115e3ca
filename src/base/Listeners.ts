// Those who want to hear of something. Notifying uses the list as it is at that moment.

export class Listeners<Args extends readonly unknown[]> {
  private readonly handlers = new Set<(...args: Args) => void>();

  /** Returns the removal. */
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
