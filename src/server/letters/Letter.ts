// The contents of a letter, the same for every format. Plain values, since a thread of its own writes the files.

/** Sizes of a page in points. */
export const PAPERS = {
  LETTER: { width: 612, height: 792 },
  A4: { width: 595.28, height: 841.89 },
} as const;
export type Paper = keyof typeof PAPERS;

export interface LetterPicture {
  /** PNG, with its size in pixels. */
  readonly content: Uint8Array;
  readonly width: number;
  readonly height: number;
}

export interface LetterAnnex {
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Follow the text, each with its name below. */
  readonly pictures: readonly (LetterPicture & { readonly name: string })[];
}

export interface Letter {
  /** For the properties of the file. */
  readonly title: string;
  /** BCP 47. */
  readonly language: string;
  readonly letterhead: {
    readonly name: string;
    readonly lines: readonly string[];
    readonly logo: LetterPicture | undefined;
  };
  readonly date: string;
  readonly recipient: readonly string[];
  /** Lines below the recipient: the number of the request, what the clock of the law says. */
  readonly references: readonly { readonly name: string; readonly value: string }[];
  readonly subject: string;
  /** Opens the text. */
  readonly salutation?: string | undefined;
  /** Markdown. */
  readonly body: string;
  /** Above the lines of the signature. */
  readonly signatureImage?: LetterPicture | undefined;
  readonly signature: readonly string[];
  /** Lists below the signature, such as what comes with the letter. */
  readonly lists: readonly { readonly name: string; readonly entries: readonly string[] }[];
  /** Follow the letter, each on pages of its own. */
  readonly annexes: readonly LetterAnnex[];
  /** Words of the foot of a page. Example: `Page {page} of {pages}`. */
  readonly foot: string;
}

/** A letter with the paper that the site prints on. */
export interface PrintedLetter extends Letter {
  readonly paper: Paper;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns width and height that keep the shape of a picture within the bounds, never larger than the picture. */
const sizeWithin = ({ width, height }: Size, bounds: Size): Size => {
  const scale = Math.min(bounds.width / Math.max(1, width), bounds.height / Math.max(1, height), 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Returns width and height in points that keep the shape of a logo within the head of a letter. */
export const logoSize = (picture: Size): Size => sizeWithin(picture, { width: 160, height: 64 });

/** Returns width and height in points that keep the shape of a picture within a page of either paper. */
export const pictureSize = (picture: Size): Size => sizeWithin(picture, { width: 451, height: 540 });
