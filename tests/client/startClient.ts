// A scripted client for one test, disposed after it.
import { afterEach, vi } from 'vitest';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';

const open: ScriptedClient[] = [];

afterEach(() => {
  for (const client of open.splice(0)) client.dispose();
});

export const startClient = (options?: ScriptedClientOptions): ScriptedClient => {
  const client = createScriptedClient(options);
  open.push(client);
  return client;
};

/** Signed in, with the socket authenticated. */
export const signedInClient = async (options?: ScriptedClientOptions): Promise<ScriptedClient> => {
  const client = startClient(options);
  await vi.waitFor(() => {
    if (client.session.state !== 'USER_VALID') throw new Error(client.session.state);
  });
  return client;
};
