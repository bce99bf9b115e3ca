// Messages about the keys of records that do nothing on the page of a record. Loaded with the first such key.

import type { Client } from 'src/client/Client.ts';
import 'src/client/intl/laterMessages.ts';

const WITHOUT_COMMAND = { a: 'keys.noAssign', t: 'keys.noState' } as const;

export const sayWithoutCommand = ({ alerts }: Client, key: keyof typeof WITHOUT_COMMAND): void => {
  alerts.warn(WITHOUT_COMMAND[key]);
};
