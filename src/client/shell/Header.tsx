// The header bar: menu, home, search, connection, notifications, system alerts, help, user. Always there, on every view.

import { observer } from 'mobx-react-lite';
import { lazy, useState } from 'react';
import { useIntl } from 'react-intl';
import { useClient } from 'src/client/useClient.ts';
import { HealthSign } from 'src/client/shell/HealthSign.tsx';
import { ShellLink } from 'src/client/shell/ShellLink.tsx';
import { UserMenu } from 'src/client/shell/UserMenu.tsx';
import { IconButton } from 'src/client/ui/Button.tsx';
import { Later } from 'src/client/ui/Later.tsx';
import { useMedia } from 'src/client/ui/useMedia.ts';

const SearchBox = lazy(() => import('src/client/search/SearchBox.tsx').then((room) => ({ default: room.SearchBox })));
const HeaderTools = lazy(() =>
  import('src/client/shell/HeaderTools.tsx').then((room) => ({ default: room.HeaderTools })),
);

const SiteName = observer(() => {
  const { site } = useClient();
  const subtitle = site.subtitle.replace('{product}', site.product).trim();
  return (
    <ShellLink to="/" className="kk-site">
      <h1>{site.siteName}</h1>
      {subtitle !== '' && <span className="kk-site-subtitle">{subtitle}</span>}
    </ShellLink>
  );
});

interface HeaderProps {
  readonly drawerOpen: boolean;
  readonly toggleDrawer: () => void;
}

export const Header = observer(({ drawerOpen, toggleDrawer }: HeaderProps) => {
  const { session } = useClient();
  const { formatMessage } = useIntl();
  const roomy = useMedia('(min-width: 720px)');
  const [searching, setSearching] = useState(false);
  const say = (id: string): string => formatMessage({ id });
  const showSearch = session.signedIn && (roomy || searching);
  return (
    <header className="kk-header" data-kk-region="header">
      <div className="kk-header-bar">
        {session.signedIn && (
          <IconButton icon="menu" label={say('shell.menu')} aria-expanded={drawerOpen} onClick={toggleDrawer} />
        )}
        <SiteName />
        <div className="kk-header-search">
          {showSearch && (
            <Later>
              <SearchBox autoFocus={!roomy} onDone={() => setSearching(false)} />
            </Later>
          )}
        </div>
        <div className="kk-header-tools">
          {session.signedIn && !roomy && (
            <IconButton
              icon="search"
              label={say('search.toggle')}
              aria-expanded={searching}
              onClick={() => setSearching(!searching)}
            />
          )}
          {session.signedIn && <HealthSign />}
          <Later>{session.signedIn && <HeaderTools />}</Later>
          <UserMenu />
        </div>
      </div>
    </header>
  );
});
