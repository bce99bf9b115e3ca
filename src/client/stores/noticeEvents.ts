// Connects events of one store with actions of others: notices, stale lists, a newer server. Called once by createClient.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { reaction } from 'mobx';
import type { Environment } from 'src/client/connection/environment.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { DraftStore } from 'src/client/stores/DraftStore.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { ListStore } from 'src/client/stores/ListStore.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import { notificationTarget } from 'src/client/stores/NotificationStore.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { SiteConfiguration } from 'src/model/generated/wire.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';

interface NoticeEventsOptions {
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly drafts: DraftStore;
  readonly items: ItemStore;
  readonly lists: ListStore;
  readonly alerts: AlertStore;
  readonly values: LocalValues;
  readonly site: SiteConfiguration;
  readonly environment: Environment;
}

const RELOADED_FOR = 'reloaded-for-version';

/** Reloads once for a newer server. With unsaved changes, or when the reload cannot be remembered, the person decides. */
const meetVersion = (options: NoticeEventsOptions): void => {
  const { session, drafts, alerts, values, site, environment } = options;
  const version = session.user?.$version;
  if (version === undefined || version === site.version) return;
  if (drafts.dirty.length === 0 && values.available && values.text(RELOADED_FOR) !== version) {
    values.setText(RELOADED_FOR, version);
    environment.reload();
    return;
  }
  alerts.sticky('app.newVersion', { message: 'app.refresh', run: environment.reload });
};

export const noticeEvents = (options: NoticeEventsOptions): (() => void) => {
  const { connection, session, items, lists, alerts, values, environment } = options;
  let release: (() => void) | undefined;
  if (!values.available) alerts.warn('localStorageNotAvailable');
  const stops = [
    reaction(
      () => connection.badForLong,
      (bad) => bad && alerts.warn('app.badConnectionHelp'),
    ),
    connection.recovered.add(() => alerts.success('app.networkRetry.connected')),
    connection.onAuthed(() => {
      meetVersion(options);
      // A person who types chooses from the current values.
      release ??= items.watch(`${SYSTEM_TYPES.listValue}-0`);
      lists.retry();
    }),
    // A person who gets a notice may read its item.
    connection.onPush('item/notify', (notice) => items.retry(notificationTarget(notice))),
    environment.onOffline(() => connection.networkLost()),
    environment.onAwake(() => {
      connection.retryNow();
      lists.retry();
    }),
    connection.onPush('item/update', ({ $id }) => {
      if (tryParseItemId($id)?.type === SYSTEM_TYPES.listValue) lists.clear();
    }),
    session.entered.add((state) => {
      if (!session.signedIn || state === 'TOKEN_SIGN_IN') lists.clear();
      if (session.signedIn) return;
      release?.();
      release = undefined;
    }),
  ];
  return () => stops.forEach((stop) => stop());
};
