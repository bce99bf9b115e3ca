// Home page: items that wait, changes, and areas, as panels that each person can order and hide. Visitors see
// SignInView instead.

import { stringsIn } from 'src/base/stringsIn.ts';
import { observer } from 'mobx-react-lite';
import { Suspense, useRef, useState } from 'react';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { FactorBand } from 'src/client/navigation/FactorRequired.tsx';
import { useLoadAhead } from 'src/client/forms/LaterItemForm.ts';
import { DaySummary } from 'src/client/home/DaySummary.tsx';
import { MembershipBand } from 'src/client/home/MembershipBand.tsx';
import { type Panel, usePanels } from 'src/client/home/homePanels.tsx';
import { OnDevice, useIsOffline } from 'src/client/home/OnDevice.tsx';
import { Guidance } from 'src/client/home/Guidance.tsx';
import { headingId } from 'src/client/navigation/useColumnFocus.ts';
import 'src/client/intl/laterMessages.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { newItemKey, newItemText } from 'src/client/navigation/newItems.ts';
import { refusalOf } from 'src/client/navigation/menuTree.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { useClient } from 'src/client/useClient.ts';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { MenuButton } from 'src/client/ui/Menu.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import 'src/client/home/day.css';

const TODAY = { weekday: 'long', day: 'numeric', month: 'long' } as const;

interface Arrangement {
  readonly order: readonly string[];
  readonly hidden: readonly string[];
}

type Panels = ReturnType<typeof usePanels>['panels'];

/**
 * Returns the saved arrangement without panels that no longer exist and with new panels added. An optional panel is
 * hidden until the person shows it.
 */
const arrangementFrom = (kept: Json | undefined, panels: Panels): Arrangement => {
  const { order, hidden } = Object(kept) as { readonly order?: Json; readonly hidden?: Json };
  const known = (names: readonly string[]): readonly string[] => names.filter((name) => panels.has(name));
  const arranged = known(stringsIn(order));
  const offered = [...panels].flatMap(([name, { optional }]) => (optional && !arranged.includes(name) ? [name] : []));
  return {
    order: [...new Set([...arranged, ...panels.keys()])],
    hidden: [...new Set([...known(stringsIn(hidden)), ...offered])],
  };
};

/** Observable: call it inside an observer. Optional panels are kept only when shown, so that a new one is never shown by itself. */
const useArrangement = (panels: Panels): readonly [Arrangement, (next: Arrangement) => void] => {
  const { preferences } = useClient();
  return [
    arrangementFrom(preferences.get('home'), panels),
    ({ order, hidden }) => {
      const isKept = (name: string): boolean => panels.get(name)?.optional !== true || !hidden.includes(name);
      preferences.set('home', { order: order.filter(isKept), hidden: hidden.filter(isKept) });
    },
  ];
};

/** The order with one panel put in the place of another. */
const orderAfterMove = (order: readonly string[], name: string, place: string): readonly string[] => {
  const [from, to] = [order.indexOf(name), order.indexOf(place)];
  if (from < 0 || to < 0 || from === to) return order;
  return order.toSpliced(from, 1).toSpliced(to, 0, name);
};

interface ToolsProps {
  readonly name: string;
  readonly title: string;
  readonly arrangement: Arrangement;
  readonly arrange: (next: Arrangement) => void;
}

const HomePanelTools = ({ name, title, arrangement: { order, hidden }, arrange }: ToolsProps) => {
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
  const { day } = useClient();
  const column = useColumn();
  const messages = useMessages();
  const date = messages.intl.formatDate(day.today, { ...TODAY, timeZone: 'UTC' });
  return (
    <header className="kk-home-head">
      <div>
        <h2 id={headingId(column)} tabIndex={-1} aria-label={messages.format('home.heading', { date })}>
          {date}
        </h2>
        <p className="kk-soft kk-home-summary">
          <DaySummary />
        </p>
      </div>
      <div className="kk-row">{children}</div>
    </header>
  );
});

/**
 * Types that this person may write step by step, of the lists that are panels of their home: to begin one is what they come for.
 * Observable.
 */
const useStarts = (): readonly ItemType[] => {
  const { registry, session, site } = useClient();
  const { user } = session;
  const listed = registry.screens.filter((screen) => screen.home && refusalOf(screen, { user, site }) === undefined);
  const names = new Set(listed.flatMap(({ search }) => search?.create ?? []));
  return [...names].flatMap((name) => {
    const type = registry.types[name];
    return type?.view.wizard && mayCreate(type, user) ? [type] : [];
  });
};

