// The files of an item on its page. People who may change the item can reorder them here; the new order is saved at
// once and can be undone. Captions belong to the files themselves.

import { observer } from 'mobx-react-lite';
import type { EditInPlace } from 'src/client/ClientDomain.ts';
import { idsOfFiles } from 'src/client/viewers/fileIds.ts';
import { Gallery, type GalleryProps } from 'src/client/viewers/Gallery.tsx';
import { useSave } from 'src/client/forms/draft/useItemDraft.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { parseUploadRef } from 'src/model/item/uploadRef.ts';
import type { Property } from 'src/model/schema/Property.ts';

interface FilesProps extends Pick<GalleryProps, 'elsewhere' | 'captions' | 'above'> {
  readonly item: Item;
  readonly property: Property;
  /** Absent where this person may not change the item. */
  readonly place: EditInPlace | undefined;
}

/** In the order of `wanted`; what came meanwhile last, what went meanwhile not at all. */
const filesInOrder = (now: readonly ItemId[], wanted: readonly ItemId[]): readonly ItemId[] => [
  ...wanted.filter((id) => now.includes(id)),
  ...now.filter((id) => !wanted.includes(id)),
];

const OrderedFiles = observer(({ item, property, place, ...shown }: FilesProps & { readonly place: EditInPlace }) => {
  const { draft, goToForm } = place;
  const path = property.name;
  const save = useSave(draft);
  const ids = idsOfFiles(draft.values[path]);
  // Uploads in progress are shown and ordered in the form only.
  if (ids.some((id) => parseUploadRef(id) !== undefined)) return <Gallery ids={idsOfFiles(item[path])} {...shown} />;
  const put = async (wanted: readonly ItemId[]): Promise<void> => {
    const before = idsOfFiles(draft.values[path]);
    const isAlone = draft.changed.every((name) => name === path);
    draft.set({ ...draft.values, [path]: [...filesInOrder(before, wanted)] });
    // Saves the new order together with the other unsaved changes. The banner above lists them.
    if (!isAlone) return;
    const saved = await save({ message: 'bulk.undo', run: () => void put(before) });
    if (saved) return;
    if (draft.conflict || Object.keys(draft.problems).length > 0) goToForm();
    else if (draft.dirtyState === 'ERROR') draft.revert(path);
  };
  return <Gallery ids={ids} onOrder={(next) => void put(next)} {...shown} />;
});

/** Returns true where this person may change the order. The list then also contains the files that are at the top of the page. */
export const mayOrder = ({ name, many, readOnly }: Property, place: EditInPlace | undefined): place is EditInPlace =>
  place !== undefined && many === true && readOnly !== true && !place.closed.includes(name);

export const FilesInPlace = ({ place, ...files }: FilesProps) => {
  const { item, property, elsewhere, captions, above = [] } = files;
  return !mayOrder(property, place) ? (
    <Gallery
      ids={idsOfFiles(item[property.name]).filter((id) => !above.includes(id))}
      elsewhere={elsewhere}
      captions={captions === true}
    />
  ) : (
    <OrderedFiles place={place} {...files} />
  );
};
