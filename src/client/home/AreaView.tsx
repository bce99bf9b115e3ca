// A menu parent opened by its address, such as an area: each listing below it with its first items, its count, its saved searches and
// buttons to create items.

import { observer } from 'mobx-react-lite';
import 'src/client/intl/laterMessages.ts';
import type { Query } from 'src/model/generated/wire.ts';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { LatestItems } from 'src/client/home/LatestItems.tsx';
import { CreateButton } from 'src/client/search/CreateButton.tsx';
import { screenPlan, queryOf } from 'src/model/listing/listingPlan.ts';
import { EMPTY_STATE } from 'src/model/listing/listingState.ts';
import { MenuLink } from 'src/client/navigation/MenuLink.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import type { MenuNode } from 'src/client/navigation/menuTree.ts';
import { useSearchLinks } from 'src/client/menu/useSearchLinks.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Screen } from 'src/model/schema/Registry.ts';

interface ListingProps {
  readonly node: MenuNode;
  readonly screen: Screen;
}

const AreaListing = observer(({ node, screen }: ListingProps) => {
  const { registry, session } = useClient();
  const { title } = node;
  const searches = useSearchLinks([node]).filter(({ to }) => to.startsWith(`/${screen.path}?`));
  const plan = screenPlan(screen, { registry, user: session.user });
  const { must, mustNot } = queryOf(plan, { ...EMPTY_STATE, chosen: plan.start.chosen });
  // A page of several listings shows the newest items, independent of the listing's own order.
  const query: Query = { must: must ?? {}, mustNot: mustNot ?? {}, sort: [{ key: 'updated', order: 'desc' }] };
  return (
    <LatestItems title={title} icon={screen.icon ?? 'document'} level={3} to={`/${screen.path}`} query={query}>
      <div className="kk-row kk-area-foot">
        {searches.map((each) => (
          <ShellLink key={each.to} to={each.to}>
            {each.title}
          </ShellLink>
        ))}
        <span className="kk-fill" />
        <CreateButton plan={plan} quiet />
      </div>
    </LatestItems>
  );
});

/** Entry of a screen that is not a listing: its name and its declared description. */
const AreaEntry = ({ node: { key, title, to, icon } }: { readonly node: MenuNode }) => {
  const about = useMessages().find(`screens.${key}.about`);
  return (
    <section className="kk-panel-card" aria-label={title}>
      <header>
        <Icon name={icon ?? 'document'} />
        <h3 className="kk-fill">
          <MenuLink to={to}>{title}</MenuLink>
        </h3>
      </header>
      {about !== undefined && <p className="kk-soft">{about}</p>}
    </section>
  );
};

export const AreaView = ({ node }: { readonly node: MenuNode }) => (
  <div className="kk-cell-fill kk-ground">
    <CellHead title={node.title} />
    <div className="kk-cell-scroll">
      <div className="kk-cell-body kk-area-panels">
        {node.children.map((child) =>
          child.screen?.search && !child.screen.view ? (
            <AreaListing key={child.key} node={child} screen={child.screen} />
          ) : (
            <AreaEntry key={child.key} node={child} />
          ),
        )}
      </div>
    </div>
  </div>
);
