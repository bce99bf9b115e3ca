// Home: guidance that can be hidden, the menu as cards, what was changed lately. For a visitor, the way in.

import { observer } from 'mobx-react-lite';
import { useEffect, useState } from 'react';
import type { SearchAnswer } from 'src/model/generated/wire.ts';
import { CellHead } from 'src/client/cells/CellHead.tsx';
import { ItemLink } from 'src/client/cells/ItemLink.tsx';
import { UnsavedWork } from 'src/client/cells/UnsavedView.tsx';
import { menuTree, type MenuNode } from 'src/client/shell/menuTree.ts';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const RECENT = 8;

const Guidance = observer(() => {
  const { session, alerts } = useClient();
  const messages = useMessages();
  if (!session.user || session.user.hideGuidance) return null;
  const hide = (): void => {
    session.setPreference('hideGuidance', true).catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-guidance" aria-labelledby="kk-guidance">
      <div className="kk-row">
        <h3 id="kk-guidance" className="kk-fill">
          {messages.format('home.guidance.title', { name: session.user.name })}
        </h3>
        <Button size="small" variant="minimal" onClick={hide}>
          {messages.format('home.guidance.hide')}
        </Button>
      </div>
      <ul>
        {['find', 'columns', 'edit', 'share'].map((point) => (
          <li key={point}>{messages.format(`home.guidance.${point}`)}</li>
        ))}
      </ul>
    </section>
  );
});

/** A parent shows its pages as links below its own. */
const Card = ({ node }: { readonly node: MenuNode }) => (
  <li className="kk-card">
    <h4>
      <Icon name={node.screen.icon ?? 'document'} />
      <ShellLink to={`/${node.screen.path}`}>{node.title}</ShellLink>
    </h4>
    {node.children.length > 0 && (
      <ul className="kk-plain-list kk-card-links">
        {node.children.map((child) => (
          <li key={child.screen.path}>
            <ShellLink to={`/${child.screen.path}`}>{child.title}</ShellLink>
          </li>
        ))}
      </ul>
    )}
  </li>
);

const useRecent = (): SearchAnswer | undefined => {
  const { search, items } = useClient();
  const [recent, setRecent] = useState<SearchAnswer>();
  useEffect(() => {
    let shown = true;
    search
      .search({ sort: [{ key: 'updated', order: 'desc' }], max: RECENT, labels: true })
      .then((answer) => {
        if (answer.labels) items.putLabels(answer.labels);
        if (shown) setRecent(answer);
      })
      .catch(() => shown && setRecent({ ids: [], total: 0 }));
    return () => {
      shown = false;
    };
  }, [search, items]);
  return recent;
};

const Recent = observer(() => {
  const { registry } = useClient();
  const messages = useMessages();
  const recent = useRecent();
  return (
    <section>
      <h3>{messages.format('home.recent')}</h3>
      {recent?.ids.length === 0 && <p className="kk-soft">{messages.format('home.recentNone')}</p>}
      <ul className="kk-plain-list kk-recent">
        {recent?.ids.map((id) => {
          const type = id.split('-')[0] ?? '';
          return (
            <li key={id}>
              <Icon name={registry.types[type]?.view.icon ?? 'document'} />
              <ItemLink id={id} />
              <span className="kk-soft">{messages.type(type)}</span>
            </li>
          );
        })}
      </ul>
    </section>
  );
});

const Visitor = () => {
  const messages = useMessages();
  return (
    <Empty
      icon="log-in"
      title={messages.format('home.visitor')}
      action={<ShellLink to="/sign-in">{messages.format('user.signIn')}</ShellLink>}
    >
      {messages.format('home.visitorHint')}
    </Empty>
  );
};

export const HomeView = observer(() => {
  const { registry, session, site } = useClient();
  const messages = useMessages();
  const nodes = menuTree(registry.screens, { user: session.user, site }, messages.screen);
  return (
    <>
      <CellHead title={messages.format('views.home')} root />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-home">
          {!session.signedIn && <Visitor />}
          <Guidance />
          <UnsavedWork />
          {nodes.length > 0 && (
            <section>
              <h3>{messages.format('home.places')}</h3>
              <ul className="kk-plain-list kk-cards">
                {nodes.map((node) => (
                  <Card key={node.screen.path} node={node} />
                ))}
              </ul>
            </section>
          )}
          {session.user && <Recent />}
        </div>
      </div>
    </>
  );
});
