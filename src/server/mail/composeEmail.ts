// Composes subject, text and HTML of an email from messages in the reader's language. Pure. Values are text: none becomes a header, a tag
// or a link.

import { IntlMessageFormat } from 'intl-messageformat';
import type { MailValues } from 'src/server/store/mail/mailRows.ts';

export type Messages = Readonly<Record<string, string>>;

export interface EmailParts {
  /** `mail.{template}` or `mail.{template}.{variant}`. */
  readonly prefix: string;
  readonly language: string;
  readonly values: MailValues;
  /** Complete address of the email's link. */
  readonly link: string | undefined;
  readonly unsubscribeLink: string | undefined;
}

export interface ComposedEmail {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Texts of the site, which replace shipped ones. */
export interface MessageSource {
  readonly shipped: Messages;
  readonly overrides: Messages;
}

const MAX_SUBJECT_LENGTH = 150;
// Line ends and other control characters, and marks that change the text direction.
const NOT_IN_A_LINE = /[\p{Cc}\p{Zl}\p{Zp}\u200E\u200F\u202A-\u202E\u2066-\u2069]+/gu;

/** Returns one line that can be a header. */
export const subjectLine = (text: string): string =>
  [...text.replaceAll(NOT_IN_A_LINE, ' ').trim()].slice(0, MAX_SUBJECT_LENGTH).join('');

const formatText = (text: string, language: string, values: MailValues): string =>
  String(new IntlMessageFormat(text, language, undefined, { ignoreTag: true }).format(values));

/** An invalid text of the site must not prevent the email. */
export const formatMessage = (
  id: string,
  { shipped, overrides }: MessageSource,
  { language, values }: Pick<EmailParts, 'language' | 'values'>,
): string => {
  const own = overrides[id];
  try {
    if (own !== undefined) return formatText(own, language, values);
  } catch {
    // the original text follows
  }
  const text = shipped[id];
  if (text === undefined) throw new Error(`There is no message ${id}`);
  return formatText(text, 'en', values);
};

const ESCAPES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const htmlEscaped = (text: string): string => text.replaceAll(/[&<>"']/g, (sign) => ESCAPES[sign] ?? sign);

const htmlParagraph = (html: string): string => `<p style="margin:0 0 1em">${html}</p>`;

const htmlOf = (text: string): string =>
  text
    .split(/\n{2,}/)
    .map((each) => htmlParagraph(htmlEscaped(each).replaceAll('\n', '<br>')))
    .join('\n');

const anchor = (link: string, text: string): string => `<a href="${htmlEscaped(link)}">${htmlEscaped(text)}</a>`;

export const composeEmail = (parts: EmailParts, messages: MessageSource): ComposedEmail => {
  const { prefix, language, link, unsubscribeLink } = parts;
  const word = (id: string): string => formatMessage(id, messages, parts);
  const subject = subjectLine(word(`${prefix}.subject`));
  const text = word(`${prefix}.text`);
  const action = link === undefined ? undefined : word(`${prefix}.action`);
  const footer = word('mail.footer');
  const stop = unsubscribeLink === undefined ? undefined : word('mail.unsubscribe');
  const plain = [
    text,
    ...(link === undefined ? [] : [`${action ?? ''}:\n${link}`]),
    `-- \n${footer}`,
    ...(unsubscribeLink === undefined ? [] : [`${stop ?? ''}:\n${unsubscribeLink}`]),
  ].join('\n\n');
  const html = `<!doctype html>
<html lang="${htmlEscaped(language)}"><head><meta charset="utf-8"><title>${htmlEscaped(subject)}</title></head>
<body style="font:16px/1.5 sans-serif;max-width:36em;margin:1em auto;padding:0 1em">
<div dir="auto">
${htmlOf(text)}
${link === undefined ? '' : `${htmlParagraph(`<strong>${anchor(link, action ?? '')}</strong>`)}\n${htmlParagraph(htmlEscaped(link))}`}
</div>
<hr>
<div dir="auto" style="font-size:14px">
${htmlOf(footer)}
${unsubscribeLink === undefined ? '' : htmlParagraph(anchor(unsubscribeLink, stop ?? ''))}
</div>
</body></html>
`;
  return { subject, text: `${plain}\n`, html };
};
