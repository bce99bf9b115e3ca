// Sessions: sign-in, token lifetime, masquerades, and the present rights of a user. A token only identifies a session row. Every request
// checks that the row still exists, so that sign-out, block and password change end the session in every process.

import type { LiveSession } from 'src/server/context.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { Transaction } from 'src/server/store/database.ts';
import type { SessionUser } from 'src/model/generated/wire.ts';
import { randomUUID } from 'node:crypto';
import type { Clock } from 'src/base/clock.ts';
import { parseRealItemId } from 'src/model/item/itemId.ts';
import { problem } from 'src/model/problems.ts';
import { SESSION_CHANNEL } from 'src/server/sessions/sessionWatch.ts';
import { createTokens, type Tokens } from 'src/server/sessions/sessionTokens.ts';
import { createSessionReads, type SessionReads, type SessionSources } from 'src/server/sessions/sessionReads.ts';
import { createSignIn, loggedAddress } from 'src/server/sessions/signIn.ts';
import { draftKey } from 'src/server/sessions/draftKey.ts';
import { sessionUserFrom } from 'src/server/sessions/sessionUserFrom.ts';
import { keptVersion, personNumber } from 'src/server/store/accounts/keptByPerson.ts';
import { rightsUntil, subjectFrom } from 'src/server/store/readers/subjectFrom.ts';
import type { SiteSettings } from 'src/server/siteSettings.ts';
import type { Limits } from 'src/server/limits.ts';
import type { AdminLog } from 'src/server/store/adminLog.ts';
import { secret } from 'src/server/store/accounts/siteSecret.ts';
import {
  endSession,
  endSessionsOf,
  findSession,
  insertSession,
  insertToken,
  newestTokenEnd,
  noteActive,
  shortenOtherTokens,
  type NewSession,
} from 'src/server/store/accounts/sessionRows.ts';
import type { ZoneOfSubject } from 'src/server/watch/subjectZones.ts';

/** Origin of a sign-in. */
export interface Origin {
  /** Network address. */
  readonly address: string;
  /** Device as the browser describes it. */
  readonly device?: string | undefined;
}

export type SessionEnd = 'signedout' | 'blocked' | 'passwordChanged' | 'masqueradeStopped';

/** Writes a token that is signed already: no transaction waits for a signature. Returns the token. */
export type IssueToken = (tx: Transaction) => Promise<string>;

export interface Sessions {
  /** A token for the right password. Refuses with `signInFailed` or `rateLimited`; the same answer and work for every kind of failure. */
  signIn(email: string, password: string, from: Origin): Promise<string>;
  /** Does the part of signIn that comes before the second factor. */
  checkPassword(email: string, password: string, address: string): Promise<ItemId>;
  /** Signs in a user who has been authenticated. */
  begin(userId: ItemId, how: Partial<Origin> & { readonly second: boolean }): Promise<string>;
  /** Refuses with `tokenExpired` or `notSignedIn`. */
  verify(token: string): Promise<LiveSession>;
  /** The session with the current rights; undefined if the user was deleted or blocked. */
  renewed(session: LiveSession): Promise<LiveSession | undefined>;
  /** Same as `renewed`, for work that continues after its request was admitted: also undefined once the session has ended. */
  continued(session: LiveSession): Promise<LiveSession | undefined>;
  /** Returns the end of the session's newest token: another page of the same browser may have refreshed it. */
  lastsUntil(session: LiveSession): Promise<Date>;
  /** Returns a new token of the same session. The old one stays valid for 30 s. */
  rotate(session: LiveSession): Promise<string>;
  end(sessionId: string, reason: SessionEnd): Promise<void>;
  endAllOf(userId: ItemId, reason: SessionEnd): Promise<void>;
  /**
   * Returns a function that issues a token with which the administrator acts as `target`, for at most 60 minutes and no longer than the
   * session. The caller has checked the rules of masquerading.
   */
  startMasquerade(session: LiveSession, target: ItemId): Promise<IssueToken>;
  /** Ends the masquerade and returns a function that issues a token of the administrator's own session, if that session still exists. */
  stopMasquerade(session: LiveSession): Promise<IssueToken>;
  /** Returns the present rights of the user, from the User item; undefined if the user does not exist or is blocked. */
  subjectOf(userId: ItemId): Promise<Subject | undefined>;
  /** The session user of `authed`. */
  sessionUser(session: LiveSession): Promise<SessionUser>;
}

/** Accounts are not items. The sample loader and the commands make them through this. */
export interface Accounts {
  /** Creates the account of a User item. Throws `invalid` if the address is taken. */
  create(userId: ItemId, email: string, password: string): Promise<void>;
  /** Ends every session of the user. */
  setPassword(userId: ItemId, password: string): Promise<void>;
  /** Changes the address with which the person signs in. Throws `invalid` if it is taken. */
  changeAddress(tx: Transaction, userId: ItemId, address: string): Promise<void>;
}

