// A scripted client for one test, disposed after it.
import { onTestFinished, vi } from 'vitest';
import {
  createScriptedClient,
  type ScriptedClient,
  type ScriptedClientOptions,
} from 'stories/scripted/createScriptedClient.ts';

export const startClient = (options?: ScriptedClientOptions): ScriptedClient => {
  const client = createScriptedClient(options);
  onTestFinished(() => client.dispose());
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
