// The settings of this process, from its environment. The only reader of process.env; called once by main and by the commands.
// A wrong value stops the start with one clear sentence; nothing is guessed.

import { randomInt } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { delimiter, resolve } from 'node:path';
import { isRecord } from 'src/base/isRecord.ts';
import { deepFreeze } from 'src/base/deepFreeze.ts';
import type { Json } from 'src/model/item/Item.ts';
import { originsOfBaseMaps } from 'src/server/baseMaps.ts';
import { dataDirOf } from 'src/server/dataDir.ts';
import { MIN_PASSWORD_LENGTH } from 'src/server/limits.ts';
import { siteSettings, type SiteSettings } from 'src/server/siteSettings.ts';

/** Exit code for settings that cannot be used. Source: sysexits.h EX_CONFIG. */
export const BAD_CONFIG = 78;

export interface Config {
  readonly port: number;
  readonly host: string;
  readonly dataDir: string;
  /** Undefined: the embedded database below dataDir. */
  readonly databaseUrl: string | undefined;
  /** Load the sample community when the database holds no items. */
  readonly sample: boolean;
  readonly samplePassword: string;
  /** True when the password was made up here and must be shown. */
  readonly samplePasswordMade: boolean;
  /** Password for the account that add-account creates or set-password changes. */
  readonly accountPassword: string;
  readonly accountPasswordMade: boolean;
  /** Public origin of the site, such as `https://keeper.example.org`; undefined: the Host of a browser on this machine. */
  readonly publicUrl: string | undefined;
  /** False: this process serves only, and leaves background jobs to others. */
  readonly jobs: boolean;
  /** Folders below which administrators may have backups written. */
  readonly backupDirs: readonly string[];
  readonly settings: SiteSettings;
  readonly mail: MailSettings;
}

export interface MailSettings {
  /** `smtp://` or `smtps://`; undefined: emails are written to files below dataDir. */
  readonly smtpUrl: string | undefined;
  /** Sender of every email, such as `The Records <records@example.org>`. */
  readonly from: string;
  /** Mailbox for returned emails; undefined: the address of `from`, which the product does not read. */
  readonly returned?: ReturnedMail | undefined;
}

export interface ReturnedMail {
  /** Such as `returned@mail.example.org`. Each email gets an address of its own, `returned+<id>@mail.example.org`. */
  readonly address: string;
  /** This process takes what is returned, by SMTP. Undefined: another process does. */
  readonly listen?: ListenAddress;
}

export interface ListenAddress {
  readonly host: string;
  readonly port: number;
}

export class ConfigError extends Error {}

