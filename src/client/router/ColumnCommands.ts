// Commands of the columns that are shown. Keys of one letter and the palette look them up here.

export interface ColumnCommand {
  /** Key of one letter, in lower case, or the name of a command that only the palette offers. */
  readonly key: string;
  readonly icon: string;
  readonly title: string;
  readonly run: () => void;
}

export class ColumnCommands {
  private readonly shown = new Map<symbol, { readonly column: number; readonly commands: readonly ColumnCommand[] }>();

  /** Returns a function that takes the commands away again. */
  add(column: number, commands: readonly ColumnCommand[]): () => void {
    const key = Symbol('commands');
    this.shown.set(key, { column, commands });
    return () => this.shown.delete(key);
  }

  /** Returns the commands of the active column, then those of the others from the last one on, one command for each key. */
  all(active: number): readonly ColumnCommand[] {
    const rankOf = (column: number): number => (column === active ? Number.MAX_SAFE_INTEGER : column);
    const byRank = [...this.shown.values()].toSorted((one, other) => rankOf(one.column) - rankOf(other.column));
    const chosen = new Map<string, ColumnCommand>();
    for (const { commands } of byRank.toReversed())
      for (const command of commands) if (!chosen.has(command.key)) chosen.set(command.key, command);
    return [...chosen.values()];
  }

  find(key: string, active: number): ColumnCommand | undefined {
    return this.all(active).find((command) => command.key === key);
  }
}
