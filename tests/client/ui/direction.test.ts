import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { formatDate, plainDate } from 'src/client/ui/dates.ts';
import { messagesOf } from 'src/client/ui/declaredMessages.ts';
import { directionOf, isolated } from 'src/client/ui/direction.ts';

const messagesIn = (locale: string) =>
  messagesOf(
    createIntl({
      locale,
      messages: {
        said: '{name} answered {count, plural, one {once} other {# times}}',
        state: '{state, select, OPEN {open} other {unknown}} for {name}',
      },
      onError: () => {},
    }),
  );

describe('[SHELL-04] direction', () => {
  it.each([
    ['en', 'ltr'],
    ['ar', 'rtl'],
    ['he-IL', 'rtl'],
    ['az-Arab', 'rtl'],
    ['az', 'ltr'],
    ['iu', 'ltr'],
    ['no such tag', 'ltr'],
  ])('of %s is %s', (language, direction) => expect(directionOf(language)).toBe(direction));

  it('of a value is kept apart from a text that may read the other way', () => {
    expect(isolated('Ada', 'en')).toBe('Ada');
    expect(isolated('عادة', 'en')).toBe('\u2068عادة\u2069');
    expect(isolated('Ada', 'ar')).toBe('\u2068Ada\u2069');
    expect(messagesIn('en').format('said', { name: 'Ada', count: 2 })).toBe('Ada answered 2 times');
    expect(messagesIn('en').format('said', { name: 'عادة', count: 1 })).toBe('\u2068عادة\u2069 answered once');
  });

  it('of a date is kept, and a value that chooses among texts still chooses', () => {
    const { intl, format } = messagesIn('ar');
    expect(formatDate(intl, '2024-08-05')).toBe(`\u2068${plainDate(intl, '2024-08-05')}\u2069`);
    expect(format('state', { state: 'OPEN', name: 'Ada' })).toBe('open for \u2068Ada\u2069');
  });
});
