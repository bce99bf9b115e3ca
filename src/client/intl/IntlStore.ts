// The words of the interface: the shipped English bundle with the site's overrides for one language over it, key by key.
// IntlProvider gets `messages` and `onError`; SHELL-04.

import { type IObservableValue, observable, runInAction } from 'mobx';
import type { IntlStore as Contract } from 'src/client/Client.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';

type Messages = Readonly<Record<string, string>>;

interface IntlStoreOptions {
  readonly shipped: Messages;
  readonly connection: ServerConnection;
  readonly values: LocalValues;
}

const DEFAULT_LOCALE = 'en';
const LANGUAGE_KEY = 'language';

const textsOf = (answer: unknown): Messages =>
  Object.fromEntries(Object.entries(Object(answer) as object).filter((entry) => typeof entry[1] === 'string'));

const usableLocale = (locale: string): string | undefined => {
  try {
    return Intl.getCanonicalLocales(locale)[0];
  } catch {
    return undefined;
  }
};

export class IntlStore implements Contract {
  private readonly shipped: Messages;
  private readonly connection: ServerConnection;
  private readonly values: LocalValues;
  private readonly shown: IObservableValue<{ readonly locale: string; readonly messages: Messages }>;
  private readonly told = new Set<string>();

  constructor({ shipped, connection, values }: IntlStoreOptions) {
    this.shipped = Object.freeze({ ...shipped });
    this.connection = connection;
    this.values = values;
    this.shown = observable.box({ locale: DEFAULT_LOCALE, messages: this.shipped }, { deep: false });
  }

  get locale(): string {
    return this.shown.get().locale;
  }

  get messages(): Messages {
    return this.shown.get().messages;
  }

  /** Shows the language of an earlier visit; the page can be used meanwhile. */
  async start(): Promise<void> {
    await this.show(usableLocale(this.values.text(LANGUAGE_KEY) ?? DEFAULT_LOCALE) ?? DEFAULT_LOCALE);
  }

  async setLocale(locale: string): Promise<void> {
    const usable = usableLocale(locale) ?? DEFAULT_LOCALE;
    this.values.setText(LANGUAGE_KEY, usable);
    await this.show(usable);
  }

  readonly onError: Contract['onError'] = ({ code, message, descriptor }) => {
    const key = `${code} ${descriptor?.id ?? message}`;
    if (this.told.has(key)) return;
    this.told.add(key);
    console.warn(message);
  };

  private async show(locale: string): Promise<void> {
    const overrides = await this.overrides(locale);
    const unchanged = Object.keys(overrides).length === 0;
    const messages = unchanged ? this.shipped : Object.freeze({ ...this.shipped, ...overrides });
    if (unchanged && locale === this.locale && this.messages === this.shipped) return;
    runInAction(() => this.shown.set({ locale, messages }));
  }

  // Without overrides the shipped words do; a missing translation must not stop the page.
  private async overrides(locale: string): Promise<Messages> {
    try {
      return textsOf(await this.connection.fetchJson(`/locale-overrides/${encodeURIComponent(locale)}`));
    } catch {
      return {};
    }
  }
}