/** Lifetime of the old token for requests that are in progress. */
const OLD_TOKEN_MS = 30_000;
const MASQUERADE_MS = 60 * 60_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

export interface SessionOptions extends SessionSources {
  readonly adminLog: AdminLog;
  readonly clock: Clock;
  readonly tokenMinutes: number;
  readonly sessionHours: number;
  readonly limits: Limits;
  readonly requireSecondFactor: SiteSettings['requireSecondFactor'];
  /** Throws `secondFactor` if the user must present a second factor after the password. */
  readonly demandSecondFactor: (userId: ItemId) => Promise<void>;
  readonly capabilities: readonly string[];
  /** Types of which the subject could create an item, for the session user. */
  readonly creatable: (subject: Subject) => readonly string[];
  /** Types that a table of the subject could fill or change, for the session user. */
  readonly importable: (subject: Subject) => readonly string[];
  readonly zoneOf: ZoneOfSubject;
  /** The site's version, part of the session user. */
  readonly version: string;
}

interface SessionDeps extends SessionOptions {
  readonly tokens: Tokens;
  readonly reads: SessionReads;
}

const earlier = (a: Date, b: Date): Date => (a < b ? a : b);

/** Signs a further token of a session. It ends with the session at the latest. */
const signedToken = async (
  deps: SessionDeps,
  session: { id: string; userId: ItemId; expires: Date },
): Promise<IssueToken> => {
  const tokenId = randomUUID();
  const now = deps.clock.now().getTime();
  const expires = earlier(new Date(now + deps.tokenMinutes * MINUTE), session.expires);
  const token = await deps.tokens.sign({ userId: session.userId, tokenId, expires });
  return async (tx) => {
    await insertToken(tx, tokenId, session.id, expires);
    await noteActive(tx, session.id);
    await shortenOtherTokens(tx, tokenId, session.id, new Date(now + OLD_TOKEN_MS));
    return token;
  };
};

const newSession = async (deps: SessionDeps, session: Omit<NewSession, 'id'>): Promise<IssueToken> => {
  const id = randomUUID();
  const issue = await signedToken(deps, { ...session, id });
  return async (tx) => {
    await insertSession(tx, { ...session, id });
    return await issue(tx);
  };
};

type Named = Omit<LiveSession, 'subject' | 'factorRequired' | 'userU' | 'until' | 'keptVersion'>;

/** Returns true if the user is an administrator now. A masquerade is valid only while its administrator is one. */
const isAdmin = async (deps: SessionDeps, userId: ItemId): Promise<boolean> => {
  const user = await deps.reads.user(userId);
  return user !== undefined && subjectFrom(userId, user.properties, { now: deps.clock.now() })?.admin === true;
};

/** `kept`: the version of what the person keeps, where it has been read already. */
const withRights = async (deps: SessionDeps, named: Named, kept?: number): Promise<LiveSession | undefined> => {
  if (named.actorId !== undefined && !(await isAdmin(deps, named.actorId))) return undefined;
  const person = personNumber({ userId: named.userId, actingAdminId: named.actorId }) ?? 0;
  const [user, version] = await Promise.all([
    deps.reads.user(named.userId),
    kept ?? keptVersion(deps.database, person),
  ]);
  const now = deps.clock.now();
  const behind = { actorId: named.actorId, sessionId: named.id };
  const subject = user && subjectFrom(named.userId, user.properties, { now, behind });
  if (!user || !subject) return undefined;
  // A site may require a second factor of its administrators. Until they give one, they have no administrator's rights.
  const factorRequired = deps.requireSecondFactor === 'administrators' && !named.second && subject.admin;
  const held = factorRequired ? Object.freeze({ ...subject, admin: false }) : subject;
  const until = rightsUntil(user.properties, now);
  return { ...named, factorRequired, subject: held, userU: user.u, until, keptVersion: version };
};

const verify = async (deps: SessionDeps, token: string): Promise<LiveSession> => {
  const row = await deps.reads.token(await deps.tokens.open(token));
  if (!row) throw problem('notSignedIn');
  if (earlier(row.expires, row.token_expires) <= deps.clock.now()) throw problem('tokenExpired');
  const named = {
    id: row.id,
    tokenId: row.jti,
    userId: row.user_id,
    actorId: row.actor_id ?? undefined,
    expires: row.token_expires,
    second: row.second,
  };
  const session = await withRights(deps, named, row.kept);
  if (!session) throw problem('notSignedIn');
  return session;
};

const rotate = async (deps: SessionDeps, session: LiveSession): Promise<string> => {
  const row = await findSession(deps.database, session.id);
  if (!row) throw problem('tokenExpired');
  const issue = await signedToken(deps, { id: row.id, userId: row.user_id, expires: row.expires });
  return await deps.database.transaction(issue);
};

