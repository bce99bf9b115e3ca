// SMTP server for reports of mail servers that could not deliver an email after accepting it (RFC 3464). The organisation's mail server
// forwards emails to the return addresses; nothing else is accepted. Automatic answers of people are accepted and dropped.

import type { Readable } from 'node:stream';
import { simpleParser } from 'mailparser';
import { SMTPServer } from 'smtp-server';
import type { ReturnedMail } from 'src/server/config.ts';
import type { Mail } from 'src/server/mail/mail.ts';
import { failureIn } from 'src/server/mail/deliveryReport.ts';
import { returnedIdOf } from 'src/server/mail/returnAddress.ts';

/** The report comes first in such an email. The returned email follows, and is not read. */
const READ_BYTES = 256 * 1_024;
const MOST_CONNECTIONS = 20;
const RETURN_SILENCE_MS = 30_000;
const CLOSE_MS = 2_000;

interface ReturnServerOptions extends Required<ReturnedMail> {
  readonly mail: Pick<Mail, 'returned'>;
  readonly log: Record<'info' | 'warn', (details: object, message: string) => void>;
}

const reply = (responseCode: number, text: string): Error => Object.assign(new Error(text), { responseCode });

const beginningOf = async (stream: Readable): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of stream as AsyncIterable<Buffer>) {
    if (bytes < READ_BYTES) chunks.push(chunk);
    bytes += chunk.length;
  }
  return Buffer.concat(chunks).subarray(0, READ_BYTES);
};

/** Throws the reply to the other mail server. */
const takeReports = async (
  { mail, log }: ReturnServerOptions,
  ids: readonly string[],
  stream: Readable,
): Promise<void> => {
  const { attachments } = await simpleParser(await beginningOf(stream), { keepDeliveryStatus: true });
  const reason = failureIn(
    attachments.flatMap(({ contentType, content }) =>
      contentType === 'message/delivery-status' ? content.toString() : [],
    ),
  );
  if (reason === undefined) return log.info({ ids }, 'an email to a return address is no report of a failure');
  for (const id of ids) {
    const result = await mail.returned(id, reason);
    // The other mail server retries.
    if (result === 'early') throw reply(451, '4.3.0 not written down yet, try again');
    if (result === 'unknown') log.info({ id }, 'an email was returned that is unknown or was returned before');
  }
};

/** Returns the reply to the other mail server, or undefined when the email is accepted. */
const returnOutcome = async (
  options: ReturnServerOptions,
  ids: readonly string[],
  stream: Readable,
): Promise<Error | undefined> => {
  try {
    await takeReports(options, ids, stream);
    return undefined;
  } catch (error) {
    if (error instanceof Error && 'responseCode' in error) return error;
    options.log.warn({ error: String(error) }, 'an email that was returned could not be noted');
    return reply(451, '4.3.0 try again later');
  }
};

interface Arriving {
  readonly ids: readonly string[];
  readonly stream: Readable;
  done(error?: Error): void;
}

const answerArriving = async (options: ReturnServerOptions, { ids, stream, done }: Arriving): Promise<void> => {
  done(await returnOutcome(options, ids, stream));
};

/** Starts to listen and returns the function that stops it. Throws when the address is not available. */
export const startReturnServer = async (options: ReturnServerOptions): Promise<() => Promise<void>> => {
  const { address, listen, log } = options;
  const idOf = (to: string): string | undefined => returnedIdOf(address, to);
  const server = new SMTPServer({
    authOptional: true,
    // Only the organisation's own mail server connects, on this machine or in its network.
    disabledCommands: ['AUTH', 'STARTTLS'],
    disableReverseLookup: true,
    logger: false,
    maxClients: MOST_CONNECTIONS,
    socketTimeout: RETURN_SILENCE_MS,
    closeTimeout: CLOSE_MS,
    onRcptTo({ address: to }, _session, done) {
      done(idOf(to) === undefined ? reply(550, '5.1.1 no such address here') : undefined);
    },
    onData(stream, { envelope }, done) {
      const ids = [...new Set(envelope.rcptTo.flatMap((to) => idOf(to.address) ?? []))];
      void answerArriving(options, { ids, stream, done });
    },
  });
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen(listen.port, listen.host, () => {
      server.off('error', reject);
      resolve();
    });
  });
  // Errors of single connections, such as a lost one.
  server.on('error', (error) =>
    log.info({ error: String(error) }, 'a connection to the server for returned emails failed'),
  );
  return () => new Promise((resolve) => server.close(() => resolve()));
};