const MAIL_FROM = /^(?:[^<>@\p{Cc}]+<[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+>|[^\s<>@\p{Cc}]+@[^\s<>@\p{Cc}]+)$/u;

type Environment = Readonly<Record<string, string | undefined>>;

const fail = (name: string, why: string): never => {
  throw new ConfigError(`${name} ${why}`);
};

const settingOf = (env: Environment, name: string): string | undefined => (env[name] === '' ? undefined : env[name]);

const portOf = (env: Environment): number => {
  const text = settingOf(env, 'PORT') ?? '8080';
  const port = Number(text);
  if (!/^\d{1,5}$/.test(text) || port > 65_535) fail('PORT', `is not a port number: ${text}`);
  return port;
};

const urlSetting = (env: Environment, name: string, schemes: readonly string[]): string | undefined => {
  const text = settingOf(env, name);
  if (text === undefined) return undefined;
  const url = URL.canParse(text) ? new URL(text) : undefined;
  // The value itself may hold a password, so it is not repeated.
  if (!url || !schemes.includes(url.protocol))
    return fail(name, `is not an address of the form ${schemes.join(' or ')}//…`);
  return text;
};

const publicOrigin = (env: Environment): string | undefined => {
  const text = urlSetting(env, 'PUBLIC_URL', ['http:', 'https:']);
  return text === undefined ? undefined : new URL(text).origin;
};

const switchOf = (env: Environment, name: string, unset: boolean): boolean => {
  const text = settingOf(env, name);
  if (text === undefined) return unset;
  if (text === 'on' || text === 'off') return text === 'on';
  return fail(name, `must be on or off, not ${text}`);
};

/** The part before the @ has at most 64 characters; the plus sign and the id take 37 of them. */
const RETURN_ADDRESS = /^[a-z\d._-]{1,27}@[a-z\d.-]+$/;
const HOST_AND_PORT = /^(?:\[([\da-f:.]+)\]|([^\s:[\]]+)):(\d{1,5})$/i;

const returnedOf = (env: Environment): ReturnedMail | undefined => {
  const address = settingOf(env, 'RETURN_ADDRESS')?.toLowerCase();
  const listen = settingOf(env, 'RETURN_LISTEN');
  if (address === undefined)
    return listen === undefined ? undefined : fail('RETURN_ADDRESS', 'is required with RETURN_LISTEN');
  if (!RETURN_ADDRESS.test(address))
    return fail(
      'RETURN_ADDRESS',
      'is not of the form returned@mail.example.org, with at most 27 characters before the @',
    );
  if (listen === undefined) return { address };
  const [, bracketed, plain, digits] = HOST_AND_PORT.exec(listen) ?? [];
  const [host, port] = [bracketed ?? plain, Number(digits)];
  if (host === undefined || !(port <= 65_535)) return fail('RETURN_LISTEN', 'is not of the form 127.0.0.1:2525');
  return { address, listen: { host, port } };
};

/** A site that sends email must set a sender and its public address, which links need. */
const mailSettings = (env: Environment): MailSettings => {
  const smtpUrl = urlSetting(env, 'SMTP_URL', ['smtp:', 'smtps:']);
  const from = settingOf(env, 'MAIL_FROM');
  if (from !== undefined && !MAIL_FROM.test(from))
    fail('MAIL_FROM', 'is not of the form records@example.org or Name <records@example.org>');
  const returned = returnedOf(env);
  if (smtpUrl === undefined && returned) return fail('RETURN_ADDRESS', 'requires SMTP_URL');
  if (smtpUrl === undefined) return { smtpUrl, from: from ?? 'no-reply@localhost', returned };
  if (from === undefined) return fail('MAIL_FROM', 'is required with SMTP_URL');
  if (publicOrigin(env) === undefined) return fail('PUBLIC_URL', 'is required with SMTP_URL, for the links in emails');
  return { smtpUrl, from, returned };
};

/** The sample community shows help on the spot, unless the file says otherwise. */
const withSample = (given: Json, sample: boolean): Json => {
  if (!sample || !isRecord(given)) return given;
  const { site = {} } = given as { readonly site?: Json };
  return isRecord(site) ? ({ ...given, site: { assist: true, ...site } } as Json) : given;
};

const settingsOf = (env: Environment, sample: boolean): SiteSettings => {
  const file = settingOf(env, 'SITE_CONFIG');
  if (file === undefined) return siteSettings(withSample({}, sample));
  try {
    return siteSettings(withSample(JSON.parse(readFileSync(file, 'utf8')) as Json, sample));
  } catch (error) {
    return fail('SITE_CONFIG', `cannot be used: ${error instanceof Error ? error.message : String(error)}`);
  }
};

// Has no letters that look alike, because people copy the password from a terminal.
const LETTERS = 'abcdefghjkmnpqrstuvwxyz23456789';
const madePassword = (): string => Array.from({ length: 14 }, () => LETTERS[randomInt(LETTERS.length)]).join('');

const passwordOf = (env: Environment, name: string): { readonly password: string; readonly made: boolean } => {
  const password = settingOf(env, name);
  if (password !== undefined && password.length < MIN_PASSWORD_LENGTH)
    fail(name, `is shorter than ${MIN_PASSWORD_LENGTH} characters`);
  return { password: password ?? madePassword(), made: password === undefined };
};

/** A page of `https:` shows no pictures of `http:`. */
const checkBaseMaps = ({ site }: SiteSettings, publicUrl: string | undefined): void => {
  const plain = originsOfBaseMaps(site.baseMaps).find((origin) => origin.startsWith('http:'));
  if (plain !== undefined && publicUrl?.startsWith('https:') === true)
    fail('SITE_CONFIG', `cannot be used: a base map comes from ${plain}, which pages of ${publicUrl} may not show`);
};

/** Returns the folders of a list that is written like PATH. */
const foldersOf = (env: Environment, name: string): readonly string[] =>
  (settingOf(env, name) ?? '').split(delimiter).flatMap((path) => (path === '' ? [] : [resolve(path)]));

/** Throws ConfigError, whose message names the setting. */
export const configFrom = (env: Environment): Config => {
  const sample = passwordOf(env, 'SAMPLE_PASSWORD');
  const account = passwordOf(env, 'ACCOUNT_PASSWORD');
  const publicUrl = publicOrigin(env);
  const isSample = switchOf(env, 'SAMPLE', settingOf(env, 'DATABASE_URL') === undefined);
  const settings = settingsOf(env, isSample);
  checkBaseMaps(settings, publicUrl);
  return deepFreeze({
    port: portOf(env),
    host: settingOf(env, 'HOST') ?? 'localhost',
    dataDir: dataDirOf(env),
    databaseUrl: urlSetting(env, 'DATABASE_URL', ['postgres:', 'postgresql:']),
    sample: isSample,
    samplePassword: sample.password,
    samplePasswordMade: sample.made,
    accountPassword: account.password,
    accountPasswordMade: account.made,
    publicUrl,
    jobs: switchOf(env, 'JOBS', true),
    backupDirs: foldersOf(env, 'BACKUP_DIR'),
    settings,
    mail: mailSettings(env),
  });
};

/** One sentence for the operator. */
export const startRefusal = ({ message }: ConfigError): string =>
  `Knowledge Keeper cannot start: ${message.replace(/\.$/, '')}. docs/OPERATIONS.md explains the settings.`;

/** Returns the settings from the environment of this process; prints what is wrong and ends the process with BAD_CONFIG. */
export const config = (): Config => {
  try {
    return configFrom(process.env);
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${startRefusal(error)}\n`);
    process.exit(BAD_CONFIG);
  }
};
