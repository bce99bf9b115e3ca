// How a value of the kind `files` is shown and said.

import { FilesValue } from 'src/client/fields/display/FilesValue.tsx';
import type { KindView } from 'src/client/kinds/KindView.ts';

export const filesView: KindView = {
  read: FilesValue,
  readsLists: true,
  look: { wide: true, group: true, noCell: true },
};
