// Templates of emails: a name, whose messages are `mail.{name}.subject`, `.text` and `.action`, and code of the sender. Declared by the
// modules of the folders that queue such emails.

import type { ItemId } from 'src/model/item/Item.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { MessageSource } from 'src/server/mail/composeEmail.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { MailAttachment, MailCalendar } from 'src/server/mail/mailTransport.ts';
import type { MailValues, Outcome } from 'src/server/store/mail/mailRows.ts';

/** Recipient of the email when it is sent. */
export interface Reader {
  /** Undefined for an address without a user. */
  readonly userId: ItemId | undefined;
  readonly address: string;
  readonly name: string | undefined;
  readonly language: string;
}

export interface SendingContext {
  readonly db: Queryable;
  readonly reader: Reader;
  readonly values: MailValues;
  readonly now: Date;
  /** Texts in the reader's language. */
  readonly texts: MessageSource;
  /** Returns what the reader may see now, computed once per email; undefined for a deleted user. */
  readFilter(): Promise<ReadFilter | undefined>;
  /** Returns the label of an item if the reader may see it now and it is at most COMMUNITY, because emails can be read by others. */
  label(id: ItemId): Promise<string | undefined>;
}

export interface ResolvedEmail {
  readonly values: MailValues;
  /** Path of the link, instead of the queued one. */
  readonly path?: string | undefined;
  /** Uses the messages `mail.{name}.{variant}.…`, for example for a reader who may not see the label. */
  readonly variant?: string | undefined;
  /** Recipient, instead of the queued address. */
  readonly to?: { readonly address: string; readonly name?: string; readonly language?: string } | undefined;
  readonly replyTo?: string | undefined;
  /** True for an email that a person sends through the site. */
  readonly byPerson?: boolean | undefined;
  readonly attachments?: readonly MailAttachment[] | undefined;
  readonly calendar?: MailCalendar | undefined;
}

/** Result of an attempt to send. `waiting`: another attempt follows. */
export interface SentMail {
  readonly values: MailValues;
  readonly outcome: Outcome;
}

export interface MailTemplate {
  readonly name: string;
  /** Name of its messages, when several templates share them. */
  readonly messages?: string;
  /** Example values for the preview; a function when they are messages themselves. */
  readonly example: MailValues | ((texts: MessageSource, language: string) => MailValues);
  /**
   * Runs before each attempt to send. Its result is only in the email, so a one-use token is created here. Undefined means that there is
   * nothing left to send. Without it, the email contains the queued values.
   */
  resolve?(context: SendingContext): Promise<ResolvedEmail | undefined>;
  /** Runs in the transaction that records the result of an attempt. */
  settled?(tx: Transaction, sent: SentMail): Promise<void>;
  /** Such emails have List-Unsubscribe; this handles one click. Repeated calls have no effect. */
  unsubscribe?(tx: Transaction, userId: ItemId): Promise<void>;
}
