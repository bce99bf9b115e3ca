// Arrangement of the menu by administrators: order, omitted screens and additional links. It gives no rights: an omitted screen can be
// opened by its address, with the usual checks. Used by act/menuItems and by the menu of the page.

export interface MenuLink {
  /** Path of this site, or an https address. */
  readonly to: string;
  readonly labels: Readonly<Record<string, string>>;
  /** Path of the parent screen in the menu. */
  readonly under?: string;
  /** Capability that a person needs to see the link. */
  readonly capability?: string;
}

export interface MenuEntry {
  /** Path of a screen, or `link:` and the id of a link. */
  readonly key: string;
  /** Position among its siblings. Entries without one follow by title. */
  readonly place?: number;
  readonly hidden?: boolean;
  readonly link?: MenuLink;
}

export const LINK_KEY = 'link:';

/** Invisible characters: controls, and those that change the direction of the following text. Some scripts need the joiners. */
const UNSEEN = /[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u;

/** Returns true for a path within this site, not one that browsers read as another host (`//`). */
const isOwnPath = (to: string): boolean => /^\/(?![/\\])[^\s\\]*$/u.test(to);

/**
 * Returns true for a safe external address: https, without a user name, which would hide the host, and with non-ASCII host names in their
 * `xn--` form, since some letters look alike.
 */
const isWebAddress = (to: string): boolean => /^https:\/\/[a-z\d][a-z\d.-]*(:\d{1,5})?([/?#][^\s\\]*)?$/iu.test(to);

export const isMenuAddress = (to: string): boolean => !UNSEEN.test(to) && (isOwnPath(to) || isWebAddress(to));

/** Returns true for readable text without characters that change how neighbouring text reads. */
export const isMenuLabel = (label: string): boolean => label.trim() !== '' && !UNSEEN.test(label);
