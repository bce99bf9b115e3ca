// Wires the client: every store and the connection, once per page. Called by main.tsx, stories and tests; holds nothing itself.

import { Disposables } from 'src/base/Disposables.ts';
import type { Client } from 'src/client/Client.ts';
import { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { browserEnvironment } from 'src/client/connection/browserEnvironment.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { ClientDomain } from 'src/client/ClientDomain.ts';
import { lateParts } from 'src/client/lateParts.ts';
import { IntlStore } from 'src/client/intl/IntlStore.ts';
import { ownLanguage } from 'src/client/stores/ownLanguage.ts';
import { NavigationStore } from 'src/client/router/NavigationStore.ts';
import { followSession } from 'src/client/router/followSession.ts';
import { followDeviceData, leaveDeviceData } from 'src/client/stores/deviceData.ts';
import { knownViews } from 'src/client/router/knownViews.ts';
import { type Address, historyAddress } from 'src/client/router/historyAddress.ts';
import { AlertStore } from 'src/client/stores/AlertStore.ts';
import { DayStore } from 'src/client/stores/DayStore.ts';
import { DialogStore } from 'src/client/stores/DialogStore.ts';
import { DraftStorage } from 'src/client/stores/DraftStorage.ts';
import { DraftStore } from 'src/client/stores/DraftStore.ts';
import { FileStorage } from 'src/client/upload/FileStorage.ts';
import { ItemStore } from 'src/client/stores/ItemStore.ts';
import { ListStore } from 'src/client/stores/ListStore.ts';
import { LocalValues } from 'src/client/stores/LocalValues.ts';
import { MenuStore } from 'src/client/stores/MenuStore.ts';
import { NotificationStore } from 'src/client/stores/NotificationStore.ts';
import { OverPageStore } from 'src/client/stores/OverPageStore.ts';
import { OfflineReading } from 'src/client/stores/OfflineReading.ts';
import { PreferenceStore } from 'src/client/stores/PreferenceStore.ts';
import { ReadMarkStore } from 'src/client/stores/ReadMarkStore.ts';
import { ListRightsStore } from 'src/client/stores/ListRightsStore.ts';
import { RoleStore } from 'src/client/stores/RoleStore.ts';
import { SearchAlertStore } from 'src/client/stores/SearchAlertStore.ts';
import { SearchCalls } from 'src/client/stores/SearchCalls.ts';
import { SessionStore } from 'src/client/stores/SessionStore.ts';
import { StarStore } from 'src/client/stores/StarStore.ts';
import { SystemAlertStore } from 'src/client/stores/SystemAlertStore.ts';
import { TaskStore } from 'src/client/stores/TaskStore.ts';
import { TokenStore } from 'src/client/stores/TokenStore.ts';
import { UploadStore } from 'src/client/upload/UploadStore.ts';
import { noticeEvents } from 'src/client/stores/noticeEvents.ts';
import type { SiteConfiguration } from 'src/model/generated/wire.ts';
import type { Registry } from 'src/model/schema/Registry.ts';
import { isInstalled } from 'src/model/menu/installation.ts';

// Removes all data of this site from the device: drafts and files of every user, stored choices, the token, cached
// files. Made for shared computers. Called by the user menu and the sign-in page after a confirmation.
interface Forgetting {
  readonly drafts: DraftStore;
  readonly uploads: UploadStore;
  readonly session: SessionStore;
  readonly environment: Environment;
  readonly domain: ClientDomain;
  readonly offline: OfflineReading;
}

/** Ends with a fresh page, so that nothing of the memory is written back. */
const forgetDevice = async ({ drafts, uploads, session, environment, domain, offline }: Forgetting): Promise<void> => {
  await drafts.clearDevice();
  await uploads.takeAway(true);
  await leaveDeviceData(domain, 'clear');
  await offline.forget();
  await session.signOut();
  await environment.wipe();
  environment.reload();
};

export interface ClientOptions {
  readonly registry: Registry;
  readonly site: SiteConfiguration;
  readonly domain: ClientDomain;
  /** The shipped messages, or those of the first page: message id to English text; a promise while they are loading. */
  readonly messages: Readonly<Record<string, string>> | Promise<Readonly<Record<string, string>>>;
  /** Brings all shipped messages, where `messages` are not all. */
  readonly allMessages?: () => Promise<Readonly<Record<string, string>>>;
  /** The browser unless a test or story brings another world. */
  readonly environment?: Environment;
  readonly address?: Address;
}

const createParts = (options: ClientOptions) => {
  const { registry, site, environment = browserEnvironment(), address = historyAddress() } = options;
  const values = new LocalValues(environment.storage);
  const tokens = new TokenStore({ environment, values, hostCookie: site.tokenCookie });
  const connection = new ServerConnection({ environment, site, token: () => tokens.token });
  const alerts = new AlertStore(environment.timers);
  const session = new SessionStore({ connection, tokens, values, alerts, environment });
  const preferences = new PreferenceStore({ session, values, environment, alerts });
  const items = new ItemStore({ connection, session, environment, registry });
  const draftStorage = new DraftStorage(environment.databases, environment.uuid);
  const drafts = new DraftStore({ registry, connection, session, items, alerts, draftStorage, values, environment });
  const fileStorage = new FileStorage({ environment, values, userKey: () => session.user?.draftKey || undefined });
  const uploads = new UploadStore({
    ...{ environment, connection, session, alerts, drafts, fileStorage, token: () => tokens.token },
  });
  const intl = new IntlStore({
    ...{ shipped: options.messages, all: options.allMessages, connection, environment },
    ...{ language: () => ownLanguage(session), visitor: () => !session.signedIn },
  });
  const isKnownView = knownViews(registry);
  const navigation = new NavigationStore({
    ...{ registry, address, session, preferences, alerts, environment, isKnownView },
  });
  return {
    environment,
    address,
    values,
    tokens,
    connection,
    alerts,
    session,
    preferences,
    items,
    drafts,
    uploads,
    intl,
    isKnownView,
    navigation,
  };
};

/** The stores of what a person searches and reads. */
const createReadingStores = (parts: ReturnType<typeof createParts>) => {
  const { connection, session, items, alerts, environment, intl } = parts;
  const search = new SearchCalls(connection, items, environment.timers);
  const stars = new StarStore({ connection, session, search, alerts });
  return {
    search,
    stars,
    lists: new ListStore({ connection, locale: () => intl.locale }),
    offline: new OfflineReading({ connection, session, items, stars, environment }),
    searchAlerts: new SearchAlertStore({ connection, session }),
    readMarks: new ReadMarkStore({ connection, session, search, environment }),
  };
};

/** The stores of what waits for a person, and of what the menu counts. */
const createNoticeStores = (parts: ReturnType<typeof createParts>) => {
  const { connection, session, items, alerts, values } = parts;
  return {
    notifications: new NotificationStore({ connection, session, items, alerts }),
    systemAlerts: new SystemAlertStore({ connection, session, items, alerts, values }),
    tasks: new TaskStore({ connection, session }),
    menu: new MenuStore({ connection, session }),
  };
};

export const createClient = (options: ClientOptions): Client => {
  const { registry, site, domain } = options;
  const parts = createParts(options);
  const { environment, address, values, isKnownView } = parts;
  const { connection, alerts, session, preferences, items, drafts, uploads, intl, navigation } = parts;
  const running = new Disposables();
  const dispose = (): void => {
    running.dispose();
    connection.disconnect();
    alerts.dispose();
    address.dispose();
  };
  const reading = createReadingStores(parts);
  const { stars, offline, lists, searchAlerts, readMarks } = reading;
  const noticing = createNoticeStores(parts);
  const dialogs = new DialogStore();
  const day = new DayStore(environment, () => session.user?.timeZone ?? site.timeZone);
  const client: Client = {
    registry,
    site,
    domain,
    parts: lateParts,
    connection,
    session,
    preferences,
    ...reading,
    items,
    drafts,
    uploads,
    roles: new RoleStore(connection, registry),
    listRights: new ListRightsStore(connection),
    alerts,
    day,
    dialogs,
    overPage: new OverPageStore(environment.tabStorage),
    ...noticing,
    navigation,
    intl,
    forgetDevice: () => forgetDevice({ drafts, uploads, session, environment, domain, offline }),
    dispose,
  };
  // The session starts last: it may connect at once, and all listeners must be registered by then.
  const stores = [offline, preferences, stars, items, drafts, uploads, ...Object.values(noticing), readMarks];
  running.add(...stores.map((store) => store.start()), searchAlerts.start(), day.start());
  running.add(
    navigation.start(),
    noticeEvents({ connection, session, items, drafts, lists, alerts, values, site, environment }),
  );
  running.add(
    followDeviceData(domain, { session, connection }),
    session.start(),
    followSession({
      ...{ navigation, session, items, connection, isKnownView },
      migrated: site.migratedFromCKK1,
      isScreen: (view) => registry.screens.some(({ path }) => path === view),
      // A page for people with a capability is none for visitors.
      isOwnPage: (path) =>
        registry.screens.some(
          (screen) =>
            screen.path === path &&
            screen.view === 'ownPage' &&
            screen.capability === undefined &&
            isInstalled(screen, site),
        ),
    }),
  );
  running.add(intl.start());
  return client;
};
