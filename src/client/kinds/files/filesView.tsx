// Shows values of the kind `files`, and writes them as text.

import { FilesValue } from 'src/client/fields/display/FilesValue.tsx';
import type { KindView } from 'src/client/kinds/KindView.ts';

export const filesView: KindView = {
  read: FilesValue,
  readsLists: true,
  look: { wide: true, group: true, noCell: true },
};
