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

/** Signs that nobody sees: controls, and those that turn the direction of what follows. Scripts need the joiners. */
const UNSEEN = /[\p{Cc}\p{Cs}]|(?![\u200c\u200d])\p{Cf}/u;

/** A path within this site: no other host by `//`, and nothing that browsers read as one. */
const isOwnPath = (to: string): boolean => /^\/(?![/\\])[^\s\\]*$/u.test(to);

/** An address that anybody may be sent to: encrypted, and without a user name, which would hide the host; a name of letters beyond ASCII in its
 * `xn--` form, since some of them look like others. */
const isWebAddress = (to: string): boolean => /^https:\/\/[a-z\d][a-z\d.-]*(:\d{1,5})?([/?#][^\s\\]*)?$/iu.test(to);

export const isMenuAddress = (to: string): boolean => !UNSEEN.test(to) && (isOwnPath(to) || isWebAddress(to));

/** Something to read, and no sign that changes how what stands beside it reads. */
export const isMenuLabel = (label: string): boolean => label.trim() !== '' && !UNSEEN.test(label);
