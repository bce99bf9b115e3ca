// Contents of a letter, independent of the format. Plain values, since another thread writes the files.

/** Page sizes in points. */
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
  /** Pictures after the text, each with its name below. */
  readonly pictures: readonly (LetterPicture & { readonly name: string })[];
}

export interface Letter {
  /** Title in the properties of the file. */
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
  /** Lines below the recipient: the number of the request, the legal deadline. */
  readonly references: readonly { readonly name: string; readonly value: string }[];
  readonly subject: string;
  /** First line of the text. */
  readonly salutation?: string | undefined;
  /** Markdown. */
  readonly body: string;
  /** Picture above the lines of the signature. */
  readonly signatureImage?: LetterPicture | undefined;
  readonly signature: readonly string[];
  /** Lists below the signature, such as enclosures. */
  readonly lists: readonly { readonly name: string; readonly entries: readonly string[] }[];
  /** Annexes after the letter, each on its own pages. */
  readonly annexes: readonly LetterAnnex[];
  /** Text of the page footer. Example: `Page {page} of {pages}`. */
  readonly foot: string;
}

/** A letter with the paper size of the site. */
export interface PrintedLetter extends Letter {
  readonly paper: Paper;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

/** Returns a size within the bounds with the same aspect ratio, at most that of the picture. */
const sizeWithin = ({ width, height }: Size, bounds: Size): Size => {
  const scale = Math.min(bounds.width / Math.max(1, width), bounds.height / Math.max(1, height), 1);
  return { width: Math.max(1, Math.round(width * scale)), height: Math.max(1, Math.round(height * scale)) };
};

/** Returns the size of a logo in points within the head of a letter. */
export const logoSize = (picture: Size): Size => sizeWithin(picture, { width: 160, height: 64 });

/** Returns the size of a picture in points within a page of either paper. */
export const printedPictureSize = (picture: Size): Size => sizeWithin(picture, { width: 451, height: 540 });
