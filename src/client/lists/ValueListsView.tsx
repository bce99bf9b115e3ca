// The value lists of the site by their names: the declared screen with the view `valueLists`. Lists that each owner has for itself
// are kept for one owner at a time; which list and whose it is stands in the column's parameter.

import { observer } from 'mobx-react-lite';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import 'src/client/lists/lists.css';
import { ValueListView } from 'src/client/lists/ValueListView.tsx';
import { SITE } from 'src/client/lists/useValueList.ts';
import { usesOf } from 'src/client/lists/valueRows.ts';
import { OwnerChoice } from 'src/client/people/OwnerChoice.tsx';
import { useOwners } from 'src/client/people/useOwners.ts';
import { isPlainClick } from 'src/client/shell/ShellLink.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

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

const Names = ({
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
              {usesOf(registry, list)
                .map(
                  ({ type, property }) => `${messages.type(type.name)}: ${messages.property(type.name, property.name)}`,
                )
                .join(' · ')}
            </span>
          </span>
        </li>
      ))}
    </ul>
  );
};

export const ValueListsView = observer(
  ({ screen, param }: { readonly screen: Screen; readonly param: string | undefined }) => {
    const { registry, session } = useClient();
    const messages = useMessages();
    const place = useParam(screen, param);
    const owners = useOwners();
    const type = place.list === undefined ? undefined : registry.lists[place.list];
    const collator = new Intl.Collator(messages.intl.locale);
    const names = Object.keys(registry.lists).sort((one, other) =>
      collator.compare(messages.list(one), messages.list(other)),
    );
    const parts = [
      { key: 'owned', lists: names.filter((name) => registry.lists[name]?.owned) },
      { key: 'site', lists: names.filter((name) => !registry.lists[name]?.owned) },
    ];
    const owner = type?.owned ? (place.owner ?? owners[0]?.id) : SITE;
    const editable = type?.owned === true ? owners.some(({ id }) => id === owner) : session.user?.admin === true;
    return (
      <>
        <CellHead title={type ? messages.list(type.name) : messages.screen(screen.path)} />
        <div className="kk-cell-scroll">
          <div className="kk-cell-body kk-stack">
            {type ? (
              <>
                <p>
                  <Button icon="arrow-left" size="small" onClick={() => place.open(undefined)}>
                    {messages.format('valueLists.all')}
                  </Button>
                </p>
                {type.owned && (
                  <OwnerChoice
                    label={messages.format('valueLists.owner')}
                    owners={owners}
                    owner={owner}
                    choose={(by) => place.open(type.name, by)}
                  />
                )}
                {owner !== undefined && (
                  <ValueListView key={`${type.name}/${owner}`} list={type.name} owner={owner} editable={editable} />
                )}
              </>
            ) : (
              parts.map(({ key, lists }) => (
                <section key={key}>
                  <h3>{messages.format(`valueLists.parts.${key}`)}</h3>
                  <Names lists={lists} open={place.open} href={place.href} />
                </section>
              ))
            )}
          </div>
        </div>
      </>
    );
  },
);
