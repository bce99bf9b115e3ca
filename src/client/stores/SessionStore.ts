// The session: sends events from sign-in, the socket, the dialog and other tabs to authMachine and acts on each new state. Only this store
// writes the token.

import { isProblem } from 'src/model/problems.ts';
import { computed, observable, runInAction } from 'mobx';
import { deepEqual } from 'src/base/deepEqual.ts';
import { Listeners } from 'src/base/Listeners.ts';
import type { AuthState } from 'src/client/connection/authMachine.ts';
import { type AuthEvent, isSignedIn, nextAuthState } from 'src/client/connection/authMachine.ts';
import { isPrivateChange } from 'src/client/connection/privateChange.ts';
import type { ServerConnection } from 'src/client/connection/ServerConnection.ts';
import { TOKEN_KEY, type Environment } from 'src/client/connection/environment.ts';
import type { AlertStore } from 'src/client/stores/AlertStore.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';
import { type TokenStore, uidOfToken } from 'src/client/stores/TokenStore.ts';
import { CLOSES } from 'src/model/generated/problems.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import type { ItemId, Json, Values } from 'src/model/item/Item.ts';

interface SessionStoreOptions {
  readonly connection: ServerConnection;
  readonly tokens: TokenStore;
  readonly values: LocalValues;
  readonly alerts: AlertStore;
  readonly environment: Environment;
}

const EVENT_OF_CLOSE: Readonly<Record<number, AuthEvent>> = {
  [CLOSES.identFailed]: 'CLOSED_IDENT_FAILED',
  [CLOSES.expiredOnConnect]: 'CLOSED_EXPIRED_ON_CONNECT',
  [CLOSES.tokenExpired]: 'CLOSED_TOKEN_EXPIRED',
  [CLOSES.signedout]: 'CLOSED_SIGNED_OUT',
};
const RECENT_TARGETS = 'recent-masquerades';
const MAX_RECENT = 5;
type Switch = 'dark' | 'hideGuidance' | 'multiColumns';

/** Returns the user with changed preferences; `null` removes one. */
const withPreferences = (user: SessionUser, changes: Values): SessionUser => {
  const kept = Object.entries({ ...user.preferences, ...changes }).filter(([, value]) => value !== null);
  const { dark = user.dark, hideGuidance = user.hideGuidance, multiColumns = user.multiColumns } = changes;
  return {
    ...user,
    preferences: Object.fromEntries(kept),
    ...{ dark: dark === true, hideGuidance: hideGuidance === true, multiColumns: multiColumns !== false },
  };
};

/** A person who was active within this time gets a new token without being asked. */
const ACTIVE_WITHIN_MS = 10 * 60_000;

/** Second step of a sign-in after the correct password. */
export interface SecondFactorStep {
  readonly key: string;
  readonly kinds: readonly string[];
}

/** Returns the second step that a refusal requires, if any. */
export const secondStepOf = (thrown: unknown): SecondFactorStep | undefined => {
  if (!isProblem(thrown) || thrown.key !== 'secondFactor') return undefined;
  const { key, kinds } = thrown.params ?? {};
  return { key: String(key), kinds: Array.isArray(kinds) ? kinds.map(String) : [] };
};

export class SessionStore {
  /** Called after each change of state and its consequences in this store. */
  readonly entered = new Listeners<[state: AuthState]>();
  private readonly connection: ServerConnection;
  private readonly tokens: TokenStore;
  private readonly values: LocalValues;
  private readonly alerts: AlertStore;
  private readonly environment: Environment;
  private readonly current = observable.box<AuthState>('NONE');
  private readonly who = observable.box<SessionUser | undefined>(undefined, { deep: false });
  private readonly stable = computed(() => this.who.get(), {
    keepAlive: true,
    equals: (before, after) =>
      before === after || (before !== undefined && after !== undefined && isPrivateChange(before, after)),
  });

  /** Changed preferences without an answer of the server yet. */
  private readonly unsaved = new Map<string, Json>();

  constructor({ connection, tokens, values, alerts, environment }: SessionStoreOptions) {
    this.connection = connection;
    this.tokens = tokens;
    this.values = values;
    this.alerts = alerts;
    this.environment = environment;
  }

  get state(): AuthState {
    return this.current.get();
  }

  get user(): SessionUser | undefined {
    return this.who.get();
  }

