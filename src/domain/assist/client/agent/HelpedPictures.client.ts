// Pictures of the helped page, such as maps: each arrives as a video and is shown in the place of its box. A picture that is not shown has
// the reason in its box.

import { PeerLink } from 'src/domain/assist/client/PeerLink.client.ts';
import {
  ASSIST,
  type AgentEvents,
  type IceServer,
  type PictureState,
  type VisitorEvents,
} from 'src/domain/assist/protocol.ts';

type Forwarded<E extends keyof VisitorEvents> = Omit<VisitorEvents[E], 'agent'>;

interface HelpedPicturesOptions {
  readonly send: (event: keyof AgentEvents, payload: object) => void;
  readonly iceServers: () => readonly IceServer[];
}

/** The boxes of the page as it is shown now. */
export interface PictureBoxes {
  canvasOf(node: number): HTMLCanvasElement | undefined;
  /** Returns why a picture is not shown. */
  textOf(state: PictureState): string;
}

interface HelpedPicture {
  state: PictureState;
  width: number;
  height: number;
  link: PeerLink | undefined;
  /** Plays outside of the frame, in which browsers neither play videos nor show canvases, because it has no scripts. */
  readonly video: HTMLVideoElement;
  /** Shows the last frame of the video. */
  readonly image: HTMLImageElement;
  /** Number of the frame in the image. */
  frame: number;
  /** Address of the frame before it. */
  earlier: string;
  /** Says why the picture is not shown. */
  readonly reason: HTMLElement;
}

const PLACE_EVERY_MS = 1000 / ASSIST.canvas.framesPerSecond;
const IMAGE_QUALITY = 0.85;

const newPicture = (): Pick<HelpedPicture, 'video' | 'image' | 'frame' | 'earlier' | 'reason' | 'link'> => {
  const video = document.createElement('video');
  [video.muted, video.playsInline] = [true, true];
  const image = document.createElement('img');
  [image.alt, image.className] = ['', 'kk-assist-picture'];
  const reason = document.createElement('div');
  reason.className = 'kk-assist-reason';
  return { video, image, frame: 0, earlier: '', reason, link: undefined };
};

/** The image may still load the frame before, so only the one before that is released. */
const showFrame = (picture: HelpedPicture, blob: Blob): void => {
  const { image, earlier } = picture;
  if (earlier !== '') URL.revokeObjectURL(earlier);
  picture.earlier = image.src;
  image.src = URL.createObjectURL(blob);
};

/** Copies a new frame of the video into the image. */
const copyFrame = (picture: HelpedPicture): void => {
  const { video, frame } = picture;
  const { totalVideoFrames } = video.getVideoPlaybackQuality();
  const isNew = totalVideoFrames === 0 || totalVideoFrames !== frame;
  if (!isNew || video.videoWidth === 0 || video.readyState < HTMLMediaElement.HAVE_CURRENT_DATA) return;
  picture.frame = totalVideoFrames;
  const copy = document.createElement('canvas');
  [copy.width, copy.height] = [video.videoWidth, video.videoHeight];
  copy.getContext('2d')?.drawImage(video, 0, 0);
  copy.toBlob((blob) => blob && showFrame(picture, blob), 'image/jpeg', IMAGE_QUALITY);
};

/** Puts the image or the reason in the place of the canvas. */
const placePicture = (
  canvas: HTMLCanvasElement,
  { state, image, reason, width, height }: HelpedPicture,
  text: string,
): void => {
  const [shown, other] = state === 'shown' ? [image, reason] : [reason, image];
  other.remove();
  if (reason.textContent !== text) reason.textContent = text;
  canvas.style.display = 'none';
  Object.assign(shown.style, { width: `${width}px`, height: `${height}px` });
  if (shown.previousSibling !== canvas) canvas.after(shown);
};

export class HelpedPictures {
  private readonly options: HelpedPicturesOptions;
  private readonly pictures = new Map<number, HelpedPicture>();
  private boxes: PictureBoxes | undefined;
  private timer: number | undefined;

  constructor(options: HelpedPicturesOptions) {
    this.options = options;
  }

  showIn(boxes: PictureBoxes | undefined): void {
    this.boxes = boxes;
  }

  receive(event: string, payload: object): void {
    if (event === 'canvas_state') this.setState(payload as Forwarded<'canvas_state'>);
    if (event === 'canvas_offer') void this.answer(payload as Forwarded<'canvas_offer'>);
    if (event === 'canvas_ice') {
      const { node, candidate } = payload as Forwarded<'canvas_ice'>;
      void this.pictures.get(node)?.link?.addCandidate(candidate);
    }
  }

  /** Forgets all pictures, when the view has ended. */
  clear(): void {
    for (const node of [...this.pictures.keys()]) this.remove(node);
  }

  private setState({ node, state, width, height }: Forwarded<'canvas_state'>): void {
    if (state === 'gone') {
      this.remove(node);
      return;
    }
    const known = this.pictures.get(node);
    if (known) Object.assign(known, { state, width, height });
    else this.pictures.set(node, { state, width, height, ...newPicture() });
    this.timer ??= window.setInterval(() => this.place(), PLACE_EVERY_MS);
  }

  private async answer({ node, description }: Forwarded<'canvas_offer'>): Promise<void> {
    const picture = this.pictures.get(node);
    if (!picture) return;
    picture.link?.close();
    const link = new PeerLink(this.options.iceServers(), (candidate) =>
      this.options.send('canvas_ice', { node, candidate }),
    );
    picture.link = link;
    link.connection.addEventListener('track', ({ track }) => {
      picture.video.srcObject = new MediaStream([track]);
      picture.video.play().catch(() => undefined);
    });
    const answered = await link.answer(description);
    if (picture.link === link) this.options.send('canvas_answer', { node, description: answered });
  }

  private place(): void {
    for (const [node, picture] of this.pictures) {
      const canvas = this.boxes?.canvasOf(node);
      if (picture.state === 'shown') copyFrame(picture);
      if (canvas && this.boxes) placePicture(canvas, picture, this.boxes.textOf(picture.state));
    }
  }

  private remove(node: number): void {
    const picture = this.pictures.get(node);
    picture?.link?.close();
    if (picture) picture.video.srcObject = null;
    picture?.image.remove();
    for (const address of [picture?.earlier, picture?.image.src]) if (address) URL.revokeObjectURL(address);
    picture?.reason.remove();
    this.pictures.delete(node);
    if (this.pictures.size > 0) return;
    window.clearInterval(this.timer);
    this.timer = undefined;
  }
}
