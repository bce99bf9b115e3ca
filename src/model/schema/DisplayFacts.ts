// What a listing knows of a display before its code is loaded. Declared in the display's folder.

export interface DisplayFacts {
  readonly icon: string;
  /** Stays on the screen while a search runs and when nothing was found. */
  readonly shownEmpty?: true;
  /** Shows items in its own order: the reader can choose no other. */
  readonly ownOrder?: true;
  /** Member of the display's declaration that names the path by which items are sorted until the reader chooses another order. */
  readonly orderedBy?: 'start';
  /** Shows the columns that the reader chose, which an export then offers first. */
  readonly columns?: true;
  /** Shows items of one type only. */
  readonly oneType?: true;
}
