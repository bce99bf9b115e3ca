// The kinds of records that are open to the person although their menu has no list of them: each leads to a list of all of them.

import { observer } from 'mobx-react-lite';
import { openTypeList } from 'src/client/home/openTypesSearch.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { isMainPage, screensOf } from 'src/client/navigation/menuTree.ts';
import { asFilters, namesReader } from 'src/model/query/screenFilters.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Types that the person can read but does not find in the menu, those with the most records first. Observable. */
export const useTypesOutsideMenu = (): readonly (readonly [string, number])[] => {
  const { registry } = useClient();
  const { counts } = useCounts();
  const lists = useMenu()
    .flatMap(screensOf)
    // A list of the person's own records, such as their collections, leads to no other.
    .filter(({ search }) => !namesReader(asFilters(search?.must)));
  const listed = new Set(lists.flatMap(({ search }) => search?.types ?? []));
  // Types without a list of their own are shown on the records to which they belong. The further pages of an area are tools of the people
  // who work in it, such as forms and templates.
  const declared = new Set(
    registry.screens.flatMap((screen) =>
      screen.day || screen.admin || !isMainPage(screen, registry.screens) ? [] : (screen.search?.types ?? []),
    ),
  );
  const isOpen = (type: string): boolean =>
    declared.has(type) && !listed.has(type) && registry.types[type]?.excludeGeneralSearch !== true;
  return Object.entries(counts)
    .filter(([type, count]) => count > 0 && isOpen(type))
    .toSorted(([, one], [, other]) => other - one);
};

export const OpenToYou = observer(() => {
  const { registry, session, site } = useClient();
  const messages = useMessages();
  const types = useTypesOutsideMenu();
  if (types.length === 0) return <p className="kk-soft">{messages.format('home.explore.none')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {types.map(([type, count]) => (
        <li key={type}>
          <Icon name={registry.types[type]?.view.icon ?? 'document'} />
          <div className="kk-fill">
            <ShellLink to={openTypeList(type, registry.screens, { user: session.user, site })}>
              {messages.plural(type)}
            </ShellLink>
          </div>
          <span className="kk-line-side">{messages.format('areas.count', { count })}</span>
        </li>
      ))}
    </ul>
  );
});