  /**
   * The user for questions that depend on rights. Stays the same object while only preferences, stars and tasks change, which may therefore be
   * outdated here. Observable.
   */
  get stableUser(): SessionUser | undefined {
    return this.stable.get();
  }

  /** True when the server has named the person since the page was loaded. A person who was met offline has no key of drafts. Observable. */
  get confirmed(): boolean {
    return (this.user?.draftKey ?? '') !== '';
  }

  get signedIn(): boolean {
    return isSignedIn(this.state);
  }

  get token(): string | undefined {
    return this.tokens.token;
  }

  /** The latest 5 targets, newest first. */
  get recentTargets(): readonly ItemId[] {
    const kept = this.values.read(RECENT_TARGETS);
    return Array.isArray(kept) ? kept.filter((each) => typeof each === 'string').slice(0, MAX_RECENT) : [];
  }

  /** Starts to listen, and connects when an earlier visit left a token. Returns the function that stops it. */
  start(): () => void {
    const { connection, environment } = this;
    const stops = [
      connection.onPush('authed', (user) => this.onAuthed(user)),
      connection.onPush('tokenWarning', () => void this.onWarning()),
      connection.onPush('newToken', (token) => this.onNewToken(token)),
      connection.closed.add((code) => this.notify(EVENT_OF_CLOSE[code] ?? 'CLOSED_OTHERWISE')),
      connection.tokenRefused.add(() => this.onTokenRefused()),
      environment.onStorage((key, value) => this.onStorage(key, value)),
    ];
    if (this.tokens.find() !== undefined) this.notify('TOKEN_FOUND');
    void this.meetEarly();
    return () => stops.forEach((stop) => stop());
  }

  /** Signs in. Rejects with the problem `secondFactor` when a second step follows: see stepOf. */
  signIn(email: string, password: string): Promise<void> {
    return this.enter('/api/sign-in', { email, password });
  }

  /** Posts to an account route that returns a token, and begins a session. */
  async enter(path: string, body: Json): Promise<void> {
    const token = await this.connection.postForHeader(path, body, TOKEN_KEY);
    this.tokens.keep(token);
    if (this.signedIn) this.environment.reload();
    else this.notify('SIGNED_IN');
  }

  async signOut(): Promise<void> {
    if (!this.signedIn) return;
    // Removed before the server closes the session's sockets, so that other tabs know that this browser has signed out.
    this.tokens.unstore();
    try {
      await this.connection.send('signout', null);
    } catch {
      // Offline, or the server closed the connection before the reply: the session ends here anyway.
    }
    this.notify('SIGN_OUT');
  }

  /** Handles the button of the blocking dialog: reloads the token on TOKEN_WARNING, otherwise dismisses the dialog and clears the user. */
  async answerDialog(): Promise<void> {
    if (this.state !== 'TOKEN_WARNING') {
      this.notify('DISMISSED');
      return;
    }
    this.onNewToken(await this.connection.send('nextToken', null));
  }

  /** Sets a switch of the user menu. */
  setPreference(name: Switch, value: boolean): Promise<void> {
    return this.setPreferences({ [name]: value });
  }

  /** Shows changed preferences at once and stores them on the server. Reverts and rejects when that fails. */
  async setPreferences(changes: Values): Promise<void> {
    const { user } = this;
    if (!user) return;
    for (const [name, value] of Object.entries(changes)) this.unsaved.set(name, value);
    this.setUser(withPreferences(user, changes));
    const before = Object.fromEntries(Object.keys(changes).map((name) => [name, user.preferences[name] ?? null]));
    try {
      await this.connection.send('act/setPreferences', { _t: user._t, _i: user._i, values: changes });
      this.forgetUnsaved(changes);
    } catch (thrown) {
      // A preference that was changed again keeps the later change.
      const refused = Object.keys(changes).filter((name) => this.unsaved.get(name) === changes[name]);
      this.forgetUnsaved(changes);
      const restored = Object.fromEntries(refused.map((name) => [name, before[name] ?? null]));
      if (this.user?.$id === user.$id) this.setUser(withPreferences(this.user, restored));
      throw thrown;
    }
  }

  private forgetUnsaved(changes: Values): void {
    for (const [name, value] of Object.entries(changes))
      if (this.unsaved.get(name) === value) this.unsaved.delete(name);
  }

