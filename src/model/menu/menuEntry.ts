// How administrators arrange the menu: what stands where, what is left out, and links of their own. Nothing here is a right: a screen
// that is left out can be opened by its address, and asks who enters as before. Used by act/menuItems and by the menu of the page.

export interface MenuLink {
  /** A path of this site, or an https address. */
  readonly to: string;
  readonly labels: Readonly<Record<string, string>>;
  /** The path of the screen below which it stands. */
  readonly under?: string;
  /** Only for who holds it. */
  readonly capability?: string;
}

export interface MenuEntry {
  /** The path of a screen, or `link:` and the id of a link. */
  readonly key: string;
  /** Among its neighbours; those without one follow by title. */
  readonly place?: number;
  readonly hidden?: boolean;
  readonly link?: MenuLink;
}

export const LINK_KEY = 'link:';

/** A path within this site: no other host by `//`, and nothing that browsers read as one. */
const isOwnPath = (to: string): boolean => /^\/(?![/\\])[^\s\\]*$/u.test(to);

/** An address that anybody may be sent to: encrypted, and without a user name, which would hide the host. */
const isWebAddress = (to: string): boolean =>
  /^https:\/\/[\p{L}\p{N}][\p{L}\p{N}.-]*(:\d{1,5})?([/?#][^\s\\]*)?$/u.test(to);

export const isMenuAddress = (to: string): boolean => isOwnPath(to) || isWebAddress(to);
