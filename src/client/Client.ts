// The client as one value: every store and the connection, made by createClient and reached in components by useClient().
// Stores hold the only state (MobX); components observe.

import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { ClientDomain } from 'src/client/ClientDomain.ts';
import type { ClientParts } from 'src/client/ClientParts.ts';
import type { IntlStore } from 'src/client/intl/IntlStore.ts';
import type { NavigationStore } from 'src/client/router/NavigationStore.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { DayStore } from 'src/client/stores/DayStore.ts';
import type { DialogStore } from 'src/client/stores/DialogStore.ts';
import type { DraftStore } from 'src/client/stores/DraftStore.ts';
import type { ItemStore } from 'src/client/stores/ItemStore.ts';
import type { ListRightsStore } from 'src/client/stores/ListRightsStore.ts';
import type { ListStore } from 'src/client/stores/ListStore.ts';
import type { MenuStore } from 'src/client/stores/MenuStore.ts';
import type { NotificationStore } from 'src/client/stores/NotificationStore.ts';
import type { OverPageStore } from 'src/client/stores/OverPageStore.ts';
import type { OfflineReading } from 'src/client/stores/OfflineReading.ts';
import type { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';
import type { ReadMarkStore } from 'src/client/stores/ReadMarkStore.ts';
import type { RoleStore } from 'src/client/stores/RoleStore.ts';
import type { SearchAlertStore } from 'src/client/stores/SearchAlertStore.ts';
import type { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import type { SessionStore } from 'src/client/stores/SessionStore.ts';
import type { StarStore } from 'src/client/stores/StarStore.ts';
import type { SystemAlertStore } from 'src/client/stores/SystemAlertStore.ts';
import type { TaskStore } from 'src/client/stores/TaskStore.ts';
import type { UploadStore } from 'src/client/upload/UploadStore.ts';
import type { SiteConfiguration } from 'src/model/generated/wire.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

export interface Client {
  readonly registry: Registry;
  readonly site: SiteConfiguration;
  readonly domain: ClientDomain;
  readonly parts: ClientParts;
  readonly connection: ServerConnection;
  readonly session: SessionStore;
  readonly preferences: PreferenceStore;
  readonly stars: StarStore;
  readonly offline: OfflineReading;
  readonly searchAlerts: SearchAlertStore;
  readonly roles: RoleStore;
  readonly items: ItemStore;
  readonly drafts: DraftStore;
  readonly uploads: UploadStore;
  readonly lists: ListStore;
  readonly listRights: ListRightsStore;
  readonly search: SearchCalls;
  readonly readMarks: ReadMarkStore;
  readonly alerts: AlertStore;
  readonly day: DayStore;
  readonly dialogs: DialogStore;
  readonly overPage: OverPageStore;
  readonly notifications: NotificationStore;
  readonly systemAlerts: SystemAlertStore;
  readonly tasks: TaskStore;
  readonly menu: MenuStore;
  readonly navigation: NavigationStore;
  readonly intl: IntlStore;
  /** Removes all that this site keeps on the device and signs out; ends with a fresh page. */
  readonly forgetDevice: () => Promise<void>;
  /** Ends timers, watches and the socket; tests and stories call it. */
  dispose(): void;
}
