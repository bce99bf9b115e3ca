// The subject and the first message of a conversation from the text in its box: the first line is the subject, and the other lines are the
// message. A single line is both. Pure.

/** Longest subject; a longer first line continues in the message. */
const MAX_OPENING_SUBJECT = 120;

export const subjectAndBody = (text: string): { readonly subject: string; readonly body: string } => {
  const whole = text.trim();
  const [first = '', ...others] = whole.split('\n');
  const line = Array.from(first.replace(/\s+/gu, ' ').trim());
  const isLong = line.length > MAX_OPENING_SUBJECT;
  const subject = isLong ? `${line.slice(0, MAX_OPENING_SUBJECT - 1).join('')}…` : line.join('');
  const message = others.join('\n').trim();
  return { subject, body: isLong || message === '' ? whole : message };
};
