// Cards on paper, with their pictures.

import { observer } from 'mobx-react-lite';
import type { PrintProps } from 'src/client/displays/Display.ts';
import { PrintList } from 'src/client/displays/PrintList.tsx';
import { RowLevel, RowSummary } from 'src/client/displays/RowSummary.tsx';
import { hasPicture, imageAddress } from 'src/client/viewers/CoverImage.tsx';
import { useClient } from 'src/client/useClient.ts';

/** With more items than this, the paper shows a list without pictures, since they would take too long to load. */
const MAX_PRINTED_PICTURES = 300;

export const PrintCards = observer((props: PrintProps) => {
  const { items } = props;
  const { registry } = useClient();
  if (items.length > MAX_PRINTED_PICTURES) return <PrintList {...props} />;
  return (
    <ul className="kk-plain-list kk-print-cards">
      {items.map((item) => {
        const type = registry.types[item._t];
        return (
          <li key={item.$id}>
            {type && hasPicture(type, item) && <img src={imageAddress(item.$id, 'medium')} alt="" />}
            <strong>{item.$label}</strong>
            {type && <RowSummary item={item} type={type} display={type.view.card} />}
            <RowLevel item={item} />
          </li>
        );
      })}
    </ul>
  );
});
