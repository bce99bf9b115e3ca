// Shows the page of the helped person from the masked events: in a frame without scripts, scaled to the space there is. Styles come from the
// same files as those of this page, so the content security policy permits them.

import { EventType, type eventWithTime, IncrementalSource, type Replayer } from 'rrweb';
import { replayInto } from 'src/domain/assist/client/agent/replayFrame.client.ts';

export interface ScreenSize {
  readonly width: number;
  readonly height: number;
}

interface ScreenHandlers {
  readonly onSize: (size: ScreenSize) => void;
  readonly onPointer: (x: number, y: number) => void;
  /** Called after a batch was applied. */
  readonly onShown: () => void;
  /** Called when the picture must not be shown any longer. */
  readonly onCleared: () => void;
}

/** Every event is older, so it is applied when it arrives: the clocks of the two devices may differ. */
const NEVER_IN_FUTURE = Number.MAX_SAFE_INTEGER;

/** The replayer keeps all events, with which a recording can be played again. A live screen cannot go back. */
const MAX_KEPT_EVENTS = 1_000;

export class LiveScreen {
  private readonly replayer: Replayer;
  private readonly handlers: ScreenHandlers;
  /** False until the first picture of the whole page, and after a gap. */
  private isWhole = false;

  constructor(root: HTMLElement, handlers: ScreenHandlers) {
    this.handlers = handlers;
    this.replayer = replayInto(root, [], { liveMode: true, useVirtualDom: false });
    this.replayer.startLive(NEVER_IN_FUTURE);
  }

  /** Returns true once a picture of the whole page has arrived. */
  get hasPicture(): boolean {
    return this.isWhole;
  }

  /** Ignores changes until the next picture of the whole page. */
  forget(): void {
    this.isWhole = false;
  }

  /** Hides the picture until the next one of the whole page: rights may end between two views. */
  clear(): void {
    this.forget();
    this.handlers.onCleared();
  }

  take(events: readonly eventWithTime[]): void {
    this.dropOldEvents();
    for (const event of events) {
      if (event.type === EventType.Meta) this.handlers.onSize(event.data);
      if (event.type === EventType.FullSnapshot) this.isWhole = true;
      if (event.type === EventType.Meta || this.isWhole) this.replayer.addEvent(event);
      if (event.type === EventType.IncrementalSnapshot) this.follow(event.data);
    }
    // The replayer applies an event in the next microtask.
    if (this.isWhole) queueMicrotask(() => this.handlers.onShown());
  }

  /** The number of the element at this position of the page; undefined between elements. */
  nodeAt(x: number, y: number): number | undefined {
    return this.idOf(this.elementAt(x, y));
  }

  elementAt(x: number, y: number): Element | undefined {
    return this.replayer.iframe.contentDocument?.elementFromPoint(x, y) ?? undefined;
  }

  idOf(element: Element | undefined): number | undefined {
    const id = element && this.replayer.getMirror().getId(element);
    return id === undefined || id === -1 ? undefined : id;
  }

  /** Returns the box of a picture. It belongs to the document of the frame, which has classes of its own. */
  canvasOf(node: number): HTMLCanvasElement | undefined {
    const found = this.replayer.getMirror().getNode(node);
    return found?.nodeName === 'CANVAS' && found.isConnected ? (found as HTMLCanvasElement) : undefined;
  }

  /** Returns the closest element that scrolls, which may be the whole page. */
  scrolledAt(x: number, y: number): Element | undefined {
    const view = this.replayer.iframe.contentWindow;
    let element = this.elementAt(x, y);
    while (element && view) {
      const { overflowY } = view.getComputedStyle(element);
      if (element.scrollHeight > element.clientHeight && /auto|scroll/.test(overflowY)) return element;
      element = element.parentElement ?? undefined;
    }
    return this.replayer.iframe.contentDocument?.scrollingElement ?? undefined;
  }

  destroy(): void {
    this.replayer.destroy();
  }

  /** Times are counted from the first event, and a new event is compared with the last one. */
  private dropOldEvents(): void {
    const { events } = this.replayer.service.state.context;
    if (events.length > MAX_KEPT_EVENTS) events.splice(1, events.length - 2);
  }

  private follow(data: Extract<eventWithTime, { type: EventType.IncrementalSnapshot }>['data']): void {
    if (data.source === IncrementalSource.ViewportResize) this.handlers.onSize(data);
    if (data.source !== IncrementalSource.MouseMove) return;
    const last = data.positions.at(-1);
    if (last) this.handlers.onPointer(last.x, last.y);
  }
}
