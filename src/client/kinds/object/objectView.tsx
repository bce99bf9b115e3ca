// Shows values of the kind `object`, and writes them as text.

import type { KindView } from 'src/client/kinds/KindView.ts';

export const objectView: KindView = { read: () => null, look: { wide: true, wideColumn: true, noCell: true } };
