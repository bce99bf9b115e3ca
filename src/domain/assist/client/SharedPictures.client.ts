// Finds the pictures of this page for which a part answers (PictureSource), and shares each with the agents. All other canvases stay boxes.

import { pictureOf, type PictureSource } from 'src/client/extendFrame.ts';
import { type PictureOptions, SharedPicture } from 'src/domain/assist/client/SharedPicture.client.ts';
import { ASSIST, type IceServer } from 'src/domain/assist/protocol.ts';

type PicturesOptions = Omit<PictureOptions, 'iceServers'> & {
  /** Returns -1 for an element that is not recorded. */
  readonly idOf: (canvas: HTMLCanvasElement) => number;
};

/** The first picture of the page is sent before. */
const FIRST_CHECK_MS = 100;

export class SharedPictures {
  private readonly options: PicturesOptions;
  private readonly pictures = new Map<PictureSource, SharedPicture>();
  private agents: readonly string[] = [];
  private iceServers: readonly IceServer[] = [];
  private timer: number | undefined;

  constructor(options: PicturesOptions) {
    this.options = options;
  }

  configure(iceServers: readonly IceServer[]): void {
    this.iceServers = iceServers;
  }

  setAgents(agents: readonly string[]): void {
    this.agents = agents;
    // The mask of the new agents is not known yet, so nothing is shown at first.
    for (const picture of this.pictures.values()) picture.setAgents(agents);
    window.clearTimeout(this.timer);
    if (agents.length > 0) this.timer = window.setTimeout(() => this.check(), FIRST_CHECK_MS);
    else this.stopAll();
  }

  /** Called after a change of what the agents may read. */
  repaint(): void {
    for (const picture of this.pictures.values()) picture.paint();
  }

  receive(event: string, payload: object, agent: string): void {
    const { node } = payload as { readonly node: number };
    for (const picture of this.pictures.values())
      if (picture.node === node) void picture.receive(event, payload, agent);
  }

  private check(): void {
    this.timer = window.setTimeout(() => this.check(), ASSIST.canvas.checkEveryMs);
    const found = this.find();
    for (const [source, picture] of [...this.pictures])
      if (found.get(source) !== picture.node) {
        this.pictures.delete(source);
        picture.stop();
      }
    for (const [source, node] of found) {
      const picture = this.pictures.get(source) ?? this.share(source, node);
      picture.renew();
      picture.setAgents(this.agents);
    }
  }

  /** Returns the pictures on the page, each with the number of its first canvas. */
  private find(): ReadonlyMap<PictureSource, number> {
    const found = new Map<PictureSource, number>();
    for (const canvas of document.querySelectorAll('canvas')) {
      const source = canvas.isConnected ? pictureOf(canvas) : undefined;
      const node = source && !found.has(source) ? this.options.idOf(canvas) : -1;
      if (source && node !== -1) found.set(source, node);
    }
    return found;
  }

  private share(source: PictureSource, node: number): SharedPicture {
    const picture = new SharedPicture(source, node, { ...this.options, iceServers: () => this.iceServers });
    this.pictures.set(source, picture);
    return picture;
  }

  private stopAll(): void {
    for (const picture of this.pictures.values()) picture.stop();
    this.pictures.clear();
  }
}
