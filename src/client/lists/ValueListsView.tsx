// The value lists of the site by name: the declared screens with the view `valueLists`. A list with separate values for
// each owner is edited for one owner at a time; the column's parameter contains list and owner.

import { observer } from 'mobx-react-lite';
import { useCallback } from 'react';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import type { ScreenViewProps } from 'src/client/ClientDomain.ts';
import { messageOfThrown, valuesOfThrown } from 'src/client/connection/ClientProblem.ts';
import 'src/client/intl/laterMessages.ts';
import 'src/client/lists/lists.css';
import { ValueListView } from 'src/client/lists/ValueListView.tsx';
import { type ListRights, useListRights } from 'src/client/useListRights.ts';
import { SITE, usesOf } from 'src/client/lists/valueRows.ts';
import { OwnerChoice } from 'src/client/people/OwnerChoice.tsx';
import { MAX_OWNERS, type Owner, useOwners } from 'src/client/people/useOwners.ts';
import { isPlainClick } from 'src/client/navigation/ShellLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Screen, ValueListType } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const useParam = (screen: Screen, param: string | undefined) => {
  const { navigation } = useClient();
  const column = useColumn();
  const [list, owner] = param?.split(':', 2) ?? [];
  const paramOf = (of: string, by: string | undefined): string => (by === undefined ? of : `${of}:${by}`);
  return {
    list,
    owner,
    open: (of: string | undefined, by?: string) => navigation.setParam(column, of && paramOf(of, by)),
    href: (of: string) => navigation.href(column - 1, screen.path, of),
  };
};

const ListNames = ({
  lists,
  open,
  href,
}: { readonly lists: readonly string[] } & Pick<ReturnType<typeof useParam>, 'open' | 'href'>) => {
  const { registry } = useClient();
  const messages = useMessages();
  return (
    <ul className="kk-plain-list">
      {lists.map((list) => (
        <li key={list} className="kk-value-row">
          <span className="kk-fill">
            <a
              href={href(list)}
              onClick={(event) => {
                if (!isPlainClick(event)) return;
                event.preventDefault();
                open(list);
              }}
            >
              {messages.list(list)}
            </a>{' '}
            <span className="kk-soft">
              {[
                ...new Set(
                  usesOf(registry, list).map(({ type, path }) =>
                    messages.format('valueLists.use', {
                      type: messages.type(type.name),
                      property: messages.property(type.name, path),
                    }),
                  ),
                ),
              ].join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
};

/** Returns the owner whose values are shown first: the first by name who has values. Undefined until that is known. */
const useFirstOwner = (list: string | undefined, owners: readonly Owner[]): ItemId | undefined => {
  const { search } = useClient();
  const ask = useCallback(async (): Promise<ReadonlySet<unknown>> => {
    const must = { _t: [SYSTEM_TYPES.listValue], list: [list ?? ''] };
    const { facets } = await search.search({ must, facets: [{ key: 'owner', max: MAX_OWNERS }], max: 1 });
    return new Set((facets?.['owner'] ?? []).flatMap((each) => ('value' in each ? [each.value] : [])));
  }, [search, list]);
  const { answer, failure } = useServerData(list === undefined ? undefined : { of: list, ask });
  if (answer === undefined && failure === undefined) return undefined;
  return (owners.find(({ id }) => answer?.has(id)) ?? owners[0])?.id;
};

/**
 * Returns the owners whose values of the list the person may see: first those that they may change, then those that
 * they may only read.
 */
const useListOwners = (list: string | undefined, rights: ListRights): readonly Owner[] => {
  const { session, items } = useClient();
  const messages = useMessages();
  const administered = useOwners();
  const { user } = session;
  if (list === undefined || user?.admin === true) return administered;
  const ids = new Set([...rights.ownersOf(list), ...(user?.readOrgs ?? [])].filter((id) => id !== SITE));
  return [...ids].map((id) => ({ id, name: itemName(items, messages.format, id) }));
};

interface PlaceProps {
  readonly place: ReturnType<typeof useParam>;
  readonly rights: ListRights;
}

const AllLists = ({ place, rights, ownOnly }: PlaceProps & { readonly ownOnly: boolean }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const collator = new Intl.Collator(messages.intl.locale);
  const names = Object.keys(registry.lists)
    .filter((name) => !ownOnly || rights.mayChange?.(name))
    .sort((one, other) => collator.compare(messages.list(one), messages.list(other)));
  const parts = [
    { key: 'owned', lists: names.filter((name) => registry.lists[name]?.owned) },
    { key: 'site', lists: names.filter((name) => !registry.lists[name]?.owned) },
  ];
  if (names.length === 0)
    return (
      <Empty icon="properties" title={messages.format('valueLists.noLists')}>
        {messages.format('valueLists.noListsHint')}
      </Empty>
    );
  return parts
    .filter(({ lists }) => lists.length > 0)
    .map(({ key, lists }) => (
      <section key={key}>
        <h3>{messages.format(`valueLists.parts.${key}`)}</h3>
        <ListNames lists={lists} open={place.open} href={place.href} />
      </section>
    ));
};

const OneList = observer(({ place, rights, type }: PlaceProps & { readonly type: ValueListType }) => {
  const messages = useMessages();
  const owners = useListOwners(type.name, rights);
  const first = useFirstOwner(type.owned && place.owner === undefined ? type.name : undefined, owners);
  const owner = type.owned ? (place.owner ?? first) : SITE;
  return (
    <>
      <p>
        <Button icon="arrow-left" size="small" onClick={() => place.open(undefined)}>
          {messages.format('valueLists.all')}
        </Button>
      </p>
      {type.owned && owner !== undefined && (
        <OwnerChoice
          label={messages.format('valueLists.owner')}
          owners={owners}
          owner={owner}
          choose={(by) => place.open(type.name, by)}
        />
      )}
      {owner !== undefined && (
        <ValueListView
          key={`${type.name}/${owner}`}
          list={type.name}
          owner={owner}
          editable={rights.mayChange?.(type.name, owner) === true}
        />
      )}
    </>
  );
});

/**
 * A screen for editors of values (`creates`) contains only the lists that they may edit; the other screen contains all.
 */
export const ValueListsView = observer(({ screen, param }: ScreenViewProps) => {
  const { registry } = useClient();
  const messages = useMessages();
  const place = useParam(screen, param);
  const rights = useListRights();
  const type = place.list === undefined ? undefined : registry.lists[place.list];
  return (
    <>
      <CellHead title={type ? messages.list(type.name) : messages.screen(screen.path)} />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack">
          {rights.failure !== undefined && (
            <Empty
              urgent
              icon="error"
              title={messages.format(messageOfThrown(rights.failure), valuesOfThrown(rights.failure))}
              action={<Button onClick={rights.load}>{messages.format('app.tryAgain')}</Button>}
            />
          )}
          {rights.failure === undefined && !rights.mayChange && <Loading />}
          {rights.mayChange &&
            (type ? (
              <OneList place={place} rights={rights} type={type} />
            ) : (
              <AllLists place={place} rights={rights} ownOnly={screen.creates !== undefined} />
            ))}
        </div>
      </div>
    </>
  );
});
