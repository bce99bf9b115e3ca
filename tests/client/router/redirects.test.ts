// Redirects of addresses, by user.
import { describe, expect, it } from 'vitest';
import { cellsOf, columnsOf } from 'src/model/listing/columnPath.ts';
import { type Place, redirectOf } from 'src/client/router/redirects.ts';

const known = new Set(['home', 'sign-in', 'sign-out', 'register', 'library.books', 'user']);
const leads = (address: string, who: Partial<Place>): string => {
  const [path = '', search = ''] = address.split('?');
  const cells = cellsOf(columnsOf(path, search));
  const place = {
    address,
    cells,
    signedIn: false,
    confirmed: false,
    migrated: false,
    isKnownView: (view: string) => known.has(view),
    isScreen: (view: string) => view === 'library.books',
  };
  const redirect = redirectOf({ ...place, ...who });
  if (redirect.kind === 'to') return redirect.path;
  return redirect.kind === 'legacy' ? `legacy ${redirect.alias}` : 'stay';
};
const user = { signedIn: true, confirmed: true };

describe('redirects', () => {
  it.each([
    ['/', '/sign-in'],
    ['/home', '/sign-in'],
    ['/sign-out', '/sign-in'],
    ['/library.books?c0=x', '/sign-in?next=%2Flibrary.books%3Fc0%3Dx'],
    ['/library.books/i-Book-1?c0=x', 'stay'],
    ['/library.books/i-Book-0-k', '/sign-in?next=%2Flibrary.books%2Fi-Book-0-k'],
    ['/notifications/i-Book-1', '/sign-in?next=%2Fnotifications%2Fi-Book-1'],
    ['/search?c0=x', 'stay'],
    ['/notifications', '/sign-in?next=%2Fnotifications'],
    ['/imprint', '/sign-in?next=%2Fimprint'],
    ['/nowhere', '/sign-in?next=%2Fnowhere'],
    ['/sign-in', 'stay'],
    ['/sign-in?next=%2Fx', 'stay'],
    ['/i-Book-1', 'stay'],
    ['/i-Book-1/i-Shelf-1', 'stay'],
    ['/i-Book-0-k', '/sign-in?next=%2Fi-Book-0-k'],
    ['/i-Book-1/i-Loan-0', '/sign-in?next=%2Fi-Book-1%2Fi-Loan-0'],
    ['/register', 'stay'],
    ['/forgot-password', 'stay'],
    ['/set-pass', 'stay'],
    ['/confirm-email', 'stay'],
    ['/terms', 'stay'],
    ['/privacy-policy', 'stay'],
  ])('[ROUTE-08] [ROUTE-10] a visitor at %s: %s', (address, target) => {
    expect(leads(address, {})).toBe(target);
  });

  it.each([
    ['/', 'stay'],
    ['/library.books', 'stay'],
    ['/sign-out', 'stay'],
    ['/sign-in', '/'],
    ['/sign-in?next=%2Fi-Book-1', '/i-Book-1'],
    ['/sign-in?next=%2F%2Fevil.test', '/'],
    ['/register', '/'],
    ['/forgot-password', '/'],
    ['/set-pass', 'stay'],
  ])('[ROUTE-08] a user at %s: %s', (address, target) => {
    expect(leads(address, user)).toBe(target);
  });

  it('[ROUTE-08] does not redirect the sign-in view until the server has confirmed the user', () => {
    expect(leads('/sign-in?next=%2Fi-Book-1', { signedIn: true })).toBe('stay');
  });

  it.each([
    ['/user/login', '/home'],
    ['/node/12', 'legacy /node/12'],
    ['/library.books/about-us', 'legacy /library.books/about-us'],
    ['/library.books', 'stay'],
    ['/i-Book-1', 'stay'],
  ])('[ROUTE-09] on a migrated site %s: %s', (address, target) => {
    expect(leads(address, { ...user, migrated: true })).toBe(target);
  });

  it('[ROUTE-09] asks for legacy addresses before asking to sign in, and only on migrated sites', () => {
    expect(leads('/node/12', { migrated: true })).toBe('legacy /node/12');
    expect(leads('/node/12', user)).toBe('stay');
  });
});
