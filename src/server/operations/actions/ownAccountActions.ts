// What a person does with the own account: password, sessions, second factors. Whatever weakens or replaces a way in asks for the password
// again, and a letter says so. Never under a masquerade. Source: TRUST, access.

import type { ItemId, Json } from 'src/model/item/Item.ts';
import { randomUUID } from 'node:crypto';
import { invalid, isProblem, problem } from 'src/model/problems.ts';
import { refuseActing } from 'src/server/access/actions/refuseActing.ts';
import type { Context } from 'src/server/context.ts';
import type { EngineAction } from 'src/server/operations/actions/engineActions.ts';
import { replaceHash } from 'src/server/sessions/accounts.ts';
import { hashPassword, isPassword } from 'src/server/sessions/passwords.ts';
import { checkStrength } from 'src/server/sessions/passwordStrength.ts';
import type { LiveSession } from 'src/server/sessions/sessions.ts';
import { digest, takeOrRefuse } from 'src/server/sessions/signIn.ts';
import { SESSION_CHANNEL } from 'src/server/sessions/sessionWatch.ts';
import { feedsOf } from 'src/server/store/accounts/calendarFeedRows.ts';
import { passkeysOf, removePasskey } from 'src/server/store/accounts/secondFactorRows.ts';
import {
  credentialOf,
  endOtherSessionsOf,
  endSession,
  noteSecondFactor,
  sessionsOf,
} from 'src/server/store/accounts/sessionRows.ts';
import { languagesWithTexts } from 'src/server/store/accounts/localeOverrides.ts';
import type { Transaction } from 'src/server/store/database.ts';

type Input = Readonly<Record<string, Json>>;

interface Own {
  readonly userId: ItemId;
  readonly session: LiveSession;
  readonly tx: Transaction;
}

interface Person {
  readonly email: string;
  readonly name: string;
}

/** The person themself, in a transaction. */
const ownOf = ({ subject, session, tx }: Context, target: ItemId): Own => {
  refuseActing(subject);
  if (!session || !tx || subject.userId !== target) throw problem('notAllowed');
  return { userId: target, session, tx };
};

/** Tries are counted together with those of the sign-in's second step, outside the transaction: a refusal stays counted. */
const askPassword = async ({ services }: Context, { userId }: Own, { current }: Input): Promise<void> => {
  const bucket = { name: `current:${digest(userId)}`, ...services.limits.signInPerAccount };
  await takeOrRefuse(services.database, bucket);
  const own = await credentialOf(services.database, userId);
  if (!(await isPassword(own?.hash ?? undefined, String(current))))
    throw invalid([{ path: '/current', message: 'errors.passwordNotRight' }]);
};

const userOf = async ({ services }: Context, { userId, tx }: Own): Promise<Person> => {
  const user = await services.items.find(tx, userId);
  return { email: String(user?.properties['email'] ?? ''), name: String(user?.properties['name'] ?? '') };
};

const sayBy = async ({ services }: Context, { userId, tx }: Own, what: string): Promise<void> => {
  const letter = { key: `accountChanged/${randomUUID()}`, to: userId, template: 'accountChanged', values: { what } };
  await services.mail.queue(tx, letter);
};

/** Other sessions of this person end, on every process; this one goes on. */
const endOthers = async ({ services }: Context, { userId, session, tx }: Own): Promise<void> => {
  await endOtherSessionsOf(tx, userId, { kept: session.id, reason: 'passwordChanged' });
  tx.afterCommit(() => services.database.notify(SESSION_CHANNEL));
};

type OwnRun = (own: Own, context: Context, input: Input) => Promise<Json>;

const ownAction = (name: string, run: OwnRun): EngineAction => ({
  name,
  on: 'self',
  run: async (input, context, target) => run(ownOf(context, target), context, input),
});

/** Weakens or replaces a way in: the password is asked for first. */
const guardedAction = (name: string, run: OwnRun): EngineAction =>
  ownAction(name, async (own, context, input) => {
    await askPassword(context, own, input);
    return await run(own, context, input);
  });

