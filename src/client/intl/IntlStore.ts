// The texts of the interface: the shipped English ones that have loaded, overlaid by the site's overrides for the person's language, key by
// key. IntlProvider gets `messages` and `onError`; SHELL-04.

import { type IObservableValue, observable, reaction, runInAction } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { directionOf, isolatedLtr } from 'src/client/ui/direction.ts';
import { arrivedMessages } from 'src/client/intl/arrivedMessages.ts';
import type { messageFault } from 'src/model/text/messageFault.ts';

type Messages = Readonly<Record<string, string>>;

interface IntlStoreOptions {
  /** Messages of the first page, or all; a promise while they are loading. */
  readonly shipped: Messages | Promise<Messages>;
  /** Brings all of them; undefined where all are shipped at once. */
  readonly all: (() => Promise<Messages>) | undefined;
  readonly connection: ServerConnection;
  /** The tag of the language to show; undefined for the shipped one. Observable. */
  readonly language: () => string | undefined;
  /** True if the reader is not signed in, so that no push reports changes of the site's texts. Observable. */
  readonly visitor: () => boolean;
  readonly environment: Pick<Environment, 'timers' | 'isHidden'>;
}

/**
 * Interval at which the visible page of a visitor reads the overrides again. Visitors have no socket that could push a change. The browser
 * sends the tag of the answer that it has, so an unchanged answer has no body.
 */
export const TEXTS_POLL_MS = 600_000;

/** The one language that ships. */
export const SHIPPED_LANGUAGE = 'en';

const messagesIn = (answer: unknown): Messages =>
  Object.fromEntries(Object.entries(Object(answer) as object).filter((entry) => typeof entry[1] === 'string'));

/** Keeps the order of English texts in a page that reads from right to left: a site may have translated only some. */
const keptLtr = (messages: Messages): Messages =>
  Object.fromEntries(Object.entries(messages).map(([id, text]) => [id, text === '' ? text : isolatedLtr(text)]));

export class IntlStore {
  private given: Messages = {};
  /** Texts of the first page and those that arrived later. */
  private shipped: Messages = {};
  private overrides: Messages = {};
  private faultOf: typeof messageFault | undefined;
  private readonly all: IntlStoreOptions['all'];
  /** Resolves when the messages have arrived. Nothing can be shown earlier. */
  readonly arrived: Promise<void>;
  private readonly connection: ServerConnection;
  private readonly language: () => string | undefined;
  private readonly visitor: () => boolean;
  private readonly environment: IntlStoreOptions['environment'];
  private readonly shown: IObservableValue<Messages>;
  private readonly trial = observable.box<Messages | undefined>(undefined, { deep: false });
  private readonly reported = new Set<string>();

  constructor({ shipped, all, connection, language, visitor, environment }: IntlStoreOptions) {
    this.all = all;
    this.connection = connection;
    this.language = language;
    this.visitor = visitor;
    this.environment = environment;
    this.shown = observable.box(this.shipped, { deep: false });
    this.arrived = shipped instanceof Promise ? shipped.then((messages) => this.ship(messages)) : Promise.resolve();
    if (!(shipped instanceof Promise)) this.ship(shipped);
  }

  /** Overrides are asked for by it. Observable. */
  get locale(): string {
    return this.language() ?? SHIPPED_LANGUAGE;
  }

  /** One frozen object per language and version of the overrides, so that IntlProvider renders again only when they change. */
  get messages(): Messages {
    return this.trial.get() ?? this.shown.get();
  }

  /** Shows texts on this page only, while they are edited; undefined shows the saved ones. */
  tryOut(texts: Messages | undefined): void {
    runInAction(() => this.trial.set(texts && Object.freeze({ ...this.shown.get(), ...texts })));
  }

  /** Reads the site's overrides, and again whenever they change; the page can be used meanwhile. Returns the end of listening. */
  start(): () => void {
    let hasConnected = false;
    const stops = [
      reaction(
        () => this.locale,
        () => {
          this.show();
          void this.read();
        },
        { fireImmediately: true },
      ),
      this.connection.onPush('localeOverrides', () => void this.read()),
      // A push that was sent while the connection was lost does not arrive.
      this.connection.onAuthed(() => {
        if (hasConnected) void this.read();
        hasConnected = true;
      }),
      reaction(
        () => arrivedMessages(),
        () => this.show(),
        { fireImmediately: true },
      ),
      this.look(),
    ];
    return () => stops.forEach((stop) => stop());
  }

  /** Polls for changed texts while the reader is not signed in. */
  private look(): () => void {
    let stopWaiting = (): void => {};
    const lookLater = (): void => {
      stopWaiting = this.environment.timers.after(TEXTS_POLL_MS, () => {
        if (!this.environment.isHidden()) void this.read();
        lookLater();
      });
    };
    const stop = reaction(
      () => this.visitor(),
      (visitor) => {
        stopWaiting();
        if (visitor) lookLater();
      },
      { fireImmediately: true },
    );
    return () => {
      stop();
      stopWaiting();
    };
  }

  /** Loads the original texts of all messages, also of those that no page shows, for people who replace them. */
  async complete(): Promise<void> {
    if (this.all) this.ship(await this.all());
  }

  /** The shipped text of a message. */
  shippedText(id: string): string | undefined {
    return Object.hasOwn(this.shipped, id) ? this.shipped[id] : undefined;
  }

  /** Ids of all messages that have arrived. */
  get ids(): readonly string[] {
    return Object.keys(this.shipped);
  }

  private ship(messages: Messages): void {
    this.given = messages;
    this.show();
  }

  private show(): void {
    this.shipped = { ...this.given, ...arrivedMessages() };
    // An override that cannot be formatted is replaced by the original text.
    const isSound = ([id, text]: [string, string]): boolean =>
      this.shippedText(id) === undefined || this.faultOf?.(text, this.shippedText(id) ?? '') === undefined;
    const own = Object.entries(this.overrides).filter(isSound);
    // There are thousands of messages: each further copy delays a page that opens by milliseconds.
    const shipped = directionOf(this.locale) === 'rtl' ? keptLtr(this.shipped) : this.shipped;
    const messages = own[0] ? { ...shipped, ...Object.fromEntries(own) } : shipped;
    if (!deepEqual(messages, this.shown.get())) runInAction(() => this.shown.set(Object.freeze(messages)));
  }

  private async read(): Promise<void> {
    const { locale } = this;
    const overrides = await this.askOverrides(locale);
    // Another language was chosen meanwhile: its own answer comes.
    if (!overrides || locale !== this.locale || deepEqual(overrides, this.overrides)) return;
    this.overrides = overrides;
    this.show();
  }

  /** Handler for IntlProvider: reports each missing or faulty message once. */
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

  // Without overrides, the shipped words are used: a missing translation must not stop the page.
  private async askOverrides(locale: string): Promise<Messages | undefined> {
    try {
      const overrides = messagesIn(await this.connection.fetchJson(`/locale-overrides/${locale}`));
      await this.arrived;
      if (Object.keys(overrides)[0]) this.faultOf ??= (await import('src/model/text/messageFault.ts')).messageFault;
      return overrides;
    } catch {
      return undefined;
    }
  }
}
