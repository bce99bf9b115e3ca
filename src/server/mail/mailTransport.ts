// Passes a composed email to the site's mail server, or writes it to a file when the site has none. Distinguishes temporary from permanent
// failures, with time limits for the mail server.

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { dayIn } from 'src/model/calendar/dayIn.ts';

export interface OutgoingEmail {
  /** Same for every attempt: a mail program shows an email that arrives twice once. */
  readonly messageId: string;
  readonly from: string;
  /** Envelope sender (RFC 5321), to which mail servers return undeliverable emails. Undefined: the address of `from`. */
  readonly returnTo?: string | undefined;
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
  /** Address of one-click unsubscribing (RFC 8058). */
  readonly unsubscribe: string | undefined;
  /** Address for answers, instead of the site's own. */
  readonly replyTo?: string | undefined;
  /** True for an email that a person sends through the site. Mail programs then answer it like one from a person. */
  readonly byPerson?: boolean | undefined;
  readonly attachments?: readonly MailAttachment[] | undefined;
  readonly calendar?: MailCalendar | undefined;
}

/** iCalendar part (RFC 6047), which mail programs offer to add to the reader's calendar. */
export interface MailCalendar {
  readonly method: 'REQUEST' | 'CANCEL';
  readonly content: string;
}

export interface MailAttachment {
  readonly name: string;
  /** Media type. */
  readonly type: string;
  readonly content: Readable;
}

export interface OpenTransport {
  /** Resolves when the mail server has accepted the email. Throws RefusedForGood when a retry cannot help. */
  send(email: OutgoingEmail): Promise<void>;
  close(): void;
}

export interface MailTransport {
  /** Opens a transport for the emails of one job, `most` of them at a time. Connections are opened on demand and closed with the job. */
  open(most: number): OpenTransport;
}

/** Thrown when the mail server refuses this address or this email permanently. */
export class RefusedForGood extends Error {}

export interface MailTimeouts {
  /** Limit for connecting and the greeting of the mail server. */
  readonly connectMs: number;
  /** Limit without data from the mail server. */
  readonly silenceMs: number;
  /** Limit for a whole email: a mail server that sends a little data now and then is never silent, and would block all other emails. */
  readonly emailMs: number;
}

const MAIL_TIMEOUTS: MailTimeouts = { connectMs: 10_000, silenceMs: 30_000, emailMs: 60_000 };

const optionsOf = ({ messageId, from, to, subject, text, html, date, unsubscribe, ...email }: OutgoingEmail) => ({
  messageId: `<${messageId}>`,
  from,
  to: { ...to },
  ...(email.returnTo !== undefined && { envelope: { from: email.returnTo, to: to.address } }),
  subject,
  text,
  html,
  date,
  ...(email.replyTo !== undefined && { replyTo: email.replyTo }),
  ...(email.calendar && { icalEvent: { ...email.calendar, filename: 'invitation.ics' } }),
  attachments: (email.attachments ?? []).map(({ name, type, content }) => ({
    ...{ filename: name, contentType: type, content },
  })),
  headers: {
    ...(email.byPerson !== true && { 'Auto-Submitted': 'auto-generated' }),
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  // An email reads no files of this machine or another.
  disableFileAccess: true,
  disableUrlAccess: true,
});

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
}

/** Answers about the recipient and the email itself. A refused sender or password is a mistake of the site, and can be corrected. */
const ABOUT_THE_EMAIL = new Set(['RCPT TO', 'DATA']);

const isForGood = ({ responseCode = 0, command = '' }: SmtpError): boolean =>
  responseCode >= 500 && responseCode < 600 && ABOUT_THE_EMAIL.has(command);

const LOOPBACK_HOST = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * Returns true unless the mail server runs on this machine or its address contains `?requireTLS=false`. Without it, a server without TLS,
 * or an attacker who hides it, reads the password and every email.
 */
const requiresTls = (url: string): boolean => {
  const { hostname, searchParams } = new URL(url);
  return !LOOPBACK_HOST.test(hostname) && searchParams.get('requireTLS') !== 'false';
};

export const createSmtpTransport = (url: string, timeouts = MAIL_TIMEOUTS): MailTransport => ({
  open(most) {
    const { connectMs, silenceMs, emailMs } = timeouts;
    const transport = createTransport({
      ...{ url, pool: true, maxConnections: most, requireTLS: requiresTls(url) },
      ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs, socketTimeout: silenceMs },
      // The job counts attempts with growing delays, so the library must not retry.
      maxRequeues: 0,
    });
    return {
      async send(email) {
        try {
          await transport.sendMail({ ...optionsOf(email), signal: AbortSignal.timeout(emailMs) });
        } catch (error) {
          if (error instanceof Error && isForGood(error)) throw new RefusedForGood(error.message, { cause: error });
          throw error;
        }
      },
      close: () => transport.close(),
    };
  },
});

/** Writes one `.eml` file per email, named by its day and Message-ID. */
export const createFileTransport = (folder: string): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const opened: OpenTransport = {
    async send(email) {
      const { message } = await transport.sendMail(optionsOf(email));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [id = ''] = email.messageId.split('@');
      const path = join(folder, `${dayIn(email.date, 'UTC')}-${id}.eml`);
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
  return { open: () => opened };
};
