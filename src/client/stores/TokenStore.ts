// Where the session token lives: local storage and a session cookie of our own, or a cookie of the host site, which is only read.
// SessionStore is its only caller. Source: spec platform 4 and 9.

import { TOKEN_KEY, type Environment } from 'src/client/connection/environment.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';

type Origin = 'storage' | 'cookie' | 'host';

const cookieValue = (cookies: string, name: string): string | undefined => {
  const start = `${name}=`;
  const found = cookies.split(/;\s*/).find((each) => each.startsWith(start));
  const value = found?.slice(start.length);
  return value === '' ? undefined : value;
};

/** The user id in a token, unchecked; the server checks. */
export const uidOfToken = (token: string): string | undefined => {
  try {
    const part = (token.split('.')[1] ?? '').replaceAll('-', '+').replaceAll('_', '/');
    const { sub } = JSON.parse(atob(part)) as { readonly sub?: unknown };
    return typeof sub === 'string' ? sub : undefined;
  } catch {
    return undefined;
  }
};

interface TokenStoreOptions {
  readonly environment: Environment;
  readonly values: LocalValues;
  /** Name of the host site's cookie. */
  readonly hostCookie: string | null;
}

export class TokenStore {
  private readonly environment: Environment;
  private readonly values: LocalValues;
  private readonly hostCookie: string | null;
  private held: { readonly token: string; readonly origin: Origin } | undefined;

  constructor({ environment, values, hostCookie }: TokenStoreOptions) {
    this.environment = environment;
    this.values = values;
    this.hostCookie = hostCookie;
  }

  get token(): string | undefined {
    return this.held?.token;
  }

  /** A cookie brought it: the host site, not this page, looks after its end. */
  get fromCookie(): boolean {
    return this.held !== undefined && this.held.origin !== 'storage';
  }

  /** Looks for a token left by an earlier visit or given by the host site. */
  find(): string | undefined {
    const cookies = this.environment.cookies.read();
    const host = this.hostCookie === null ? undefined : cookieValue(cookies, this.hostCookie);
    const stored = this.values.text(TOKEN_KEY);
    const own = cookieValue(cookies, TOKEN_KEY);
    if (host !== undefined) this.held = { token: host, origin: 'host' };
    else if (stored !== undefined) this.hold(stored);
    else if (own !== undefined) this.held = { token: own, origin: 'cookie' };
    return this.token;
  }

  /** A new token for the same session: stored unless the host site gave the first one. */
  replace(token: string): void {
    if (this.held?.origin === 'host') this.held = { token, origin: 'host' };
    else this.keep(token);
  }

  keep(token: string): void {
    this.values.setText(TOKEN_KEY, token);
    this.hold(token);
  }

  /** Another tab has stored it already. */
  hold(token: string): void {
    this.held = { token, origin: 'storage' };
    this.writeCookie(token, '');
  }

  /** Takes the token from storage, which notifies the other tabs; this tab still holds it for the requests that it has begun. */
  unstore(): void {
    if (this.held?.origin === 'host') return;
    this.values.remove(TOKEN_KEY);
    this.writeCookie('', '; Max-Age=0');
  }

  /** `stored: false` when another tab has removed it, or stored another one since. */
  drop({ stored = true } = {}): void {
    if (stored) this.unstore();
    this.held = undefined;
  }

  private writeCookie(value: string, more: string): void {
    const secure = this.environment.secure ? '; Secure' : '';
    this.environment.cookies.write(`${TOKEN_KEY}=${value}; Path=/; SameSite=Strict${secure}${more}`);
  }
}
