// The whole page of the product in a story: the real client over a scripted server with the sample community, at an address, in the theme
// of the toolbar.

import { reaction } from 'mobx';
import { useEffect, useState } from 'react';
import { App } from 'src/client/App.tsx';
import { setUpIcons } from 'src/client/ui/icons.ts';
import { createProductClient } from 'stories/product/createProductClient.ts';
import type { ScriptedClient, ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';

setUpIcons();

export interface AppWorldProps extends ScriptedClientOptions {
  readonly dark?: boolean;
  /** Called after the user has signed in. */
  readonly whenReady?: (client: ScriptedClient) => void;
}

const start = ({ dark, user, ...options }: AppWorldProps): ScriptedClient => {
  localStorage.setItem('Cookies-Accepted', 'true');
  return createProductClient({
    ...options,
    user: user === null ? null : { dark: dark ?? false, ...user },
  });
};

export const AppWorld = (props: AppWorldProps) => {
  const [client] = useState(() => start(props));
  const { whenReady } = props;
  useEffect(() => {
    const stop = reaction(
      () => client.session.state === 'USER_VALID',
      (valid) => valid && whenReady?.(client),
      { fireImmediately: true },
    );
    return stop;
  }, [client, whenReady]);
  useEffect(() => () => client.dispose(), [client]);
  return <App client={client} />;
};

/** Returns whether the toolbar has the dark theme, for a story's render function. */
export const isDark = (globals: Readonly<Record<string, unknown>>): boolean => globals.theme === 'dark';
