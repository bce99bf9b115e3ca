// Home: what waits, what was changed, the areas, as panels that each person orders and hides. For a visitor the front page is the way in (SignInView).

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { PANELS, type PanelName } from 'src/client/cells/homePanels.tsx';
import { headingId } from 'src/client/cells/useColumnFocus.ts';
import type { Json } from 'src/model/item/Item.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

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

interface Arrangement {
  readonly order: readonly PanelName[];
  readonly hidden: readonly PanelName[];
}

const STANDARD = Object.keys(PANELS) as readonly PanelName[];

/** What was kept may name panels that are gone, and miss new ones. */
const arrangementFrom = (kept: Json | undefined): Arrangement => {
  const named = (part: string | undefined): readonly PanelName[] =>
    (part ?? '').split(',').filter((name): name is PanelName => Object.hasOwn(PANELS, name));
  const [order, hidden] = (typeof kept === 'string' ? kept : '').split('|');
  return { order: [...new Set([...named(order), ...STANDARD])], hidden: named(hidden) };
};

/** Observable: call it inside an observer. */
const useArrangement = (): readonly [Arrangement, (next: Arrangement) => void] => {
  const { preferences } = useClient();
  return [
    arrangementFrom(preferences.get('home')),
    (next) => preferences.set('home', `${next.order.join(',')}|${next.hidden.join(',')}`),
  ];
};

interface ToolsProps {
  readonly name: PanelName;
  readonly title: string;
  readonly arrangement: Arrangement;
  readonly arrange: (next: Arrangement) => void;
}

const PanelTools = ({ name, title, arrangement: { order, hidden }, arrange }: ToolsProps) => {
  const messages = useMessages();
  const shown = order.filter((each) => !hidden.includes(each));
  const move = (by: 1 | -1): void => {
    const other = shown[shown.indexOf(name) + by];
    if (other === undefined) return;
    const swapped = new Map([
      [name, other],
      [other, name],
    ]);
    arrange({ order: order.map((each) => swapped.get(each) ?? each), hidden });
  };
  const labelled = (action: string): string => messages.format(`home.arrange.${action}`, { panel: title });
  return (
    <>
      <IconButton
        size="small"
        icon="arrow-up"
        label={labelled('earlier')}
        disabled={shown[0] === name}
        onClick={() => move(-1)}
      />
      <IconButton
        size="small"
        icon="arrow-down"
        label={labelled('later')}
        disabled={shown.at(-1) === name}
        onClick={() => move(1)}
      />
      <IconButton
        size="small"
        icon="cross"
        label={labelled('hide')}
        onClick={() => arrange({ order, hidden: [...hidden, name] })}
      />
    </>
  );
};

const Greeting = observer(({ children }: { readonly children: React.ReactNode }) => {
  const { session, notifications, site } = useClient();
  const column = useColumn();
  const messages = useMessages();
  const { intl } = messages;
  const hour = new Date().getHours();
  const part = hour < 12 ? 'morning' : hour < 18 ? 'afternoon' : 'evening';
  const date = intl.formatDate(new Date(), { weekday: 'long', day: 'numeric', month: 'long' });
  const name = session.user?.name;
  return (
    <header className="kk-home-head">
      <div>
        <h2 id={headingId(column)} tabIndex={-1} aria-label={messages.format('views.home')}>
          {name === undefined ? site.siteName : messages.format(`home.greeting.${part}`, { name })}
        </h2>
        <p className="kk-soft">{messages.format('home.today', { date, count: notifications.unread })}</p>
      </div>
      {children}
    </header>
  );
});

const Panels = observer(() => {
  const { drafts } = useClient();
  const messages = useMessages();
  const [arrangement, arrange] = useArrangement();
  const [arranging, setArranging] = useState(false);
  const { order, hidden } = arrangement;
  const titleOf = (name: PanelName): string => messages.format(PANELS[name].title);
  return (
    <>
      <Greeting>
        <Button
          size="small"
          icon="settings"
          variant="minimal"
          active={arranging}
          onClick={() => setArranging(!arranging)}
        >
          {messages.format(arranging ? 'home.arrange.done' : 'home.arrange')}
        </Button>
      </Greeting>
      {arranging && hidden.length > 0 && (
        <p className="kk-row">
          {hidden.map((name) => (
            <Button
              key={name}
              size="small"
              icon="plus"
              onClick={() => arrange({ order, hidden: hidden.filter((each) => each !== name) })}
            >
              {messages.format('home.arrange.show', { panel: titleOf(name) })}
            </Button>
          ))}
        </p>
      )}
      <Guidance />
      <div className="kk-panels">
        {order
          .filter((name) => !hidden.includes(name) && (name !== 'unsaved' || drafts.dirty.length > 0 || arranging))
          .map((name) => {
            const { Content, icon, link: Link } = PANELS[name];
            const title = titleOf(name);
            return (
              <section key={name} className="kk-panel-card" data-panel={name} aria-label={title}>
                <header>
                  <Icon name={icon} />
                  <h3 className="kk-fill">{title}</h3>
                  {arranging ? (
                    <PanelTools name={name} title={title} arrangement={arrangement} arrange={arrange} />
                  ) : (
                    Link && <Link title={title} />
                  )}
                </header>
                <Content />
              </section>
            );
          })}
      </div>
    </>
  );
});

export const HomeView = observer(() => {
  const { session } = useClient();
  const { user, signedIn } = session;
  return (
    <div className="kk-cell-scroll">
      <div className="kk-cell-body kk-home">
        {user && <Panels key={user.$id} />}
        {/* Who it is becomes known a moment after the page opens. */}
        {signedIn && !user && <Loading />}
      </div>
    </div>
  );
});
