// Storage of the session token: local storage and a session cookie, or a cookie of the host site, which is only read. Used by SessionStore
// only.

import { TOKEN_KEY, type Environment } from 'src/client/connection/environment.ts';
import type { LocalValues } from 'src/client/stores/LocalValues.ts';

type Origin = 'storage' | 'cookie' | 'host';

const cookieValue = (cookies: string, name: string): string | undefined => {
  const start = `${name}=`;
  const found = cookies.split(/;\s*/).find((each) => each.startsWith(start));
  const value = found?.slice(start.length);
  return value === '' ? undefined : value;
};

/** Returns the user id in a token without verifying it; the server verifies tokens. */
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

  /** True when the host site's cookie provided the token: the host site ends it, not this page. */
  get fromCookie(): boolean {
    return this.held !== undefined && this.held.origin !== 'storage';
  }

  /** Finds a token of an earlier visit or of the host site. */
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

  /** Replaces the token of the same session. It is stored unless the host site provided the first one. */
  replace(token: string): void {
    if (this.held?.origin === 'host') this.held = { token, origin: 'host' };
    else this.keep(token);
  }

  keep(token: string): void {
    this.values.setText(TOKEN_KEY, token);
    this.hold(token);
  }

  /** Takes a token that another tab has already stored. */
  hold(token: string): void {
    this.held = { token, origin: 'storage' };
    this.writeCookie(token, '');
  }

  /** Removes the token from storage, which notifies other tabs. This tab still uses it for pending requests. */
  unstore(): void {
    if (this.held?.origin === 'host') return;
    this.values.remove(TOKEN_KEY);
    this.writeCookie('', '; Max-Age=0');
  }

  /** `stored: false` when another tab has removed it, or has stored another one since. */
  drop({ stored = true } = {}): void {
    if (stored) this.unstore();
    this.held = undefined;
  }

  private writeCookie(value: string, more: string): void {
    const secure = this.environment.secure ? '; Secure' : '';
    this.environment.cookies.write(`${TOKEN_KEY}=${value}; Path=/; SameSite=Strict${secure}${more}`);
  }
}