const endSessionFor = async (deps: SessionDeps, sessionId: string, reason: SessionEnd): Promise<void> => {
  await endSession(deps.database, sessionId, reason);
  deps.database.notify(SESSION_CHANNEL);
};

/** Reads the session again, because it may have ended since its token was signed. */
const refuseEnded = async (tx: Transaction, sessionId: string): Promise<void> => {
  if (!(await findSession(tx, sessionId))) throw problem('notSignedIn');
};

const startMasquerade = async (deps: SessionDeps, session: LiveSession, target: ItemId): Promise<IssueToken> => {
  const own = await findSession(deps.database, session.id);
  if (!own) throw problem('notSignedIn');
  const issue = await newSession(deps, {
    userId: target,
    actorId: session.userId,
    parent: session.id,
    second: session.second,
    device: undefined,
    expires: earlier(new Date(deps.clock.now().getTime() + MASQUERADE_MS), own.expires),
  });
  return async (tx) => {
    await refuseEnded(tx, session.id);
    return await issue(tx);
  };
};

const stopMasquerade = async (deps: SessionDeps, session: LiveSession): Promise<IssueToken> => {
  const { database } = deps;
  const row = await findSession(database, session.id);
  const own = row?.parent === undefined || row.parent === null ? undefined : await findSession(database, row.parent);
  if (!own) throw problem('notSignedIn');
  const issue = await signedToken(deps, { id: own.id, userId: own.user_id, expires: own.expires });
  return async (tx) => {
    await refuseEnded(tx, own.id);
    await endSession(tx, session.id, 'masqueradeStopped');
    tx.afterCommit(() => database.notify(SESSION_CHANNEL));
    return await issue(tx);
  };
};

export const createSessions = async (options: SessionOptions): Promise<Sessions> => {
  const deps: SessionDeps = {
    ...options,
    reads: createSessionReads(options),
    tokens: await createTokens(new Uint8Array(await secret(options.database, 'jwt')), options.clock),
  };
  const { database, sessionHours, clock } = deps;
  const draftSecret = await secret(database, 'drafts');
  const subjectOf: Sessions['subjectOf'] = async (userId) => {
    const user = await deps.reads.user(userId);
    return user && subjectFrom(userId, user.properties, { now: clock.now() });
  };
  const beginOwn: Sessions['begin'] = async (userId, { second, device, address }) => {
    const expires = new Date(clock.now().getTime() + sessionHours * HOUR);
    const session = { userId, actorId: undefined, parent: undefined, expires, second, device };
    const issue = await newSession(deps, session);
    const entry = {
      about: userId,
      address: loggedAddress(address),
      device,
      detail: second ? 'second factor' : undefined,
    };
    return await database.transaction(async (tx) => {
      const by = { at: clock.now(), by: userId, actor: undefined };
      await deps.adminLog.add(tx, { kind: 'SIGNED_IN', ...entry }, by);
      return await issue(tx);
    });
  };
  const checkPassword = createSignIn({ adminLog: deps.adminLog, database, limits: deps.limits, subjectOf });
  return {
    async signIn(email, password, { address, device }) {
      const userId = await checkPassword(email, password, address);
      await deps.demandSecondFactor(userId);
      return await beginOwn(userId, { second: false, address, device });
    },
    checkPassword,
    begin: beginOwn,
    verify: (token) => verify(deps, token),
    renewed: (session) => withRights(deps, session),
    continued: async (session) => (await findSession(database, session.id)) && (await withRights(deps, session)),
    lastsUntil: async (session) => (await newestTokenEnd(database, session.id)) ?? session.expires,
    rotate: (session) => rotate(deps, session),
    end: (sessionId, reason) => endSessionFor(deps, sessionId, reason),
    async endAllOf(userId, reason) {
      await endSessionsOf(database, userId, reason);
      database.notify(SESSION_CHANNEL);
    },
    startMasquerade: (session, target) => startMasquerade(deps, session, target),
    stopMasquerade: (session) => stopMasquerade(deps, session),
    subjectOf,
    async sessionUser(session) {
      const { reads } = deps;
      const [user, kept, activeTasks, timeZone] = await Promise.all([
        reads.user(session.userId),
        reads.kept(personNumber(session.subject) ?? 0),
        reads.tasks(session.userId),
        deps.zoneOf(session.subject),
      ]);
      if (!user) throw problem('notSignedIn');
      const { type, number } = parseRealItemId(session.userId);
      const known = sessionUserFrom({
        userId: session.userId,
        number,
        type,
        user: user.properties,
        kept,
        subject: session.subject,
        factorRequired: session.factorRequired,
        capabilities: deps.capabilities,
        creatable: deps.creatable(session.subject),
        importable: deps.importable(session.subject),
        version: deps.version,
        activeTasks,
        timeZone,
      });
      return { ...known, draftKey: draftKey(draftSecret, session.userId, session.actorId) };
    },
  };
};
