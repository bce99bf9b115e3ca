// Sends masked events of this page to the agents with a view, for as long as at least one of them has a view. Nothing is recorded before.

import { type Client, idsIn, linkFirstSheet } from 'src/client/extend.ts';
import { EventBatches } from 'src/domain/assist/client/eventBatches.client.ts';
import { createInterfaceWords } from 'src/domain/assist/client/mask/interfaceWords.client.ts';
import { ITEM_MARKS, maskedText, type MaskRules } from 'src/domain/assist/client/mask/maskedText.client.ts';
import { ReadableItems } from 'src/domain/assist/client/mask/ReadableItems.client.ts';
import { mayShowInPicture } from 'src/domain/assist/client/mask/pictureRights.client.ts';
import { SharedPictures } from 'src/domain/assist/client/SharedPictures.client.ts';
import { type PageCapture, startCapture } from 'src/domain/assist/client/pageCapture.client.ts';
import type { SessionInfo, VisitorEvents } from 'src/domain/assist/protocol.ts';
import { isItemId, parseItemId } from 'src/model/item/itemId.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';

interface PageSink {
  readonly send: (event: keyof VisitorEvents, payload: object) => void;
  /** `payload` is JSON text. */
  readonly sendText: (event: keyof VisitorEvents, payload: string) => void;
  readonly sendBinary: (frame: Uint8Array<ArrayBuffer>) => void;
  readonly unsentBytes: () => number;
}

const helpValueTexts = (value: Json | undefined): string[] => {
  if (typeof value === 'string' || typeof value === 'number') return [String(value)];
  return typeof value === 'object' && value !== null ? Object.values(value).flatMap(helpValueTexts) : [];
};

