import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { readableAs, readableOn } from 'src/client/ui/theme.ts';
import { formatDate, formatRelative } from 'src/client/ui/dates.ts';
import { readableName } from 'src/model/text/readableName.ts';
import { messagesOf } from 'src/client/ui/declaredMessages.ts';

const intl = createIntl({ locale: 'en', messages: { 'app.justNow': 'just now', 'types.Book.props.title': 'Name' } });
const NOW = Date.parse('2024-06-15T12:00:00Z');
const ago = (seconds: number): string => formatRelative(intl, new Date(NOW - seconds * 1000).toISOString(), NOW);

describe('dates', () => {
  it('[SHELL-19] are DD-MMM-YYYY with an optional time', () => {
    expect(formatDate(intl, '2024-08-05')).toBe('05-Aug-2024');
    expect(formatDate(intl, '2024-08-05T09:07:00', true)).toBe('05-Aug-2024 09:07');
    expect(formatDate(intl, '2261-12-31')).toBe('31-Dec-2261');
  });

  it('leave what is no date as it is', () => {
    expect(formatDate(intl, 'in the spring')).toBe('in the spring');
    expect(formatRelative(intl, 'in the spring', NOW)).toBe('in the spring');
  });

  it('[SHELL-19] say "just now" within ten seconds and switch scale as stated', () => {
    expect(ago(10)).toBe('just now');
    expect(ago(59)).toBe('59 seconds ago');
    expect(ago(60)).toBe('1 minute ago');
    expect(ago(3599)).toBe('59 minutes ago');
    expect(ago(3600)).toBe('1 hour ago');
    expect(ago(47 * 3600)).toBe('47 hours ago');
    expect(ago(48 * 3600)).toBe('2 days ago');
    expect(ago(14 * 86400 - 1)).toBe('13 days ago');
    expect(ago(14 * 86400)).toBe('2 weeks ago');
    expect(ago(61 * 86400)).toBe('2 months ago');
    expect(ago(731 * 86400)).toBe('2 years ago');
    expect(formatRelative(intl, new Date(NOW + 7200_000).toISOString(), NOW)).toBe('in 2 hours');
  });
});

describe('words of declared things', () => {
  it('come from messages, else from the key', () => {
    const messages = messagesOf(intl);
    expect(messages.property('Book', 'title')).toBe('Name');
    expect(messages.property('Book', 'needsAttention')).toBe('Needs attention');
    expect(readableName('$access')).toBe('Access');
    expect(readableName('shelf.roomName')).toBe('Room name');
  });
});

/** WCAG 2.2: the contrast ratio of two colours. */
const contrast = (...colours: string[]): number => {
  const [light = 1, dark = 0] = colours
    .map((colour) => colour.slice(1).replace(/^(.)(.)(.)$/, '$1$1$2$2$3$3'))
    .map((hex) => [0, 2, 4].map((at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255))
    .map((parts) => parts.map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4)))
    .map(([red = 0, green = 0, blue = 0]) => 0.2126 * red + 0.7152 * green + 0.0722 * blue)
    .toSorted((one, two) => two - one);
  return (light + 0.05) / (dark + 0.05);
};

describe('[SHELL-03] colours of a site stay readable', () => {
  it.each(['#1976D2', '#0F60B1', '#FDD835', '#fff', '#000', '#777777'])('%s', (colour) => {
    expect(contrast(colour, readableOn(colour))).toBeGreaterThanOrEqual(4.4);
    for (const paper of ['#e8f1fb', '#2f343c'])
      expect(contrast(readableAs(colour, paper), paper)).toBeGreaterThanOrEqual(4.5);
  });

  it('take anything that is no colour as it is', () => {
    expect(readableAs('red', '#fff')).toBe('red');
    expect(readableOn('red')).toBe('#ffffff');
  });
});