const changePassword = guardedAction('changePassword', async (own, context, input) => {
  const password = String(input['password']);
  const { email, name } = await userOf(context, own);
  checkStrength(password, [email, name]);
  await replaceHash(own.tx, own.userId, await hashPassword(password));
  await endOthers(context, own);
  await sayBy(context, own, 'password');
  return {};
});

const ownAccount = ownAction('ownAccount', async (own, { services, db }) => {
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
    feeds: (await feedsOf(db, own.userId)).map(({ feed, name, created, used }) => ({
      ...{ feed, name, made: created.toISOString(), used: used?.toISOString() ?? null },
    })),
    languages: await languagesWithTexts(db),
  };
});

/** One, or all others. */
const endSessions = ownAction('endSessions', async (own, context, { session }) => {
  if (typeof session !== 'string') {
    await endOthers(context, own);
    return {};
  }
  const known = await sessionsOf(own.tx, own.userId);
  if (!known.some(({ id }) => id === session)) throw problem('notFound');
  await endSession(own.tx, session, 'signedout');
  own.tx.afterCommit(() => context.services.database.notify(SESSION_CHANNEL));
  return {};
});

/** Marks the session as one that has shown its second factor. Returns recovery codes with the first factor of a person. */
const added = async (context: Context, own: Own, what: string): Promise<Json> => {
  const { secondFactors } = context.services;
  await noteSecondFactor(own.tx, own.session.id);
  own.tx.afterCommit(() => context.services.database.notify(SESSION_CHANNEL));
  await sayBy(context, own, what);
  if ((await secondFactors.recoveryLeft(own.tx, own.userId)) > 0) return {};
  return { recoveryCodes: await secondFactors.recoveryCodes(own.tx, own.userId) };
};

const addTotp = guardedAction('addTotp', async (own, context) => {
  const { email } = await userOf(context, own);
  return { ...(await context.services.secondFactors.startTotp(own.tx, own.userId, email)) };
});

const confirmTotp = ownAction('confirmTotp', async (own, context, { code }) => {
  const { services } = context;
  await takeOrRefuse(services.database, {
    name: `second:${digest(own.userId)}`,
    ...services.limits.signInPerAccount,
  });
  await services.secondFactors.confirmTotp(own.tx, own.userId, String(code));
  return await added(context, own, 'totp');
});

const addPasskey = guardedAction('addPasskey', async (own, context) => ({
  ...(await context.services.passkeys.startAdding(own.tx, own.userId, await userOf(context, own))),
}));

const confirmPasskey = ownAction('confirmPasskey', async (own, context, { key, name, response = null }) => {
  const given = { key: String(key), name: String(name), response };
  await context.services.passkeys.add(own.tx, own.userId, given).catch((error: unknown) => {
    // Signed in already: not the status that ends a session.
    if (isProblem(error)) throw invalid([{ path: '/response', message: 'errors.passkeyNotValid' }]);
    throw error;
  });
  return await added(context, own, 'passkey');
});

const removeSecondFactor = guardedAction('removeSecondFactor', async (own, context, { passkey }) => {
  const { secondFactors } = context.services;
  if (typeof passkey !== 'string') await secondFactors.removeTotp(own.tx, own.userId);
  else if (!(await removePasskey(own.tx, own.userId, passkey))) throw problem('notFound');
  await secondFactors.dropUnneededCodes(own.tx, own.userId);
  await sayBy(context, own, 'removed');
  return {};
});

const newRecoveryCodes = guardedAction('newRecoveryCodes', async (own, context) => {
  const { secondFactors } = context.services;
  if ((await secondFactors.kindsOf(own.tx, own.userId)).length === 0) throw problem('notAllowed');
  return { recoveryCodes: await secondFactors.recoveryCodes(own.tx, own.userId) };
});

export const ownAccountActions: readonly EngineAction[] = [
  addPasskey,
  addTotp,
  changePassword,
  confirmPasskey,
  confirmTotp,
  endSessions,
  newRecoveryCodes,
  ownAccount,
  removeSecondFactor,
];
