// A related item as a link with its label. An item the reader may not see is not shown at all.

import { observer } from 'mobx-react-lite';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import type { ValueProps } from 'src/client/forms/display/ValueProps.ts';
import { useClient } from 'src/client/useClient.ts';

export const RelationValue = observer(({ value }: ValueProps) => {
  const { items } = useClient();
  if (typeof value !== 'string') return null;
  const label = items.label(value);
  if (label === undefined) return null;
  return (
    <ItemLink id={value}>
      <span dir="auto">{label}</span>
    </ItemLink>
  );
});
