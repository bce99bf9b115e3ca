// Notes below a printed map: validity of its scale, datum, projection, and source of the base map.

import { observer } from 'mobx-react-lite';
import { BaseMapSource } from 'src/client/map/BaseMapChoice.tsx';
import type { MapController } from 'src/client/map/MapController.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

export const PaperNotes = observer(({ map }: { readonly map: MapController }) => (
  <p className="kk-print-map-notes">
    {useMessages().format('map.paperNotes')} <BaseMapSource map={map} />
  </p>
));
