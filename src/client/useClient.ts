// Gives components the client and its stores.

import { createContext, useContext } from 'react';
import type { Client } from 'src/client/Client.ts';

export const ClientContext = createContext<Client | undefined>(undefined);

export const useClient = (): Client => {
  const client = useContext(ClientContext);
  if (!client) throw new Error('App not provided');
  return client;
};
