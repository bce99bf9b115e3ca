// Requests which value lists the signed-in person may change. Fields that ask at the same time share one request.

import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { ItemId } from 'src/model/item/Item.ts';

export type ListRightsAnswer = Endpoints['listRights']['answer'];

export class ListRightsStore {
  private readonly connection: ServerConnection;
  private pending: { readonly person: ItemId | undefined; readonly answer: Promise<ListRightsAnswer> } | undefined;

  constructor(connection: ServerConnection) {
    this.connection = connection;
  }

  read(person: ItemId | undefined): Promise<ListRightsAnswer> {
    if (this.pending?.person === person && this.pending) return this.pending.answer;
    const answer = this.connection.send('act/listRights', {});
    const own = { person, answer };
    this.pending = own;
    const end = (): void => {
      if (this.pending === own) this.pending = undefined;
    };
    answer.then(end, end);
    return answer;
  }
}
