// Gates that may stop a column from closing or saving, called with VALIDATE and then CLOSE or SAVE ([CELL-03]).

export type GateStage = 'VALIDATE' | 'CLOSE' | 'SAVE';

/** `maySave` asks the column's gates for SAVE, for one that saves before it lets close. */
export type CellGate = (stage: GateStage, maySave: () => Promise<boolean>) => boolean | Promise<boolean>;

export class Gates {
  private readonly byColumn = new Map<number, Set<CellGate>>();
  private readonly onThrown: (thrown: unknown) => void;
  private asking = false;

  constructor(onThrown: (thrown: unknown) => void) {
    this.onThrown = onThrown;
  }

  add(index: number, gate: CellGate): () => void {
    const gates = this.byColumn.get(index) ?? new Set();
    this.byColumn.set(index, gates);
    gates.add(gate);
    return () => {
      gates.delete(gate);
    };
  }

  has(indexes: readonly number[]): boolean {
    return indexes.some((index) => (this.byColumn.get(index)?.size ?? 0) > 0);
  }

  /** Returns false if any gate returns false or fails, and while another question is open. */
  async pass(indexes: readonly number[], stage: 'CLOSE' | 'SAVE'): Promise<boolean> {
    if (!this.has(indexes)) return true;
    if (this.asking) return false;
    this.asking = true;
    try {
      for (const index of indexes) if (!(await this.passColumn(index, stage))) return false;
      return true;
    } catch (thrown) {
      this.onThrown(thrown);
      return false;
    } finally {
      this.asking = false;
    }
  }

  private async passColumn(index: number, stage: 'CLOSE' | 'SAVE'): Promise<boolean> {
    const gates = [...(this.byColumn.get(index) ?? [])];
    const maySave = (): Promise<boolean> => this.passColumn(index, 'SAVE');
    for (const gate of gates) if (!(await gate('VALIDATE', maySave))) return false;
    for (const gate of gates) if (!(await gate(stage, maySave))) return false;
    return true;
  }
}
