// The words of the interface: the shipped English bundle with the site's overrides for one language over it, key by key.
// IntlProvider gets `messages` and `onError`; SHELL-04.

import { type IObservableValue, observable, runInAction } from 'mobx';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';

type Messages = Readonly<Record<string, string>>;

interface IntlStoreOptions {
  readonly shipped: Messages;
  readonly connection: ServerConnection;
}

const textsOf = (answer: unknown): Messages =>
  Object.fromEntries(Object.entries(Object(answer) as object).filter((entry) => typeof entry[1] === 'string'));

export class IntlStore {
  /** The one language that ships; overrides are asked for by it. Source: spec platform 1 and 9. */
  readonly locale = 'en';
  private readonly shipped: Messages;
  private readonly connection: ServerConnection;
  private readonly shown: IObservableValue<Messages>;
  private readonly reported = new Set<string>();

  constructor({ shipped, connection }: IntlStoreOptions) {
    this.shipped = Object.freeze({ ...shipped });
    this.connection = connection;
    this.shown = observable.box(this.shipped, { deep: false });
  }

  /** One frozen object per language and version of the overrides, so that IntlProvider renders again only when they change. */
  get messages(): Messages {
    return this.shown.get();
  }

  /** Reads the site's overrides; the page can be used meanwhile. */
  async start(): Promise<void> {
    const overrides = await this.overrides();
    if (Object.keys(overrides).length === 0) return;
    runInAction(() => this.shown.set(Object.freeze({ ...this.shipped, ...overrides })));
  }

  /** For IntlProvider: each missing or faulty message is reported once. */
  readonly onError = ({
    code,
    message,
    descriptor,
  }: {
    readonly code: string;
    readonly message: string;
    readonly descriptor?: { readonly id?: string } | undefined;
  }): void => {
    const key = `${code} ${descriptor?.id ?? message}`;
    if (this.reported.has(key)) return;
    this.reported.add(key);
    console.warn(message);
  };

  // Without overrides the shipped words do; a missing translation must not stop the page.
  private async overrides(): Promise<Messages> {
    try {
      return textsOf(await this.connection.fetchJson(`/locale-overrides/${this.locale}`));
    } catch {
      return {};
    }
  }
}
