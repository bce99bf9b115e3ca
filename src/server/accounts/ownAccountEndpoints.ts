// Endpoints of a person's own account: password, sessions, second factors. Everything that weakens or replaces a sign-in method requires
// the password again, and sends an email about it. Not available to an administrator who acts as the person.

import type { LiveSession } from 'src/server/context.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { randomUUID } from 'node:crypto';
import { invalidAt, isProblem, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Endpoints } from 'src/model/generated/endpoints.ts';
import type { Context, ReadingContext, WritingContext } from 'src/server/context.ts';
import type { OnTarget } from 'src/server/endpoint.ts';
import { endpoint, type AccountNeeds } from 'src/server/accounts/AccountNeeds.ts';
import { replaceHash } from 'src/server/sessions/accounts.ts';
import { hashPassword, isPassword } from 'src/server/sessions/passwords.ts';
import { checkStrength } from 'src/server/sessions/passwordStrength.ts';
import { digest, takeOrRefuse } from 'src/server/sessions/signIn.ts';
import { SESSION_CHANNEL } from 'src/server/sessions/sessionWatch.ts';
import { CALENDAR_PURPOSE, feedsOf, removeFeedsOf } from 'src/server/store/accounts/calendarFeedRows.ts';
import { passkeysOf, removePasskey } from 'src/server/store/accounts/secondFactorRows.ts';
import {
  credentialOf,
  endOtherSessionsOf,
  endSession,
  noteSecondFactor,
  sessionsOf,
} from 'src/server/store/accounts/sessionRows.ts';
import type { LogKind } from 'src/server/store/adminLog.ts';
import { followAccountLater } from 'src/server/store/accounts/followedAccounts.ts';
import { languagesWithTexts } from 'src/server/store/accounts/localeOverrides.ts';
import type { Transaction } from 'src/server/store/database.ts';
import { refundTokens } from 'src/server/store/requests/rateLimitRows.ts';

interface Self {
  readonly userId: ItemId;
  readonly session: LiveSession;
}

interface Own extends Self {
  readonly tx: Transaction;
}

interface Person {
  readonly email: string;
  readonly name: string;
}

/** Returns the caller, who must be the target. An account cannot be changed by someone who acts as its person. */
const selfOf = ({ subject, session }: Context<AccountNeeds>, target: ItemId): Self => {
  refuseActing(subject);
  if (!session || subject.userId !== target) throw problem('notAllowed');
  return { userId: target, session };
};

/** Throws when the current password is wrong. The attempts of a person have a budget of their own. */
const askPassword = async (
  { services }: Context<AccountNeeds>,
  { userId }: Self,
  { current }: { readonly current: string },
): Promise<void> => {
  const bucket = { name: `current:${digest(userId)}`, ...services.limits.signInPerAccount };
  await takeOrRefuse(services.database, bucket);
  const own = await credentialOf(services.database, userId);
  if (!(await isPassword(own?.hash ?? undefined, current))) throw invalidAt('/current', 'errors.passwordNotRight');
  await refundTokens(services.database, bucket.name, 1);
};

const ownPerson = async ({ services, db }: Context<AccountNeeds>, { userId }: Self): Promise<Person> => {
  const user = await services.items.find(db, userId);
  return { email: String(user?.properties['email'] ?? ''), name: String(user?.properties['name'] ?? '') };
};

const OWN_CHANGES: Readonly<Record<string, LogKind>> = {
  password: 'PASSWORD_CHANGED',
  totp: 'SECOND_FACTOR_ADDED',
  passkey: 'SECOND_FACTOR_ADDED',
  removed: 'SECOND_FACTOR_REMOVED',
};

/** Sends the email about the change and enters it in the log of administrators. */
const sayBy = async ({ services, now }: Context<AccountNeeds>, { userId, tx }: Own, what: string): Promise<void> => {
  const kind = OWN_CHANGES[what];
  if (kind) await services.adminLog.add(tx, { kind, about: userId }, { at: now, by: userId, actor: undefined });
  await followAccountLater(tx, userId);
  const email = { key: `accountChanged/${randomUUID()}`, to: userId, template: 'accountChanged', values: { what } };
  await services.mail.queue(tx, email);
};

/** Ends all other sessions of this person, on every process; this one continues. */
const endOthers = async ({ services }: Context<AccountNeeds>, { userId, session, tx }: Own): Promise<void> => {
  await endOtherSessionsOf(tx, userId, { kept: session.id, reason: 'passwordChanged' });
  tx.afterCommit(() => services.database.notify(SESSION_CHANNEL));
};

type OwnRun<Input, Answer> = (own: Own, context: WritingContext<AccountNeeds>, input: Input) => Promise<Answer>;

const onOwn =
  <Input, Answer>(run: OwnRun<Input, Answer>) =>
  async (context: WritingContext<AccountNeeds> & OnTarget, input: Input): Promise<Answer> =>
    await run({ ...selfOf(context, context.target), tx: context.tx }, context, input);

/** Makes a handler whose first part runs before its transaction. */
const preparedForOwner = <Input, Answer>(
  prepare: (self: Self, context: ReadingContext<AccountNeeds>, input: Input) => Promise<OwnRun<Input, Answer>>,
) => ({
  async prepare(context: ReadingContext<AccountNeeds> & OnTarget, input: Input) {
    const self = selfOf(context, context.target);
    const run = await prepare(self, context, input);
    return (writing: WritingContext<AccountNeeds>): Promise<Answer> => run({ ...self, tx: writing.tx }, writing, input);
  },
});

