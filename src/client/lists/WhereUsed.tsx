// Uses of a list value: number of records per property, each with a link to the search that finds them.

import { useCallback } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { type ListUse, SITE, usesOf } from 'src/client/lists/valueRows.ts';
import { EMPTY_STATE, writeState } from 'src/model/listing/listingState.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import { isPlainClick } from 'src/client/navigation/ShellLink.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { Filters } from 'src/model/generated/wire.ts';
import type { Chosen } from 'src/model/query/facetValues.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

/**
 * Returns undefined if no search is possible, because the property or the owner of the records is not a filter of the
 * type.
 */
const useFilters = ({ type, path, by }: ListUse, owner: ItemId, key: string): Filters | undefined => {
  const known = new Set([...type.view.facets.map((facet) => facet.key), ...type.view.filters]);
  if (!known.has(path) || (by !== SITE && !known.has(by))) return undefined;
  return { _t: [type.name], [path]: [key], ...(by !== SITE && { [by]: [owner] }) };
};

/** Counted again when the list counts otherwise. */
const useTotal = (must: Filters | undefined, listed: number | undefined): number | undefined => {
  const { search } = useClient();
  const of = JSON.stringify(must);
  const ask = useCallback(() => search.count({ must: JSON.parse(of ?? '{}') as Filters }), [search, of]);
  // Without a number, the link still opens the search, which reports the error.
  return useServerData(of === undefined ? undefined : { of, ask, version: listed }).answer;
};

/** Returns the first screen that lists only this type and that the person may enter. */
const useScreenOf = (type: ListUse['type']): Screen | undefined => {
  const { registry, session, site } = useClient();
  const listing = registry.screens.filter(({ search }) => search?.types.length === 1 && search.types[0] === type.name);
  const entered = listing.filter((screen) => refusalOf(screen, { user: session.user, site }) === undefined);
  return entered.find(({ search }) => search?.must === undefined && search?.mustNot === undefined) ?? entered[0];
};

interface UseProps {
  readonly use: ListUse;
  readonly owner: ItemId;
  readonly value: string;
  /** Number of records that use the value. */
  readonly listed: number | undefined;
}

const Use = ({ use, owner, value, listed }: UseProps) => {
  const { navigation } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const must = useFilters(use, owner, value);
  const total = useTotal(must, listed);
  const { type, path } = use;
  const screen = useScreenOf(type);
  const name = messages.format('valueLists.use', {
    type: messages.type(type.name),
    property: messages.property(type.name, path),
  });
  if (!must) return <span className="kk-soft">{messages.format('valueLists.useHidden', { name })}</span>;
  const { _t, ...chosen } = must;
  const param = writeState({ ...EMPTY_STATE, chosen: chosen as Chosen });
  return (
    <>
      {screen ? (
        <a
          href={navigation.href(column, screen.path, param)}
          onClick={(event) => {
            if (!isPlainClick(event)) return;
            event.preventDefault();
            void navigation.open(column, screen.path, param);
          }}
        >
          {name}
        </a>
      ) : (
        name
      )}{' '}
      {total !== undefined && <span className="kk-soft">{messages.format('valueLists.used', { count: total })}</span>}
    </>
  );
};

export const WhereUsed = ({ list, owner, value, listed }: { readonly list: string } & Omit<UseProps, 'use'>) => {
  const { registry } = useClient();
  const messages = useMessages();
  const uses = usesOf(registry, list);
  if (uses.length === 0) return <p className="kk-soft">{messages.format('valueLists.noUse')}</p>;
  return (
    <ul className="kk-plain-list kk-value-uses">
      {uses.map((use) => (
        <li key={`${use.type.name}/${use.path}`}>
          <Use use={use} owner={owner} value={value} listed={listed} />
        </li>
      ))}
    </ul>
  );
};
