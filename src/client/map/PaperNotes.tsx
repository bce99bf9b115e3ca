// Notes below a printed map: where its scale holds, its datum, its projection, and the source of its base map.

import { observer } from 'mobx-react-lite';
import { BaseMapSource } from 'src/client/map/BaseMapChoice.tsx';
import type { MapController } from 'src/client/map/MapController.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const PaperNotes = observer(({ map }: { readonly map: MapController }) => (
  <p className="kk-print-map-notes">
    {useMessages().format('map.paperNotes')} <BaseMapSource map={map} />
  </p>
));
