// Creates the whole client over a scripted server, for stories and client tests. `client.server` pushes, delays and goes offline.

import { systemTimers } from 'src/base/timers.ts';
import type { Client } from 'src/client/Client.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import { createClient } from 'src/client/createClient.ts';
import type { ClientDomain } from 'src/client/extend.ts';
import { type Address, historyAddress } from 'src/client/router/historyAddress.ts';
import { TOKEN_KEY } from 'src/client/connection/environment.ts';
import type { SessionUser, SiteConfiguration } from 'src/model/generated/wire.ts';
import { scriptedEnvironment } from 'stories/scripted/scriptedEnvironment.ts';
import { ScriptedServer, type ScriptedServerOptions, scriptedToken } from 'stories/scripted/ScriptedServer.ts';
import { toyItems, toyLists, toySite, toyUser } from 'stories/scripted/toyItems.ts';
import { forms } from 'tests/toy/generated/forms.ts';
import { inStoryLanguage } from 'stories/scripted/storyLanguage.ts';
import messages from 'tests/toy/generated/messages.en.json' with { type: 'json' };
import { registry as toyRegistry } from 'tests/toy/generated/registry.client.ts';

export interface ScriptedClientOptions extends Partial<Omit<ScriptedServerOptions, 'user' | 'timers'>> {
  /** Members of the toy user to change; null for a visitor. */
  readonly user?: Partial<SessionUser> | null;
  readonly site?: Partial<SiteConfiguration>;
  readonly domain?: Partial<ClientDomain>;
  readonly messages?: Readonly<Record<string, string>>;
  /** Path of the first page. */
  readonly path?: string;
  /** Address to use in place of one in memory that starts at `path`. */
  readonly address?: Address;
  readonly environment?: Partial<Environment>;
}

export type ScriptedClient = Client & { readonly server: ScriptedServer };

export const createScriptedClient = (options: ScriptedClientOptions = {}): ScriptedClient => {
  const { registry = toyRegistry, site, domain, path = '/', environment } = options;
  const user = options.user === null ? undefined : { ...toyUser, ...options.user };
  const timers = environment?.timers ?? systemTimers;
  const server = new ScriptedServer({ items: toyItems, lists: toyLists, ...options, user, timers });
  const world = scriptedEnvironment(server, environment);
  if (user && world.storage?.getItem(TOKEN_KEY) === null) world.storage.setItem(TOKEN_KEY, scriptedToken(user.$id));
  const client = createClient({
    registry,
    site: { ...toySite, ...site },
    domain: { loadForm: async (type) => forms[type]?.(), ...domain },
    messages: inStoryLanguage({ ...messages, ...options.messages }),
    environment: world,
    address: options.address ?? historyAddress(path),
  });
  return Object.assign(client, { server });
};