const idsBelow = (value: Json | undefined): ItemId[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(idsBelow) : idsIn(value);

/** Ids in an item, which is frozen and replaced when it changes. */
const idsOfItems = new WeakMap<Item, readonly ItemId[]>();

const idsInItem = (item: Item): readonly ItemId[] => {
  const known = idsOfItems.get(item) ?? [...new Set(idsBelow(item as Json))];
  idsOfItems.set(item, known);
  return known;
};

/** Segments of an address that name no item and contain no words of a search. */
const safePath = (path: string): string =>
  path
    .split('/')
    .map((segment) => (/^[a-z][a-z.-]*$/.test(segment) && !segment.startsWith('i-') ? segment : ''))
    .filter((segment) => segment !== '')
    .join('/');

/** Ids of the items that the page shows now. */
const idsOnPage = (): readonly ItemId[] => {
  const marks = [...document.querySelectorAll<HTMLElement>(ITEM_MARKS)];
  return [...new Set(marks.map(({ dataset }) => dataset['shows'] ?? dataset['item'] ?? ''))].filter(isItemId);
};

export class SharedPage {
  private readonly client: Client;
  private readonly session: ItemId;
  private readonly sink: PageSink;
  private readonly batches: EventBatches;
  private readonly readable: ReadableItems;
  private readonly rules: MaskRules;
  readonly pictures: SharedPictures;
  private readonly stops: (() => void)[] = [];
  private capture: PageCapture | undefined;
  private agents: readonly string[] = [];
  private mask = 0;
  private words: { readonly messages: unknown; readonly mask: (text: string) => string } | undefined;

  constructor(client: Client, session: ItemId, sink: PageSink) {
    this.client = client;
    this.session = session;
    this.sink = sink;
    this.batches = new EventBatches({
      collect: () => this.capture?.collect(),
      sendText: (payload) => sink.sendText('messages', payload),
      sendBinary: sink.sendBinary,
      unsentBytes: sink.unsentBytes,
      onDropped: () => this.snapshot(),
    });
    const { type: _t, number: _i } = parseItemId(session);
    this.readable = new ReadableItems({
      ask: (agents, ids) =>
        client.connection.send('act/assistReadable', { _t, _i, agents: [...agents], ids: [...ids] }),
      onChange: (ids) => {
        this.capture?.refresh(ids);
        this.pictures.repaint();
      },
    });
    this.pictures = new SharedPictures({
      send: sink.send,
      idOf: (canvas) => this.capture?.idOf(canvas) ?? -1,
      mayShow: (id) =>
        mayShowInPicture({ registry: client.registry, itemOf: (each) => this.itemOf(each) }, this.readable, id),
    });
    this.rules = {
      words: (text) => this.interfaceText(text),
      mayShow: (id, property) => this.readable.mayShow(id, property),
      hiddenTexts: (id) => this.hiddenTexts(id),
    };
    this.stops.push(client.items.onServerUpdate((id) => this.readable.askAgain([id])));
  }

  /** A new number of a mask is announced before its first picture, whenever these agents change. */
  setAgents(agents: readonly string[]): void {
    if (agents.join(' ') === this.agents.join(' ')) return;
    this.agents = agents;
    this.readable.setAgents(agents);
    if (agents.length > 0) void this.begin();
    else this.pause();
  }

  /** Asks again what the agents may read, and sends the page with a new mask. Nothing is sent before the answer. */
  async renew(): Promise<void> {
    const { agents } = this;
    this.pause();
    await this.readable.renew(this.session);
    if (agents === this.agents && agents.length > 0) await this.begin();
  }

  private pause(): void {
    this.capture?.stop();
    this.capture = undefined;
    this.batches.stop();
    this.pictures.setAgents([]);
  }

  private async begin(): Promise<void> {
    const { agents } = this;
    this.mask += 1;
    this.batches.begin(this.mask);
    this.sink.send('mask_for', { mask: this.mask, agents });
    this.readable.askNow(idsOnPage());
    if (this.capture) this.capture.snapshot();
    else {
      await linkFirstSheet();
      if (agents !== this.agents || this.capture) return;
      this.capture = startCapture({ page: this.rules, emit: (event) => this.batches.add(event) });
    }
    this.pictures.setAgents(agents);
  }

  snapshot(): void {
    this.capture?.snapshot();
  }

  /** True for elements outside of items, and in items that all agents may read. */
  mayUse(element: Element): boolean {
    const mark = element.closest<HTMLElement>(ITEM_MARKS);
    const id = mark?.dataset['shows'] ?? mark?.dataset['item'];
    return id === undefined || this.readable.mayShow(id, mark?.dataset['property']);
  }

  nodeOf(id: number): Node | undefined {
    return this.capture?.nodeOf(id);
  }

  info(): SessionInfo {
    return {
      active: document.visibilityState === 'visible',
      pageTitle: document.title
        .split(' – ')
        .map((part) => maskedText(this.rules, part, document.documentElement))
        .join(' – '),
      path: `/${safePath(location.pathname)}`,
      viewport: { width: window.innerWidth, height: window.innerHeight },
    };
  }

  stop(): void {
    this.stops.forEach((stop) => stop());
    this.setAgents([]);
    this.readable.stop();
  }

  private interfaceText(text: string): string {
    const { messages } = this.client.intl;
    if (this.words?.messages !== messages) this.words = { messages, mask: createInterfaceWords(messages) };
    return this.words.mask(text);
  }

  private itemOf(id: ItemId): Item | undefined {
    const loaded = this.client.items.peek(id);
    return loaded?.state === 'ready' ? loaded.item : undefined;
  }

  /** Names of related items that the agents may not read, and values of restricted properties. */
  private hiddenTexts(id: ItemId): readonly string[] {
    const { items } = this.client;
    const item = this.itemOf(id);
    if (!item) return [];
    const related = idsInItem(item).filter((other) => other !== id && !this.readable.mayShow(other, undefined));
    const names = related.map((other) => items.label(other)).filter((name) => name !== undefined);
    const values = this.readable.hiddenProperties(id).flatMap((name) => helpValueTexts(item[name]));
    return [...names, ...values].filter((text) => text.length > 1);
  }
}