  /**
   * Acts as another user (administrators), or stops doing so: gets a new token and reloads the page, after `leave` has removed what only
   * one of the two may open.
   */
  async masquerade(target: ItemId | 'stop', leave: () => void = () => undefined): Promise<void> {
    const { user } = this;
    if (!user) return;
    const wish: Readonly<Record<string, Json>> = target === 'stop' ? { stop: true } : { targetUserID: target };
    const answer = await this.connection.send('act/masquerade', { _t: user._t, _i: user._i, ...wish });
    const token = (answer as { readonly newToken?: Json } | null)?.newToken;
    if (typeof token !== 'string') return;
    if (target !== 'stop') {
      const others = this.recentTargets.filter((each) => each !== target);
      this.values.write(RECENT_TARGETS, [target, ...others].slice(0, MAX_RECENT));
    }
    this.tokens.replace(token);
    leave();
    this.environment.reload();
  }

  private notify(event: AuthEvent): void {
    const state = nextAuthState(this.state, event);
    const changed = state !== this.state;
    if (!changed && event !== 'SIGNED_IN') return;
    runInAction(() => this.current.set(state));
    this.act(state);
    this.entered.notify(state);
  }

  private act(state: AuthState): void {
    if (state === 'TOKEN_LOCAL' || state === 'TOKEN_SIGN_IN') {
      this.connection.disconnect();
      this.connection.connect();
    } else if (!isSignedIn(state)) {
      this.tokens.drop({ stored: state !== 'OTHER_TAB_SIGNOUT' });
      this.connection.disconnect();
      this.unsaved.clear();
      this.setUser(undefined);
      this.alerts.clear();
    }
    if (state === 'CONNECT_EXPIRY') this.alerts.warn('errors.tokenExpired');
  }

  /** The server has validated the token for this answer, too. Later messages of the socket override it. */
  private async meetEarly(): Promise<void> {
    const { token } = this;
    const user = token === undefined ? undefined : await this.connection.earlyUser();
    const isWaiting = this.state === 'TOKEN_LOCAL' && !this.confirmed && this.token === token;
    if (user && isWaiting) this.setUser(withPreferences(user, {}));
  }

  /** Shows the pages of a person whom the server cannot confirm at the moment. The token must be that person's. */
  meetOffline(user: SessionUser): void {
    const { token } = this;
    if (this.signedIn && !this.user && token !== undefined && uidOfToken(token) === user.$id) this.setUser(user);
  }

  private onAuthed(user: SessionUser): void {
    const confirmed = withPreferences(user, Object.fromEntries(this.unsaved));
    // Keeps the same object for the same person, so that components are not rendered again.
    if (!deepEqual(confirmed, this.user)) this.setUser(confirmed);
    this.notify('AUTHED');
  }

  private async onWarning(): Promise<void> {
    if (this.tokens.fromCookie) return;
    const { clock, lastActive } = this.environment;
    if (clock.now().getTime() - lastActive() > ACTIVE_WITHIN_MS) {
      this.notify('WARNED');
      return;
    }
    try {
      this.onNewToken(await this.connection.send('nextToken', null));
    } catch {
      this.notify('WARNED');
    }
  }

  // Before the server has confirmed the user, the token may come from an earlier visit: a warning instead of the blocking dialog.
  private onTokenRefused(): void {
    this.notify(this.user ? 'CLOSED_TOKEN_EXPIRED' : 'CLOSED_EXPIRED_ON_CONNECT');
  }

  private onNewToken(body: Json): void {
    if (typeof body !== 'string') return;
    this.tokens.replace(body);
    this.notify('NEW_TOKEN');
  }

  private onStorage(key: string | null, value: string | null): void {
    // A null key means that another tab cleared the whole storage.
    if (key !== TOKEN_KEY && key !== null) return;
    if (value === null) {
      this.notify('OTHER_TAB_SIGNED_OUT');
      return;
    }
    const { token } = this;
    if (token === undefined || uidOfToken(value) !== uidOfToken(token)) {
      this.environment.reload();
      return;
    }
    this.tokens.hold(value);
    this.reconnect();
  }

  // A socket belongs to the token that opened it.
  private reconnect(): void {
    this.connection.disconnect();
    this.connection.connect();
    this.notify('NEW_TOKEN');
  }

  private setUser(user: SessionUser | undefined): void {
    runInAction(() => this.who.set(user));
  }
}