const StartLinks = observer(() => {
  const { navigation } = useClient();
  const column = useColumn();
  const messages = useMessages();
  return useStarts().map(({ name, view: { icon } }) => (
    <MainButton
      key={name}
      size="small"
      icon={icon}
      onClick={() => void navigation.open(column, `i-${name}-0-${newItemKey()}`)}
    >
      {newItemText(messages, name)}
    </MainButton>
  ));
});

interface PanelCardProps {
  readonly name: string;
  readonly panel: Panel;
  readonly shipped: React.ComponentProps<Panel['Content']>['shipped'];
  /** Set while the person arranges panels: the panel can be dragged onto another one's place. */
  readonly tools:
    | (Pick<ToolsProps, 'arrangement' | 'arrange'> & {
        readonly pick: (name: string) => void;
        readonly drop: (place: string) => void;
      })
    | undefined;
}

const HomePanel = ({ name, panel, shipped, tools }: PanelCardProps) => {
  const { Content, Count, icon, title, link: Link, height } = panel;
  return (
    <section
      className={`kk-panel-card${tools ? ' kk-panel-arranged' : ''}`}
      data-panel={name}
      aria-label={title}
      {...(tools && {
        draggable: true,
        onDragStart: (event) => {
          tools.pick(name);
          event.dataTransfer.effectAllowed = 'move';
          event.dataTransfer.setData('text/plain', title);
        },
        onDragOver: (event) => event.preventDefault(),
        onDrop: (event) => {
          event.preventDefault();
          tools.drop(name);
        },
      })}
    >
      <header>
        <Icon name={icon} />
        <h3 className="kk-fill">{title}</h3>
        {Count && !tools && <Count />}
        {tools ? (
          <HomePanelTools name={name} title={title} arrangement={tools.arrangement} arrange={tools.arrange} />
        ) : (
          Link && <Link title={title} />
        )}
      </header>
      {height === undefined ? (
        <Content shipped={shipped} />
      ) : (
        <div style={{ minBlockSize: height }}>
          <Suspense fallback={null}>
            <Content shipped={shipped} />
          </Suspense>
        </div>
      )}
    </section>
  );
};

const HomePanels = observer(() => {
  const { drafts } = useClient();
  const messages = useMessages();
  const { panels, shipped } = usePanels();
  const [arrangement, arrange] = useArrangement(panels);
  const [arranging, setArranging] = useState(false);
  const dragged = useRef<string>(undefined);
  const isOffline = useIsOffline();
  const { order, hidden } = arrangement;
  const shown = order.filter(
    (name) => !hidden.includes(name) && (name !== 'unsaved' || drafts.dirty.length > 0 || arranging),
  );
  const pick = (name: string): void => void (dragged.current = name);
  const drop = (place: string): void => {
    if (dragged.current !== undefined) arrange({ order: orderAfterMove(order, dragged.current, place), hidden });
    dragged.current = undefined;
  };
  return (
    <>
      <Greeting>
        <StartLinks />
        {arranging && hidden.length > 0 && (
          <MenuButton
            label={messages.format('home.arrange.add')}
            parts={hidden.map((name) => ({
              key: name,
              text: panels.get(name)?.title ?? name,
              icon: panels.get(name)?.icon ?? 'search',
              onClick: () => arrange({ order, hidden: hidden.filter((each) => each !== name) }),
            }))}
            opener={(opener) => (
              <Button {...opener} size="small" variant="minimal" icon="plus">
                {messages.format('home.arrange.add')}
              </Button>
            )}
          />
        )}
        <Button
          size="small"
          icon="settings"
          variant="minimal"
          aria-pressed={arranging}
          onClick={() => setArranging(!arranging)}
        >
          {messages.format(arranging ? 'home.arrange.done' : 'home.arrange')}
        </Button>
      </Greeting>
      <FactorBand />
      <MembershipBand />
      <Guidance />
      <div className="kk-panels">
        {isOffline && <OnDevice />}
        {shown.map((name) => {
          const panel = panels.get(name);
          const tools = { arrangement, arrange, pick, drop };
          return panel && <HomePanel key={name} {...{ name, panel, shipped }} tools={arranging ? tools : undefined} />;
        })}
      </div>
    </>
  );
});

export const HomeView = observer(() => {
  const { session } = useClient();
  const { user, signedIn } = session;
  useLoadAhead({ isShown: user !== undefined });
  return (
    <div className="kk-cell-scroll kk-ground">
      <div className="kk-cell-body kk-home">
        {user && <HomePanels key={user.$id} />}
        {/* The user is loaded a moment after the page opens. */}
        {signedIn && !user && <Loading />}
      </div>
    </div>
  );
});
