// The whole page over a scripted server, for the tests of the rooms a person sees. Unmounted and disposed after each test.
import { act, configure, render, screen } from '@testing-library/react';
import { afterEach, vi } from 'vitest';
import { App } from 'src/client/App.tsx';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';

// Rooms are loaded when first shown, and the first time they are also compiled.
configure({ asyncUtilTimeout: 10_000 });
vi.setConfig({ testTimeout: 30_000 });

const open: ScriptedClient[] = [];

afterEach(() => {
  for (const client of open.splice(0)) client.dispose();
  vi.restoreAllMocks();
  localStorage.clear();
});

/** jsdom lays nothing out: without a size a virtual list shows nothing. */
export const giveElementsSize = (): void => {
  vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
  vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
  vi.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockReturnValue(58);
};

/** Mounted, and signed in unless `user` is null. */
export const renderApp = async (options: ScriptedClientOptions = {}): Promise<ScriptedClient> => {
  giveElementsSize();
  const client = createScriptedClient(options);
  open.push(client);
  render(<App client={client} />);
  if (options.user !== null) {
    await act(() =>
      vi.waitFor(() => {
        if (client.session.state !== 'USER_VALID') throw new Error(client.session.state);
      }),
    );
  }
  return client;
};

export const heading = (name: string | RegExp): Promise<HTMLElement> =>
  screen.findByRole('heading', { level: 2, name });
