// Acting as another person, and coming back. A page that is no item belongs to the rights of who opened it, so the other one starts at home.

import type { Client } from 'src/client/Client.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export const actAs = ({ session, navigation, alerts }: Client, target: ItemId | 'stop'): void => {
  const leave = (): void => {
    if (navigation.cells[0]?.kind !== 'item') navigation.redirect('/');
  };
  session.masquerade(target, leave).catch((thrown: unknown) => alerts.error(thrown));
};
