// Facts about a display that a listing needs before the display's code is loaded. Each display's folder declares its own.

import type { DeclaredDisplays } from 'src/model/generated/declaredDisplays.ts';

export interface DisplayFacts {
  readonly icon: string;
  /** Stays on the screen while a search runs and when nothing was found. */
  readonly shownEmpty?: true;
  /** Shows items in its own order: the reader can choose no other. */
  readonly ownOrder?: true;
  /** Returns the path by which items are sorted until the reader chooses another order. */
  readonly orderedBy?: (view: DeclaredDisplays) => string | undefined;
  /** Returns the path whose values are columns of the display. */
  readonly columnsBy?: (view: DeclaredDisplays) => string | undefined;
  /** Shows the columns that the reader chose, which an export then offers first. */
  readonly columns?: true;
  /** Shows items of one type only. */
  readonly oneType?: true;
}
