// Returns an email like a mail server that cannot deliver it: sends a report (RFC 3464) to the envelope's sender.

import { createServer, type AddressInfo } from 'node:net';
import { createTransport } from 'nodemailer';
import type { TakenEmail } from 'tests/server/mail/startMailServer.ts';

/** Returns a port of this machine without a listener. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
};

export interface Report {
  readonly action?: string;
  /** Reason in the words of the mail server. */
  readonly diagnostic?: string;
  /** Address that replaces the one in the email. */
  readonly to?: string;
}

const reportOf = (email: Pick<TakenEmail, 'from' | 'to' | 'raw'>, { action, diagnostic }: Report): string =>
  [
    'From: MAILER-DAEMON@mx.example.org',
    `To: ${email.from}`,
    'Subject: Undelivered Mail Returned to Sender',
    'Auto-Submitted: auto-replied',
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="edge"',
    '',
    '--edge',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    'Your email could not be delivered.',
    '',
    '--edge',
    'Content-Type: message/delivery-status',
    '',
    'Reporting-MTA: dns; mx.example.org',
    'Arrival-Date: Thu, 1 Jan 2032 00:00:00 +0000',
    '',
    `Final-Recipient: rfc822; ${email.to[0] ?? ''}`,
    `Action: ${action ?? 'failed'}`,
    'Status: 5.1.1',
    `Diagnostic-Code: smtp; ${diagnostic ?? '550 5.1.1 no such\r\n    mailbox'}`,
    '',
    '--edge',
    'Content-Type: message/rfc822',
    '',
    email.raw,
    '--edge--',
    '',
  ].join('\r\n');

/** Rejects with the answer of the SMTP server on the port if it does not accept the report. */
export const returnEmail = async (
  port: number,
  email: Pick<TakenEmail, 'from' | 'to' | 'raw'>,
  report: Report = {},
): Promise<void> => {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    const envelope = { from: '', to: report.to ?? email.from };
    await transport.sendMail({ envelope, raw: reportOf(email, report) });
  } finally {
    transport.close();
  }
};
