// Addresses of lists of all items of a type that the reader may see.

import { EMPTY_STATE, writeState } from 'src/model/listing/listingState.ts';
import { refusalOf, type Reader } from 'src/client/navigation/menuTree.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

/** Returns the address of the general search for all items of the type. */
export const openTypesSearch = (type: string): string =>
  `/search?${new URLSearchParams({ c0: writeState({ ...EMPTY_STATE, chosen: { _t: [type] } }) ?? '' }).toString()}`;

const isWholeList = ({ view, day, search }: Screen, type: string): boolean =>
  view === undefined &&
  day !== true &&
  search?.types.join() === type &&
  search.must === undefined &&
  search.mustNot === undefined;

/** Returns the address of the declared list of the type if the reader may open one, otherwise of the general search. */
export const openTypeList = (type: string, screens: readonly Screen[], reader: Reader): string => {
  const list = screens.find((screen) => isWholeList(screen, type) && refusalOf(screen, reader) === undefined);
  return list ? `/${list.path}` : openTypesSearch(type);
};
