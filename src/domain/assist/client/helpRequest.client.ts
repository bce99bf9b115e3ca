// The request for help of this tab. It is kept in the tab, so that a reload continues the help, and belongs to the person who asked.

import type { Client } from 'src/client/extend.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export interface HelpRequest {
  readonly session: ItemId;
  readonly tabId: string;
  /** Person, or the person and the administrator who acts as this person. */
  readonly owner: string;
}

const REQUEST_KEY = 'Assist-Request';

/** The part of src/domain/assist/module.client.ts that is shown over the page. */
export const HELP_OVER_PAGE = 'assist';

const requestOwner = ({ session }: Pick<Client, 'session'>): string =>
  `${session.user?.$id ?? ''}${session.user?.masquerading ? ' masquerading' : ''}`;

/** Returns the request of this tab; undefined if there is none of this person. */
export const openRequest = (client: Pick<Client, 'session'>): HelpRequest | undefined => {
  const kept: unknown = JSON.parse(sessionStorage.getItem(REQUEST_KEY) ?? 'null');
  const { session, tabId, owner } = Object(kept) as Partial<HelpRequest>;
  if (session === undefined || tabId === undefined || owner !== requestOwner(client)) return undefined;
  return { session, tabId, owner };
};

export const forgetRequest = (): void => sessionStorage.removeItem(REQUEST_KEY);

export const newTabId = (): string =>
  crypto.getRandomValues(new Uint8Array(16)).reduce((id, byte) => id + byte.toString(16).padStart(2, '0'), '');

/** Asks the people who may help, and returns their number. */
export const helpAskForHelp = async (client: Client, subject: string): Promise<number> => {
  const tabId = newTabId();
  const { user } = client.session;
  const { session, agents } = await client.connection.send('act/askForHelp', {
    ...{ _t: user?._t ?? '', _i: user?._i ?? 0, tabId },
    ...(subject.trim() === '' ? {} : { subject: subject.trim() }),
  });
  const request: HelpRequest = { session, tabId, owner: requestOwner(client) };
  sessionStorage.setItem(REQUEST_KEY, JSON.stringify(request));
  client.overPage.show(HELP_OVER_PAGE);
  return agents;
};
