// Emails of accounts. Their links are created when they are sent: the token is in the email, its hash in the database, and not in the
// queue. A name that an unknown person typed is never part of an email to another person.

import type { MailTemplate, ResolvedEmail, SendingContext } from 'src/server/mail/mailTemplates.ts';
import { credentialOf, findCredential, noteInvited } from 'src/server/store/accounts/sessionRows.ts';
import { insertAccountToken, type AccountToken } from 'src/server/store/accounts/tokenRows.ts';
import type { ItemStorage } from 'src/server/store/itemStorage.ts';

/** Validity of an invitation, or of the link that creates an account. */
export const CONFIRM_MS = 7 * 24 * 60 * 60_000;
const SET_MS = 60 * 60_000;

const until = (now: Date, milliseconds: number): Date => new Date(now.getTime() + milliseconds);

const linkFor = async (
  { db, now }: SendingContext,
  page: '/confirm-email' | '/set-pass',
  token: AccountToken,
): Promise<string> => {
  const life = page === '/set-pass' ? SET_MS : CONFIRM_MS;
  return `${page}#${await insertAccountToken(db, token, until(now, life))}`;
};

/** Returns the owner of an address with the data for the email. */
const personAt = async (
  { db, reader }: SendingContext,
  items: Pick<ItemStorage, 'find'>,
): Promise<(Pick<ResolvedEmail, 'to'> & { readonly userId: string; readonly email: string }) | undefined> => {
  const found = await findCredential(db, reader.address);
  const user = found && (await items.find(db, found.user_id));
  if (!found || !user || user.properties['blocked'] === true) return undefined;
  const { name, language } = user.properties;
  return {
    userId: found.user_id,
    email: found.email,
    to: {
      address: found.email,
      ...(typeof name === 'string' && { name }),
      ...(typeof language === 'string' && { language }),
    },
  };
};

const registerEmail = (items: Pick<ItemStorage, 'find'>): MailTemplate => ({
  name: 'register',
  example: {},
  async resolve(context) {
    const { values, reader } = context;
    const person = await personAt(context, items);
    if (person) return { values: {}, variant: 'known', path: '/sign-in', to: person.to };
    // A blocked person gets no link to try again.
    if (await findCredential(context.db, reader.address)) return undefined;
    const token = { purpose: 'register', user_id: null, email: reader.address, name: String(values['name']) } as const;
    return { values: {}, path: await linkFor(context, '/confirm-email', token) };
  },
});

const forgotPasswordEmail = (items: Pick<ItemStorage, 'find'>): MailTemplate => ({
  name: 'forgotPassword',
  example: {},
  async resolve(context) {
    const person = await personAt(context, items);
    if (!person) return undefined;
    const token = { purpose: 'password', user_id: person.userId, email: person.email, name: null } as const;
    return { values: {}, path: await linkFor(context, '/set-pass', token), to: person.to };
  },
});

const inviteEmail: MailTemplate = {
  name: 'invite',
  example: { by: 'Ada' },
  async resolve(context) {
    const { reader, values, db } = context;
    const own = reader.userId === undefined ? undefined : await credentialOf(db, reader.userId);
    if (!own || reader.userId === undefined) return undefined;
    // True for an invitation by the operator, which names no person.
    const isUnnamed = values['by'] === '';
    if (own.hash !== null) return isUnnamed ? undefined : { values, variant: 'known', path: '/sign-in' };
    const token = { purpose: 'invite', user_id: reader.userId, email: own.email, name: reader.name ?? null } as const;
    await noteInvited(db, reader.userId);
    const path = await linkFor(context, '/confirm-email', token);
    return { values, path, ...(isUnnamed && { variant: 'unnamed' }) };
  },
};

/** Sent so that no password or second factor changes without its owner's knowledge. */
const securityEmail: MailTemplate = {
  name: 'accountChanged',
  example: { what: 'password' },
  resolve: ({ values }) => Promise.resolve({ values, path: '/forgot-password' }),
};

export const accountEmails = (items: Pick<ItemStorage, 'find'>): readonly MailTemplate[] => [
  registerEmail(items),
  forgotPasswordEmail(items),
  inviteEmail,
  securityEmail,
];
