// Entries that start an import of places: in the menu of a collection that the person may change, next to the button
// that creates one item, and among the commands. Small, since listings and pages contain it; the page of the import
// itself is loaded when it is opened.

import type { Client } from 'src/client/Client.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import type { MenuPart } from 'src/client/ui/Menu.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';

/** Types whose places come from files, which their collections offer to import. */
const typesFromFiles = ({ types }: Registry, user: SessionUser | undefined): readonly ItemType[] =>
  Object.values(types).filter(
    (type) => (type.view.place?.fromFiles ?? type.view.place?.fromCodes) !== undefined && mayCreate(type, user),
  );

/** Returns whether items of the type belong to such a collection. */
const isHeldBy = ({ view, properties }: ItemType, collection: string): boolean => {
  const { fromFiles, fromCodes } = view.place ?? {};
  const path = (fromFiles ?? fromCodes)?.collection;
  return path !== undefined && properties[path]?.rel?.to.includes(collection) === true;
};

export const mayImport = (registry: Registry, user: SessionUser | undefined): boolean =>
  typesFromFiles(registry, user).length > 0;

const placesParam = (types: readonly ItemType[], into?: ItemId): string =>
  String(
    new URLSearchParams({
      ...{ types: types.map(({ name }) => name).join('.'), places: '1' },
      ...(into !== undefined && { into }),
    }),
  );

const useOpenImport = (): ((param: string) => MenuPart) => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  return (param) => ({
    key: 'import',
    icon: 'map-marker',
    text: messages.format('importPlaces.part'),
    onClick: () => void navigation.open(column, 'import-table', param),
  });
};

/** Entry for the menu of a listing or a map of these types. Its component is an observer. */
export const useImportPart = (types: readonly ItemType[]): readonly MenuPart[] => {
  const { registry, session } = useClient();
  const open = useOpenImport();
  const names = types.map(({ name }) => name);
  const found = typesFromFiles(registry, session.user).filter(
    (type) => names.includes(type.name) || names.some((name) => isHeldBy(type, name)),
  );
  return found.length > 0 ? [open(placesParam(found))] : [];
};

/** Entry for the menu of a collection that the person may change. Its component is an observer. */
export const useImportParts = (item: Item, mayUpdate: boolean): readonly MenuPart[] => {
  const { registry, session } = useClient();
  const open = useOpenImport();
  const held = typesFromFiles(registry, session.user).filter((type) => isHeldBy(type, item._t));
  return mayUpdate && held.length > 0 ? [open(placesParam(held, item.$id))] : [];
};

/** Opens the import of places into a collection that the person chooses. */
export const openPlacesImport = ({ navigation, registry, session }: Client): void => {
  const param = new URLSearchParams({ c0: placesParam(typesFromFiles(registry, session.user)) });
  void navigation.go(`/import-table?${String(param)}`);
};

interface ListedTypes {
  readonly types: readonly ItemType[];
  /** Types that the reader can create in the list. */
  readonly create: readonly ItemType[];
}

export const isListOfImports = ({ types }: Pick<ListedTypes, 'types'>): boolean =>
  types.some(({ name }) => name === SYSTEM_TYPES.import);

/**
 * Returns the function that opens the import of a table into a list, also of records that exist. Undefined where the reader can add and change
 * nothing. Its component is an observer.
 */
export const useImportTable = (listed: ListedTypes): (() => void) | undefined => {
  const { navigation, session } = useClient();
  const column = useColumn();
  const importable = session.user?.importable ?? [];
  const named = (types: readonly ItemType[]): readonly string[] =>
    types.map(({ name }) => name).filter((name) => importable.includes(name));
  const created = named(listed.create);
  const ofAll = isListOfImports(listed);
  const offered = ofAll ? importable : created.length > 0 ? created : named(listed.types);
  if (offered.length === 0) return undefined;
  const names = ofAll ? '' : offered.join('.');
  return () => void navigation.open(column, 'import-table', names === '' ? undefined : `types=${names}`);
};
