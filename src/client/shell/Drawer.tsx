// The navigation drawer, 240 px, for windows without space for a permanent navigation ([SHELL-09]).

import { Drawer as BlueprintDrawer } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { Navigation } from 'src/client/shell/Navigation.tsx';
import { useShell } from 'src/client/menu/ShellStore.ts';
import { IconButton } from 'src/client/ui/Button.tsx';
import { DialogTitle } from 'src/client/ui/DialogTitle.tsx';
import { useBackCloses } from 'src/client/ui/useBackCloses.ts';
import { useReducedMotion } from 'src/client/ui/useMedia.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

const DRAWER_WIDTH = 240;

export const Drawer = observer(() => {
  const { site } = useClient();
  const shell = useShell();
  const messages = useMessages();
  const still = useReducedMotion();
  useBackCloses(shell.drawerOpen, shell.closeDrawer);
  return (
    <BlueprintDrawer
      isOpen={shell.drawerOpen}
      onClose={shell.closeDrawer}
      position="left"
      size={DRAWER_WIDTH}
      className="kk-drawer"
      {...(still ? { transitionDuration: 0 } : {})}
    >
      <div role="dialog" aria-modal aria-label={messages.format('shell.menu')} className="kk-drawer-in">
        <div className="kk-drawer-head">
          <DialogTitle className="kk-fill kk-ellipsis">{site.siteName}</DialogTitle>
          <IconButton icon="cross" label={messages.format('app.close')} onClick={shell.closeDrawer} />
        </div>
        <Navigation />
      </div>
    </BlueprintDrawer>
  );
});
