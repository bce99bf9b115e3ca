// How a value of the kind `object` is shown and said.

import type { KindView } from 'src/client/kinds/KindView.ts';

export const objectView: KindView = { read: () => null, look: { wide: true, wideColumn: true, noCell: true } };
