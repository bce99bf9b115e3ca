// The kinds of records that are open to the person although their menu has no list of them: each leads to a search for all of them.

import { observer } from 'mobx-react-lite';
import { openTypesSearch } from 'src/client/home/openTypesSearch.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { screensOf } from 'src/client/navigation/menuTree.ts';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

/** Types that the person can read but does not find in the menu, those with the most records first. Observable. */
export const useTypesOutsideMenu = (): readonly (readonly [string, number])[] => {
  const { registry } = useClient();
  const { counts } = useCounts();
  const listed = new Set(useMenu().flatMap((node) => screensOf(node).flatMap(({ search }) => search?.types ?? [])));
  // Types without a list of their own are shown on the records to which they belong.
  const declared = new Set(registry.screens.flatMap(({ search, day }) => (day ? [] : (search?.types ?? []))));
  const isOpen = (type: string): boolean =>
    declared.has(type) && !listed.has(type) && registry.types[type]?.excludeGeneralSearch !== true;
  return Object.entries(counts)
    .filter(([type, count]) => count > 0 && isOpen(type))
    .toSorted(([, one], [, other]) => other - one);
};

export const OpenToYou = observer(() => {
  const { registry } = useClient();
  const messages = useMessages();
  const types = useTypesOutsideMenu();
  if (types.length === 0) return <p className="kk-soft">{messages.format('home.explore.none')}</p>;
  return (
    <ul className="kk-plain-list kk-lines-list">
      {types.map(([type, count]) => (
        <li key={type}>
          <Icon name={registry.types[type]?.view.icon ?? 'document'} />
          <div className="kk-fill">
            <ShellLink to={openTypesSearch(type)}>{messages.plural(type)}</ShellLink>
          </div>
          <span className="kk-line-side">{messages.format('areas.count', { count })}</span>
        </li>
      ))}
    </ul>
  );
});
