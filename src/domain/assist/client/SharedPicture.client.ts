// One picture of this page, such as a map, for the agents with a view. A copy of it is sent as a video from browser to browser. The copy is
// painted only while all agents may read everything in the picture, so that a change of rights or of the picture shows nothing else.

import type { PictureSource } from 'src/client/extendFrame.ts';
import { PeerLink } from 'src/domain/assist/client/PeerLink.client.ts';
import {
  ASSIST,
  type IceServer,
  type PictureState,
  type SignalData,
  type VisitorEvents,
} from 'src/domain/assist/protocol.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface PictureOptions {
  readonly send: (event: keyof VisitorEvents, payload: object) => void;
  readonly iceServers: () => readonly IceServer[];
  /** True for items of which all agents may read everything that a picture shows. */
  readonly mayShow: (id: ItemId) => boolean;
}

const canvasesOf = ({ element }: PictureSource): readonly HTMLCanvasElement[] => [
  ...element.querySelectorAll('canvas'),
];

/** False for a canvas with content of another site, which browsers do not pass on. */
const isOwnContent = (canvas: HTMLCanvasElement): boolean => {
  if (canvas.width === 0 || canvas.height === 0) return true;
  const probe = document.createElement('canvas');
  [probe.width, probe.height] = [1, 1];
  const context = probe.getContext('2d');
  context?.drawImage(canvas, 0, 0, 1, 1);
  try {
    context?.getImageData(0, 0, 1, 1);
    return true;
  } catch {
    return false;
  }
};

/** Returns the colour behind the canvases, which are transparent in part. */
const colourBehind = (element: HTMLElement): string => {
  for (let at: HTMLElement | null = element; at; at = at.parentElement) {
    const { backgroundColor } = getComputedStyle(at);
    if (!/^(transparent|rgba\(.*, 0\))$/.test(backgroundColor)) return backgroundColor;
  }
  return '#fff';
};

/** Draws the canvases of the picture above each other, in pixels of the page. */
const drawCanvases = (
  context: CanvasRenderingContext2D,
  canvases: readonly HTMLCanvasElement[],
  box: DOMRect,
): void => {
  for (const canvas of canvases) {
    if (canvas.width === 0 || canvas.height === 0) continue;
    const { left, top, width, height } = canvas.getBoundingClientRect();
    const opacity = canvas.parentElement?.style.opacity ?? '';
    context.globalAlpha = opacity === '' ? 1 : Number(opacity);
    context.drawImage(canvas, left - box.left, top - box.top, width, height);
  }
  context.globalAlpha = 1;
};

export class SharedPicture {
  readonly source: PictureSource;
  /** Number of the recorder for the first canvas. */
  readonly node: number;
  private readonly options: PictureOptions;
  private readonly copy = document.createElement('canvas');
  private readonly links = new Map<string, PeerLink>();
  private readonly stopWatching: () => void;
  private stream: MediaStream | undefined;
  private state: PictureState | undefined;
  private isOwn = true;
  /** Items in the picture when it was drawn last; later ones may be in it, too. */
  private renderedItems: ReturnType<PictureSource['items']> | undefined;

  constructor(source: PictureSource, node: number, options: PictureOptions) {
    this.source = source;
    this.node = node;
    this.options = options;
    this.stopWatching = source.rendered.add(() => {
      this.renderedItems = source.items();
      this.paint();
    });
  }

  /** Agents who came are offered the picture, and those who left lose it. */
  setAgents(agents: readonly string[]): void {
    for (const agent of this.links.keys()) if (!agents.includes(agent)) this.leave(agent);
    const fresh = agents.filter((agent) => !this.links.has(agent));
    this.paint();
    for (const agent of fresh) void this.offerTo(agent);
  }

  /** Draws the picture again, so that an agent receives it also when nothing changes. */
  renew(): void {
    this.isOwn = canvasesOf(this.source).every(isOwnContent);
    this.source.renew();
    this.paint();
  }

  /** Copies the picture as it was drawn last, or nothing. */
  paint(): void {
    const state = this.stateNow();
    const [first] = canvasesOf(this.source);
    const box = first?.getBoundingClientRect();
    const context = this.copy.getContext('2d');
    if (!context || !box) return;
    const [width, height] = [Math.max(2, Math.round(box.width)), Math.max(2, Math.round(box.height))];
    const isResized = this.copy.width !== width || this.copy.height !== height;
    if (isResized) [this.copy.width, this.copy.height] = [width, height];
    context.fillStyle = colourBehind(this.source.element);
    context.fillRect(0, 0, width, height);
    if (state === 'shown') drawCanvases(context, canvasesOf(this.source), box);
    if (state === this.state && !isResized) return;
    this.state = state;
    for (const agent of this.links.keys()) this.announce(agent, state);
  }

  async receive(event: string, payload: object, agent: string): Promise<void> {
    const link = this.links.get(agent);
    const { description, candidate } = payload as { description?: SignalData; candidate?: RTCIceCandidateInit };
    if (event === 'canvas_answer' && description) await link?.settle(description);
    if (event === 'canvas_ice' && candidate) await link?.addCandidate(candidate);
  }

  stop(): void {
    this.stopWatching();
    for (const agent of [...this.links.keys()]) {
      this.announce(agent, 'gone');
      this.leave(agent);
    }
    this.stream?.getTracks().forEach((track) => track.stop());
  }

  private stateNow(): PictureState {
    if (!this.isOwn) return 'foreign';
    if (this.renderedItems === undefined) return 'rights';
    const parts = [this.renderedItems, this.source.items()];
    const unnamed = parts.find((part) => typeof part === 'string');
    if (unnamed !== undefined) return unnamed;
    const items = new Set(parts.flat());
    // All are asked about, also after the first one that is not readable.
    return [...items].filter((id) => !this.options.mayShow(id)).length === 0 ? 'shown' : 'rights';
  }

  private announce(agent: string, state: PictureState): void {
    const { width, height } = this.copy;
    this.options.send('canvas_state', { agent, node: this.node, state, width, height });
  }

  private async offerTo(agent: string): Promise<void> {
    const { node, options } = this;
    this.stream ??= this.copy.captureStream(ASSIST.canvas.framesPerSecond);
    const link = new PeerLink(options.iceServers(), (candidate) =>
      options.send('canvas_ice', { agent, node, candidate }),
    );
    this.links.set(agent, link);
    for (const track of this.stream.getTracks()) link.connection.addTrack(track, this.stream);
    this.announce(agent, this.state ?? 'rights');
    const description = await link.offer();
    if (this.links.get(agent) === link) options.send('canvas_offer', { agent, node, description });
  }

  private leave(agent: string): void {
    this.links.get(agent)?.close();
    this.links.delete(agent);
  }
}
