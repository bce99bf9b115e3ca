// Facts about a display that a listing needs before the display's code is loaded. Each display's folder declares its own.

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
