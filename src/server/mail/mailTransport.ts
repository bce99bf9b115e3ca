// Hands a finished letter to the site's mail server, or writes it to a file where the site has none. Tells apart what may work later
// from what never will, and waits for no mail server longer than it says here.

import { mkdir, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { createTransport } from 'nodemailer';
import { dayIn } from 'src/model/calendar/localDay.ts';

export interface OutgoingLetter {
  /** The same for every attempt: a mail program shows a letter that arrives twice once. */
  readonly messageId: string;
  readonly from: string;
  /** The envelope's sender (RFC 5321), where mail servers return what they cannot deliver. Undefined: the address of `from`. */
  readonly returnTo?: string | undefined;
  readonly to: { readonly address: string; readonly name: string };
  readonly subject: string;
  readonly text: string;
  readonly html: string;
  readonly date: Date;
  /** For one-click unsubscribing, RFC 8058. */
  readonly unsubscribe: string | undefined;
  /** The address for answers, instead of the site's own. */
  readonly replyTo?: string | undefined;
  /** A person sends it through the site. Mail programs then answer it as they answer a person. */
  readonly byPerson?: boolean | undefined;
  readonly attachments?: readonly MailAttachment[] | undefined;
  readonly calendar?: MailCalendar | undefined;
}

/** An iCalendar part (RFC 6047): mail programs offer to enter it in the reader's calendar. */
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
  /** Resolves once the mail server has taken the letter. Throws RefusedForGood where another attempt cannot help. */
  send(letter: OutgoingLetter): Promise<void>;
  close(): void;
}

export interface MailTransport {
  /** For letters of one job, `most` of them at a time. Connections are made when they are needed, and end with the job. */
  open(most: number): OpenTransport;
}

/** The mail server refuses this address or this letter for good. */
export class RefusedForGood extends Error {}

export interface MailTimeouts {
  /** Until there is a connection and the mail server has greeted. */
  readonly connectMs: number;
  /** Without a word from the mail server. */
  readonly silenceMs: number;
  /** For a letter as a whole: a mail server that says a little now and then is never silent, and would hold all letters behind it. */
  readonly letterMs: number;
}

const TIMEOUTS: MailTimeouts = { connectMs: 10_000, silenceMs: 30_000, letterMs: 60_000 };

const optionsOf = ({ messageId, from, to, subject, text, html, date, unsubscribe, ...letter }: OutgoingLetter) => ({
  messageId: `<${messageId}>`,
  from,
  to: { ...to },
  ...(letter.returnTo !== undefined && { envelope: { from: letter.returnTo, to: to.address } }),
  subject,
  text,
  html,
  date,
  ...(letter.replyTo !== undefined && { replyTo: letter.replyTo }),
  ...(letter.calendar && { icalEvent: { ...letter.calendar, filename: 'invitation.ics' } }),
  attachments: (letter.attachments ?? []).map(({ name, type, content }) => ({
    ...{ filename: name, contentType: type, content },
  })),
  headers: {
    ...(letter.byPerson !== true && { 'Auto-Submitted': 'auto-generated' }),
    ...(unsubscribe !== undefined && {
      'List-Unsubscribe': `<${unsubscribe}>`,
      'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
    }),
  },
  // Nothing is read from this machine or another for a letter.
  disableFileAccess: true,
  disableUrlAccess: true,
});

interface SmtpError extends Error {
  readonly responseCode?: number;
  readonly command?: string;
}

/** Answers to the address and to the letter itself; a refused sender or password is the site's mistake, and can be mended. */
const ABOUT_THE_LETTER = new Set(['RCPT TO', 'DATA']);

const isForGood = ({ responseCode = 0, command = '' }: SmtpError): boolean =>
  responseCode >= 500 && responseCode < 600 && ABOUT_THE_LETTER.has(command);

const LOOPBACK = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/;

/**
 * True unless the mail server runs on this machine or its address says `?requireTLS=false`. Without it a server that offers no TLS, or an
 * attacker who removes the offer, reads the password and every email.
 */
const requiresTls = (url: string): boolean => {
  const { hostname, searchParams } = new URL(url);
  return !LOOPBACK.test(hostname) && searchParams.get('requireTLS') !== 'false';
};

export const createSmtpTransport = (url: string, timeouts = TIMEOUTS): MailTransport => ({
  open(most) {
    const { connectMs, silenceMs, letterMs } = timeouts;
    const transport = createTransport({
      ...{ url, pool: true, maxConnections: most, requireTLS: requiresTls(url) },
      ...{ connectionTimeout: connectMs, greetingTimeout: connectMs, dnsTimeout: connectMs, socketTimeout: silenceMs },
      // The job that comes again counts attempts and waits longer each time, so the library must not send again by itself.
      maxRequeues: 0,
    });
    return {
      async send(letter) {
        try {
          await transport.sendMail({ ...optionsOf(letter), signal: AbortSignal.timeout(letterMs) });
        } catch (error) {
          if (error instanceof Error && isForGood(error)) throw new RefusedForGood(error.message, { cause: error });
          throw error;
        }
      },
      close: () => transport.close(),
    };
  },
});

/** One `.eml` file per letter, named by its day and Message-ID. */
export const createFileTransport = (folder: string): MailTransport => {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const opened: OpenTransport = {
    async send(letter) {
      const { message } = await transport.sendMail(optionsOf(letter));
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const [id = ''] = letter.messageId.split('@');
      const path = join(folder, `${dayIn(letter.date, 'UTC')}-${id}.eml`);
      await writeFile(`${path}.part`, message as Buffer, { mode: 0o600 });
      await rename(`${path}.part`, path);
    },
    close: () => undefined,
  };
  return { open: () => opened };
};
