// Knows which items on the page all agents with a view may read, by the answers of the server. An item without an answer is masked.

import type { ItemId } from 'src/model/item/Item.ts';

/** Restricted properties that some agent may not read; undefined for an item that is masked. */
type Hidden = ReadonlySet<string> | undefined;

interface ReadableAnswer {
  readonly items: readonly { readonly id: ItemId; readonly hidden: readonly string[] }[];
}

interface ReadableOptions {
  readonly ask: (agents: readonly string[], ids: readonly ItemId[]) => Promise<ReadableAnswer>;
  /** Called with the items whose mask has changed. */
  readonly onChange: (ids: readonly ItemId[]) => void;
}

const ASK_AFTER_MS = 20;
/** Rights can end without a change of the item, so the server is asked again at this interval. */
const MASK_ASK_AGAIN_MS = 15_000;
const IDS_PER_QUESTION = 500;

const isSameAnswer = (one: Hidden, other: Hidden): boolean =>
  one === other ||
  (one !== undefined && other !== undefined && one.size === other.size && [...one].every((name) => other.has(name)));

export class ReadableItems {
  private readonly options: ReadableOptions;
  private agents: readonly string[] = [];
  private known = new Map<ItemId, Hidden>();
  private readonly wanted = new Set<ItemId>();
  private timer: number | undefined;
  private readonly interval: number;
  /** Answers to questions about earlier agents are ignored. */
  private round = 0;

  constructor(options: ReadableOptions) {
    this.options = options;
    this.interval = window.setInterval(() => this.askAgain([...this.known.keys()]), MASK_ASK_AGAIN_MS);
  }

  /** Masks everything until the server has answered for these agents. */
  setAgents(agents: readonly string[]): void {
    const ids = [...this.known.keys()];
    this.agents = agents;
    this.round += 1;
    this.known = new Map();
    this.askAgain(ids);
  }

  /** Masks everything, and resolves when the server has answered again. */
  async renew(session: ItemId): Promise<void> {
    const ids = [...new Set([session, ...this.known.keys()])];
    this.known = new Map();
    this.round += 1;
    for (const id of ids) this.wanted.add(id);
    window.clearTimeout(this.timer);
    while (this.wanted.size > 0 && this.agents.length > 0) await this.askWanted();
  }

  mayShow(id: ItemId, property: string | undefined): boolean {
    if (!this.known.has(id)) this.askAgain([id]);
    const hidden = this.known.get(id);
    return hidden !== undefined && (property === undefined || !hidden.has(property));
  }

  hiddenProperties(id: ItemId): readonly string[] {
    return [...(this.known.get(id) ?? [])];
  }

  askAgain(ids: readonly ItemId[]): void {
    if (this.agents.length === 0) return;
    for (const id of ids) {
      if (!this.known.has(id)) this.known.set(id, undefined);
      this.wanted.add(id);
    }
    if (this.wanted.size > 0) this.timer ??= window.setTimeout(() => void this.askWanted(), ASK_AFTER_MS);
  }

  /** Asks at once, so that the server answers while the first picture of the page is taken. */
  askNow(ids: readonly ItemId[]): void {
    this.askAgain(ids.filter((id) => this.known.get(id) === undefined));
    if (this.timer === undefined) return;
    window.clearTimeout(this.timer);
    void this.askWanted();
  }

  stop(): void {
    window.clearInterval(this.interval);
    window.clearTimeout(this.timer);
    this.agents = [];
    this.round += 1;
  }

  private async askWanted(): Promise<void> {
    this.timer = undefined;
    const { round } = this;
    const ids = [...this.wanted].slice(0, IDS_PER_QUESTION);
    for (const id of ids) this.wanted.delete(id);
    let items: ReadableAnswer['items'] = [];
    try {
      ({ items } = await this.options.ask(this.agents, ids));
    } catch {
      // Without an answer, the items are masked until the next question.
    }
    if (round !== this.round) return;
    const answers = new Map(items.map(({ id, hidden }) => [id, new Set(hidden)]));
    const changed = ids.filter((id) => !isSameAnswer(this.known.get(id), answers.get(id)));
    for (const id of ids) this.known.set(id, answers.get(id));
    if (changed.length > 0) this.options.onChange(changed);
    this.askAgain([]);
  }
}
