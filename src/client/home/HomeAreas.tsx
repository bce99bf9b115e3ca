// The areas of the menu on home, with the number of records of their listings.

import { observer } from 'mobx-react-lite';
import type { Screen } from 'src/model/schema/Registry.ts';
import { SearchTotal } from 'src/client/home/SearchTotal.tsx';
import { planOf } from 'src/model/listing/listingPlan.ts';
import { useCounts } from 'src/client/menu/ShellStore.ts';
import { useMenu } from 'src/client/menu/useMenu.ts';
import { MenuLink } from 'src/client/navigation/MenuLink.tsx';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const Count = observer(({ screen }: { readonly screen: Screen }) => {
  const known = useCounts().countOf(screen);
  const { intl } = useMessages();
  return known === undefined ? null : <span className="kk-line-side">{intl.formatNumber(known)}</span>;
});

const AreaBlock = ({ node: { screen, to, icon, title, children } }: { readonly node: MenuNode }) => (
  <section className="kk-area">
    <h4>
      <Icon name={icon ?? 'document'} />
      <MenuLink to={to}>{title}</MenuLink>
      <span className="kk-fill" />
      {screen && <Count screen={screen} />}
    </h4>
    <ul className="kk-plain-list">
      {children.map((child) => (
        <li key={child.key}>
          <MenuLink to={child.to}>{child.title}</MenuLink>
          {child.screen && <Count screen={child.screen} />}
        </li>
      ))}
    </ul>
  </section>
);

/** An area of one page. */
const AreaLine = observer(({ node: { screen, to, icon, title } }: { readonly node: MenuNode }) => {
  const { registry, session } = useClient();
  const { intl } = useMessages();
  const { types = [], must } = screen?.search ?? {};
  const plan = must && planOf({ types, must }, { registry, user: session.user });
  return (
    <li>
      <Icon name={icon ?? 'document'} />
      <MenuLink to={to}>{title}</MenuLink>
      <span className="kk-fill" />
      {screen && <Count screen={screen} />}
      {plan && (
        <SearchTotal query={{ must: { ...plan.must, _t: types } }} format={(count) => intl.formatNumber(count)} />
      )}
    </li>
  );
});

export const HomeAreas = observer(() => {
  const menu = useMenu();
  const single = menu.filter(({ children }) => children.length === 0);
  return (
    <div className="kk-areas">
      {single.length > 0 && (
        <ul className="kk-plain-list kk-area-lines">
          {single.map((node) => (
            <AreaLine key={node.key} node={node} />
          ))}
        </ul>
      )}
      {menu.map((node) => node.children.length > 0 && <AreaBlock key={node.key} node={node} />)}
    </div>
  );
});
