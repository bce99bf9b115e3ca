// Pictures on canvases and what they show. A part that draws a picture answers for its element; a part that passes the page on to another person,
// such as help on the spot, asks. A picture without an answer is passed on to no one.

import type { Listeners } from 'src/base/Listeners.ts';
import type { ItemId } from 'src/model/item/Item.ts';

/** `own`: the picture shows something that is not an item, such as a drawing or a position. `crowded`: it shows too much to name it. */
type UnnamedContent = 'own' | 'crowded';

export interface PictureSource {
  /** Contains the canvases of the picture, in their order. */
  readonly element: HTMLElement;
  /** Notified directly after the picture was drawn, before anything else can change it. */
  readonly rendered: Listeners<[]>;
  /** Returns all items in the picture as it was drawn last. */
  items(): readonly ItemId[] | UnnamedContent;
  /** Draws the picture again. */
  renew(): void;
}

const PICTURE_ASKED = 'kk-picture';

interface AskedPicture {
  source: PictureSource | undefined;
}

/** Answers for the canvases in the element. Returns the function that ends this. */
export const answerPicture = (source: PictureSource): (() => void) => {
  const answer = (event: Event): void => {
    event.stopPropagation();
    (event as CustomEvent<AskedPicture>).detail.source = source;
  };
  source.element.addEventListener(PICTURE_ASKED, answer);
  return () => source.element.removeEventListener(PICTURE_ASKED, answer);
};

/** Returns undefined for a canvas for which no part answers. */
export const pictureOf = (canvas: HTMLCanvasElement): PictureSource | undefined => {
  const detail: AskedPicture = { source: undefined };
  canvas.dispatchEvent(new CustomEvent(PICTURE_ASKED, { bubbles: true, detail }));
  return detail.source;
};
