// The header bar: menu, home, search, connection, notifications, system alerts, help, user. Always there, on every view.

import { windowFrom } from 'src/client/ui/widths.ts';
import { observer } from 'mobx-react-lite';
import { lazy, useState } from 'react';
import { useIntl } from 'react-intl';
import { Mark } from 'src/client/navigation/Mark.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { UserMenu } from 'src/client/shell/UserMenu.tsx';
import { Button, IconButton } from 'src/client/ui/Button.tsx';
import { DELAYS, useDelayed } from 'src/client/ui/Loading.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { useMedia } from 'src/client/ui/useMedia.ts';
import { useClient } from 'src/client/useClient.ts';

// Connection health in the header: a word next to a dot, and during an outage a countdown with "retry now" ([CONN-04], [CONN-05]). A fast
// pong changes nothing on the page: only a state that lasts for the notice delay is shown.
const HealthSign = observer(() => {
  const { connection, drafts } = useClient();
  const { formatMessage } = useIntl();
  const { retryIn } = connection;
  const lasting = useDelayed(connection.health !== 'GOOD', DELAYS.notice);
  const health = lasting ? connection.health : 'GOOD';
  const { waiting } = drafts;
  return (
    <span className={`kk-health kk-health-${health.toLowerCase()}`}>
      <span className="kk-health-dot" aria-hidden />
      <span className="kk-health-word">
        {formatMessage({ id: `health.${health}` })}
        {waiting > 0 && ` · ${formatMessage({ id: 'health.waiting' }, { count: waiting })}`}
      </span>
      {health === 'BAD' && retryIn !== undefined && (
        <>
          <span className="kk-health-count">
            {formatMessage({ id: 'health.retryIn' }, { seconds: Math.max(0, Math.ceil(retryIn)) })}
          </span>
          <Button size="small" onClick={() => connection.retryNow()}>
            {formatMessage({ id: 'health.retryNow' })}
          </Button>
        </>
      )}
    </span>
  );
});

const SearchBox = lazy(() =>
  import('src/client/search/SearchBox.tsx').then((module) => ({ default: module.SearchBox })),
);
const HeaderTools = lazy(() =>
  import('src/client/shell/HeaderTools.tsx').then((module) => ({ default: module.HeaderTools })),
);

const SiteName = observer(() => {
  const { site } = useClient();
  const subtitle = site.subtitle.replace('{product}', site.product).trim();
  return (
    <ShellLink to="/" className="kk-site">
      <Mark />
      <div className="kk-site-name">
        <h1>{site.siteName}</h1>
        {subtitle !== '' && <span className="kk-site-subtitle">{subtitle}</span>}
      </div>
    </ShellLink>
  );
});

interface HeaderProps {
  readonly menuOpen: boolean;
  readonly toggleMenu: () => void;
}

const TOGGLE = 'kk-search-toggle';

/** Always there where there is space for it. Closing gives the focus back to the toggle, unless something else has taken it. */
const useSearch = (roomy: boolean) => {
  const [opened, setOpen] = useState(false);
  const open = opened || roomy;
  const [asked, setAsked] = useState(false);
  return {
    open,
    /** The box takes the focus when a person asked for it, not when the page opens. */
    asked,
    change: (next: boolean): void => {
      setOpen(next);
      setAsked(next);
      if (!next && !roomy) document.getElementById(TOGGLE)?.focus();
    },
  };
};

export const Header = observer(({ menuOpen, toggleMenu }: HeaderProps) => {
  const { session } = useClient();
  const { formatMessage } = useIntl();
  const search = useSearch(useMedia(windowFrom('header')));
  const format = (id: string): string => formatMessage({ id });
  return (
    <header className="kk-header" data-kk-region="header">
      <div className="kk-header-bar">
        {session.signedIn && (
          <IconButton icon="menu" label={format('shell.menu')} aria-expanded={menuOpen} onClick={toggleMenu} />
        )}
        <SiteName />
        <div className="kk-header-search">
          {search.open && (
            <Later wait={!session.signedIn && !search.asked}>
              <SearchBox takesFocus={search.asked} onDone={() => search.change(false)} />
            </Later>
          )}
        </div>
        <IconButton
          id={TOGGLE}
          className="kk-search-toggle"
          icon={search.open ? 'cross' : 'search'}
          label={format('search.toggle')}
          aria-expanded={search.open}
          onClick={() => search.change(!search.open)}
        />
        <div className="kk-header-tools">
          {session.signedIn && <HealthSign />}
          <Later wait={!session.signedIn}>
            <HeaderTools />
          </Later>
          <UserMenu />
        </div>
      </div>
    </header>
  );
});
