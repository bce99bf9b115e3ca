// Entries that start an import of places: in the menu of a collection that the person may change, next to the button
// that creates one item, and among the commands. Small, since listings and pages contain it; the page of the import
// itself is loaded when it is opened.

import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { mayCreate } from 'src/client/navigation/mayCreate.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

const useOpenImport = (): ((param?: string) => MenuPart) => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  return (param) => ({
    key: 'import',
    icon: 'import',
    text: messages.format('importPlaces.part'),
    onClick: () => void navigation.open(column, 'import', param),
  });
};

/** Returns whether items of the type are made of features and belong to such a collection. */
const holdsCollection = ({ view, properties }: ItemType, collection: string): boolean => {
  const { fromFiles, fromCodes } = view.place ?? {};
  const path = (fromFiles ?? fromCodes)?.collection;
  return path !== undefined && properties[path]?.rel?.to.includes(collection) === true;
};

const importable = ({ types }: Registry, user: SessionUser | undefined): readonly ItemType[] =>
  Object.values(types).filter(
    (type) => (type.view.place?.fromFiles ?? type.view.place?.fromCodes) !== undefined && mayCreate(type, user),
  );

export const mayImport = (registry: Registry, user: SessionUser | undefined): boolean =>
  importable(registry, user).length > 0;

/** Entries for the menu of a listing or a map of these types. Its component is an observer. */
export const useImportPart = (types: readonly ItemType[]): readonly MenuPart[] => {
  const { registry, session } = useClient();
  const open = useOpenImport();
  const makes = importable(registry, session.user);
  return types.some(({ name }) => makes.some((type) => type.name === name || holdsCollection(type, name)))
    ? [open()]
    : [];
};

export const useImportParts = (item: Item, mayUpdate: boolean): readonly MenuPart[] => {
  const { registry, session } = useClient();
  const open = useOpenImport();
  const isHolder = importable(registry, session.user).some((type) => holdsCollection(type, item._t));
  return mayUpdate && isHolder ? [open(`into=${item.$id}`)] : [];
};

interface ListedTypes {
  readonly types: readonly ItemType[];
  /** Types that the reader can create in the list. */
  readonly create: readonly ItemType[];
}

export const isListOfImports = ({ types }: Pick<ListedTypes, 'types'>): boolean =>
  types.some(({ name }) => name === SYSTEM_TYPES.import);

/** Returns the function that opens the import of a table into a list. Undefined where the reader can add nothing. Its component is an observer. */
export const useImportTable = (listed: ListedTypes): (() => void) | undefined => {
  const { navigation, session } = useClient();
  const column = useColumn();
  const ofAll = isListOfImports(listed);
  const canImport = ofAll ? (session.user?.creatable.length ?? 0) > 0 : listed.create.length > 0;
  if (!canImport) return undefined;
  const names = ofAll ? '' : listed.create.map(({ name }) => name).join('.');
  return () => void navigation.open(column, 'import-table', names === '' ? undefined : `types=${names}`);
};
