// What a kind of letter is: a name, whose messages are `mail.{name}.subject`, `.text` and `.action`, and what only its sender knows.
// Declared by whoever queues such letters, and listed in services.ts.

import type { ItemId } from 'src/model/item/Item.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import type { MessageSource } from 'src/server/mail/composeLetter.ts';
import type { Queryable, Transaction } from 'src/server/store/database.ts';
import type { MailAttachment, MailCalendar } from 'src/server/mail/mailTransport.ts';
import type { LetterValues, Outcome } from 'src/server/store/mail/mailRows.ts';

/** Who reads the letter, at the moment of sending. */
export interface Reader {
  /** Undefined for an address that is nobody's yet. */
  readonly userId: ItemId | undefined;
  readonly address: string;
  readonly name: string | undefined;
  readonly language: string;
}

export interface SendingContext {
  readonly db: Queryable;
  readonly reader: Reader;
  readonly values: LetterValues;
  readonly now: Date;
  /** Texts of the reader's language. */
  readonly texts: MessageSource;
  /** What the reader may see at this moment, worked out once for the letter; undefined for a user who is no more. */
  readFilter(): Promise<ReadFilter | undefined>;
  /** The label of an item, if the reader may see it at this moment and it is no stricter than COMMUNITY; mail is read by many. */
  label(id: ItemId): Promise<string | undefined>;
}

export interface ResolvedLetter {
  readonly values: LetterValues;
  /** Where the letter's link leads, instead of the path that was queued. */
  readonly path?: string | undefined;
  /** Messages `mail.{name}.{variant}.…` instead, such as for a reader who may not see the label. */
  readonly variant?: string | undefined;
  /** Who reads it, instead of the address that it was queued for. */
  readonly to?: { readonly address: string; readonly name?: string; readonly language?: string } | undefined;
  readonly replyTo?: string | undefined;
  /** A person sends it through the site. */
  readonly byPerson?: boolean | undefined;
  readonly attachments?: readonly MailAttachment[] | undefined;
  readonly calendar?: MailCalendar | undefined;
}

/** The result of an attempt to send. `waiting`: another attempt follows. */
export interface SentMail {
  readonly values: LetterValues;
  readonly outcome: Outcome;
}

export interface MailTemplate {
  readonly name: string;
  /** Where its messages are, when not under its name: several kinds of letter may say the same. */
  readonly messages?: string;
  /** Values of the messages for the preview; worked out where they are messages themselves. */
  readonly example: LetterValues | ((texts: MessageSource, language: string) => LetterValues);
  /**
   * Runs before each attempt to send. What it gives is in the letter and nowhere else, so a one-use token is made here. Undefined: there
   * is nothing to send any more. Without it the letter says the queued values.
   */
  resolve?(context: SendingContext): Promise<ResolvedLetter | undefined>;
  /** Runs in the transaction that writes down how an attempt ended. */
  settled?(tx: Transaction, sent: SentMail): Promise<void>;
  /** Such letters carry List-Unsubscribe; this is what one click does. Called again, it changes nothing. */
  unsubscribe?(tx: Transaction, userId: ItemId): Promise<void>;
}
