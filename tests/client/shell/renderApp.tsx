// The whole page over a scripted server, for the tests of the rooms a person sees. Unmounted and disposed after each test.
import { act, render, screen } from '@testing-library/react';
import { onTestFinished, vi } from 'vitest';
import { App } from 'src/client/App.tsx';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';

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
  onTestFinished(() => {
    client.dispose();
    vi.restoreAllMocks();
    localStorage.clear();
  });
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