/** Makes a handler that weakens or replaces a way in, so it asks for the password first. */
const guarded = <Input extends { readonly current: string }, Answer>(run: OwnRun<Input, Answer>) =>
  preparedForOwner<Input, Answer>(async (self, context, input) => {
    await askPassword(context, self, input);
    return run;
  });

export const changePasswordEndpoint = endpoint(
  'changePassword',
  preparedForOwner(async (self, context, input) => {
    await askPassword(context, self, input);
    const { password } = input;
    const { email, name } = await ownPerson(context, self);
    checkStrength(password, [email, name]);
    const hash = await hashPassword(password);
    return async (own, writing) => {
      await replaceHash(own.tx, own.userId, hash);
      await endOthers(writing, own);
      await sayBy(writing, own, 'password');
      return {};
    };
  }),
);

const ownAccountAnswer = async (
  own: Self,
  { services, db }: Context<AccountNeeds>,
): Promise<Endpoints['ownAccount']['answer']> => {
  const kinds = await services.secondFactors.kindsOf(db, own.userId);
  const sessions = await sessionsOf(db, own.userId);
  const passkeys = await passkeysOf(db, own.userId);
  return {
    sessions: sessions.map(({ id, created, seen, device }) => ({
      ...{ session: id, begun: created.toISOString(), seen: seen.toISOString(), device },
      current: id === own.session.id,
    })),
    passkeys: passkeys.map(({ id, name, created, used }) => ({
      ...{ passkey: id, name, added: created.toISOString(), used: used?.toISOString() ?? null },
    })),
    totp: kinds.includes('totp'),
    recoveryCodes: await services.secondFactors.recoveryLeft(db, own.userId),
    feeds: (await feedsOf(db, own.userId, CALENDAR_PURPOSE)).map(({ feed, name, created, used }) => ({
      ...{ feed, name, made: created.toISOString(), used: used?.toISOString() ?? null },
    })),
    languages: await languagesWithTexts(db),
  };
};

export const ownAccount = endpoint('ownAccount', (context) =>
  ownAccountAnswer(selfOf(context, context.target), context),
);

/** Ends one session, or all others together with the secret addresses of programs. */
export const endSessions = endpoint(
  'endSessions',
  onOwn(async (own, context, { session }) => {
    if (session === undefined) {
      await endOthers(context, own);
      // The address of a program is a way in too.
      await removeFeedsOf(own.tx, own.userId);
      return {};
    }
    const known = await sessionsOf(own.tx, own.userId);
    if (!known.some(({ id }) => id === session)) throw problem('notFound');
    await endSession(own.tx, session, 'signedout');
    own.tx.afterCommit(() => context.services.database.notify(SESSION_CHANNEL));
    return {};
  }),
);

/** Marks the session as one that has shown its second factor. Returns recovery codes with the first factor of a person. */
const added = async (
  context: Context<AccountNeeds>,
  own: Own,
  what: string,
): Promise<{ readonly recoveryCodes?: readonly string[] }> => {
  const { secondFactors } = context.services;
  await noteSecondFactor(own.tx, own.session.id);
  own.tx.afterCommit(() => context.services.database.notify(SESSION_CHANNEL));
  await sayBy(context, own, what);
  if ((await secondFactors.recoveryLeft(own.tx, own.userId)) > 0) return {};
  return { recoveryCodes: await secondFactors.recoveryCodes(own.tx, own.userId) };
};

export const addTotp = endpoint(
  'addTotp',
  guarded(async (own, context) => {
    const { email } = await ownPerson(context, own);
    return { ...(await context.services.secondFactors.startTotp(own.tx, own.userId, email)) };
  }),
);

export const confirmTotp = endpoint(
  'confirmTotp',
  preparedForOwner(async (self, { services }, { code }) => {
    await takeOrRefuse(services.database, {
      name: `second:${digest(self.userId)}`,
      ...services.limits.signInPerAccount,
    });
    return async (own, writing) => {
      await services.secondFactors.confirmTotp(own.tx, own.userId, code);
      return await added(writing, own, 'totp');
    };
  }),
);

export const addPasskey = endpoint(
  'addPasskey',
  guarded(async (own, context) => ({
    ...(await context.services.passkeys.startAdding(own.tx, own.userId, await ownPerson(context, own))),
  })),
);

/** Turns the refusal of a passkey into `invalid`: its own status would end the session. */
const refusePasskey = (error: unknown): never => {
  throw isProblem(error) ? invalidAt('/response', 'errors.passkeyNotValid') : error;
};

export const confirmPasskey = endpoint(
  'confirmPasskey',
  preparedForOwner(async ({ userId }, { services }, input) => {
    const add = await services.passkeys.checkNew(userId, input).catch(refusePasskey);
    return async (own, writing) => {
      await add(own.tx).catch(refusePasskey);
      return await added(writing, own, 'passkey');
    };
  }),
);

export const removeSecondFactorEndpoint = endpoint(
  'removeSecondFactor',
  guarded(async (own, context, { passkey }) => {
    const { secondFactors } = context.services;
    if (passkey === undefined) await secondFactors.removeTotp(own.tx, own.userId);
    else if (!(await removePasskey(own.tx, own.userId, passkey))) throw problem('notFound');
    await secondFactors.dropUnneededCodes(own.tx, own.userId);
    await sayBy(context, own, 'removed');
    return {};
  }),
);

export const newRecoveryCodes = endpoint(
  'newRecoveryCodes',
  guarded(async (own, context) => {
    const { secondFactors } = context.services;
    if ((await secondFactors.kindsOf(own.tx, own.userId)).length === 0) throw problem('notAllowed');
    return { recoveryCodes: await secondFactors.recoveryCodes(own.tx, own.userId) };
  }),
);
