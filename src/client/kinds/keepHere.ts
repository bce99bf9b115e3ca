// Keeps a click on a link within a value from the row around it.

import type { MouseEvent } from 'react';

/** Rows that contain values are links or buttons themselves; a click on an inner link is meant only for that link. */
export const keepHere = (event: MouseEvent): void => event.stopPropagation();
