// Roles that people can be given, as listed by the server. Requested when the first role is chosen. Until the answer, and without one, the
// list is that of this build.

import { observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export class RoleStore {
  private readonly connection: ServerConnection;
  private readonly listed: { get(): readonly string[]; set(roles: readonly string[]): void };
  private asked = false;

  constructor(connection: ServerConnection, { capabilities }: Pick<Registry, 'capabilities'>) {
    this.connection = connection;
    this.listed = observable.box(capabilities.toSorted(), { deep: false });
  }

  /** Sorted. Observable. */
  get available(): readonly string[] {
    return this.listed.get();
  }

  /** Requests the roles once; again after a failure, when the next choice is shown. */
  need(): void {
    if (this.asked) return;
    this.asked = true;
    this.connection.send('act/rolesAvailable', {}).then(
      (answer) => {
        const { rolesAvailable } = answer as { readonly rolesAvailable: readonly string[] };
        runInAction(() => this.listed.set(rolesAvailable));
      },
      () => {
        this.asked = false;
      },
    );
  }
}
