// Records the page with rrweb and masks each event before it is sent. Items that become readable, or that are no longer readable, are sent
// again with their new mask. After each change of the page, the recorder holds further ones until they are collected, so that a text that
// changes in every frame is recorded and masked once for each batch.

import { type eventWithTime, EventType, IncrementalSource, record } from 'rrweb';
import { maskedEvent, type MaskedPage, type MutationData } from 'src/domain/assist/client/mask/maskedEvent.client.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** Pictures, recordings, maps and charts are replaced by boxes of the same size. Parts of the assist itself are left out. */
const BOXES = [
  ...['img', 'picture', 'video', 'audio', 'canvas', 'iframe', 'object', 'embed', '[data-assist]'],
  'svg:not(.bp6-icon > svg)',
].join(',');

interface CaptureOptions {
  readonly page: Omit<MaskedPage, 'elementOf'>;
  readonly emit: (event: eventWithTime) => void;
}

export interface PageCapture {
  /** Emits the changes that the recorder holds. */
  readonly collect: () => void;
  /** Sends a picture of the whole page. */
  readonly snapshot: () => void;
  /** Sends the texts and attributes of these items again. */
  readonly refresh: (ids: readonly ItemId[]) => void;
  readonly nodeOf: (id: number) => Node | undefined;
  readonly idOf: (node: Node) => number;
  readonly stop: () => void;
}

const elementOf = (id: number): Element | undefined => {
  const node = record.mirror.getNode(id);
  if (!node) return undefined;
  return node instanceof Element ? node : (node.parentElement ?? undefined);
};

const MARKS_PER_SELECTOR = 200;

/** Returns the elements that show one of the items. */
const elementsOf = (ids: readonly ItemId[]): readonly HTMLElement[] => {
  const found: HTMLElement[] = [];
  for (let from = 0; from < ids.length; from += MARKS_PER_SELECTOR) {
    const marks = ids
      .slice(from, from + MARKS_PER_SELECTOR)
      .filter(isItemId)
      .flatMap((id) => [`[data-shows="${id}"]`, `[data-item="${id}"]`]);
    if (marks.length === 0) continue;
    found.push(...document.querySelectorAll<HTMLElement>(marks.join(',')));
  }
  return found;
};

const SENT_TEXTS = ['title', 'aria-label', 'placeholder'];

/** Returns the mutation that contains all texts below the elements as they are now, unmasked. */
const textsBelow = (elements: readonly HTMLElement[]): MutationData => {
  const texts = new Map<number, string>();
  const attributes = new Map<number, Record<string, string>>();
  for (const element of elements) {
    const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT | NodeFilter.SHOW_ELEMENT);
    for (let node: Node | null = element; node; node = walker.nextNode()) {
      const id = record.mirror.getId(node);
      if (id === -1) continue;
      if (node instanceof Element) {
        const own = SENT_TEXTS.map((name) => [name, (node as Element).getAttribute(name)] as const);
        const present = own.filter((entry): entry is [string, string] => entry[1] !== null);
        if (present.length > 0) attributes.set(id, Object.fromEntries(present));
      } else texts.set(id, node.textContent ?? '');
    }
  }
  return {
    source: IncrementalSource.Mutation,
    texts: [...texts].map(([id, value]) => ({ id, value })),
    attributes: [...attributes].map(([id, own]) => ({ id, attributes: own })),
    removes: [],
    adds: [],
  };
};

const isChange = ({ type, data }: eventWithTime): boolean =>
  type === EventType.IncrementalSnapshot && data.source === IncrementalSource.Mutation;

/** Kind of an event that stays on the device. The recorder emits held changes before any event that is no change. */
const COLLECT = 'collect';

export const startCapture = ({ page, emit }: CaptureOptions): PageCapture => {
  const masked: MaskedPage = { ...page, elementOf };
  const take = (event: eventWithTime): void => {
    const safe = maskedEvent(masked, event);
    if (safe) emit(safe);
    if (isChange(event)) record.freezePage();
  };
  const stop = record({
    emit: take,
    blockSelector: BOXES,
    maskAllInputs: true,
    inlineStylesheet: false,
    slimDOMOptions: 'all',
    sampling: { mousemove: 50, scroll: 50, media: 800, input: 'last' },
    recordCanvas: false,
    collectFonts: false,
  });
  return {
    collect: () => record.addCustomEvent(COLLECT, {}),
    // The recorder emits held changes first. A picture of the whole page that came before them would contain them twice.
    snapshot: () => record.takeFullSnapshot(),
    refresh: (ids) => {
      const data = textsBelow(elementsOf(ids));
      if (data.texts.length + data.attributes.length > 0)
        take({ type: EventType.IncrementalSnapshot, data, timestamp: Date.now() });
    },
    nodeOf: (id) => record.mirror.getNode(id) ?? undefined,
    idOf: (node) => record.mirror.getId(node),
    stop: () => stop?.(),
  };
};
