// One value with its name in a list of values (dl.kk-values): next to it, or below it if it needs the space. Used by item pages and by the
// last step of a wizard.

import type { ReactNode } from 'react';
import { KIND_VIEWS } from 'src/client/generated/kindViews.ts';
import type { Property } from 'src/model/schema/Property.ts';

interface ValueRowProps {
  readonly property: Property;
  readonly name: ReactNode;
  readonly children: ReactNode;
}

export const ValueRow = ({ property, name, children }: ValueRowProps) => (
  <div className={KIND_VIEWS[property.kind].look.wide ? 'kk-value kk-value-wide' : 'kk-value'}>
    <dt>{name}</dt>
    <dd>{children}</dd>
  </div>
);
