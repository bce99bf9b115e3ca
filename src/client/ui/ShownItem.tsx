// Marks content with the item that it shows, and with the property where it is one value. Parts that hand the page to another person, such as
// help on the spot, decide by the closest mark (`data-shows`, or `data-item` of a row) what this person may see. Content without a mark is hidden.

import type { ReactNode } from 'react';

interface ShownItemProps {
  readonly id: string;
  readonly property?: string;
  readonly children: ReactNode;
}

/** The element has no box of its own, so it changes no layout. */
export const ShownItem = ({ id, property, children }: ShownItemProps) => (
  <span className="kk-shown" data-shows={id} data-property={property}>
    {children}
  </span>
);
