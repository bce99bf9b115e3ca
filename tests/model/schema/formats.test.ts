// The text formats, with values on both sides of each boundary.
import { describe, expect, it } from 'vitest';
import { formats } from 'src/model/schema/formats.ts';
import { cpuTime } from 'tests/ownTime.ts';

const cases: Readonly<Record<string, { good: readonly string[]; bad: readonly string[] }>> = {
  date: {
    good: ['2024-02-29', '2261-12-31', '0001-01-01'],
    bad: ['2023-02-29', '1900-02-29', '2024-04-31', '2024-1-1', '2024-13-01', '2024-00-10', '2024-01-00', ''],
  },
  time: { good: ['00:00', '23:59', '09:30:59'], bad: ['24:00', '9:30', '09:60', '09:30Z'] },
  'date-time': {
    good: ['2024-02-29T14:30:00Z', '2024-02-29T14:30:00.123Z', '2024-02-29T14:30-08:00'],
    bad: ['2024-02-29T14:30:00', '2024-02-30T14:30:00Z', '2024-02-29 14:30:00Z', '2024-02-29T25:30:00Z'],
  },
  'approximate-date': {
    good: ['1987', '1987-05', '1987-05-03', '1910~', '191X', '../1931', 'XXXX (torn label)'],
    bad: ['87', '1987-13', '1987-5', '1987-05-32', '1987-', 'about 1910', '1910 ()'],
  },
  'item-id': {
    good: ['Book-1', 'Book-0', 'Book-12-3'],
    bad: ['Book', 'Book-', 'Book-x', 'Book-1-2-3', '-1', 'Book--1'],
  },
  email: {
    good: ['a@example.org', 'first.last+tag@mail.example.org', 'émilie@example.org'],
    bad: [
      'a@b',
      'a b@example.org',
      'a@@example.org',
      '.a@example.org',
      'a..b@example.org',
      'a@example.org,b@example.org',
      '@example.org',
      'a@-example.org',
    ],
  },
  phone: {
    good: ['604 555-0134', '6045550134', '+1 (604) 555-0134', '604-555-0134 ext 12', '604 555 0134 x12'],
    bad: ['555-01', 'phone me', '604 555-0134 ext', '-------'],
  },
  uri: {
    good: ['https://example.org', 'http://example.org:8080/a?b=c#d', 'https://[::1]/x'],
    bad: [
      'ftp://example.org',
      'example.org',
      'javascript:alert(1)',
      'https://',
      'https://user:secret@example.org',
      'https://exa mple.org',
      'http://example.org/<script>',
    ],
  },
  'hex-color': { good: ['#fff', '#0F60B1'], bad: ['fff', '#ffff', '#12345g', '#'] },
  multiline: { good: ['one\ntwo\tthree\r\n', ''], bad: ['a\u0000b', 'a\u0007b'] },
};

describe('[FORM-01] formats', () => {
  it('are all tried here', () => {
    expect(Object.keys(cases).toSorted()).toEqual(Object.keys(formats).toSorted());
  });

  it.each(Object.entries(cases))('%s', (name, { good, bad }) => {
    expect(good.filter((text) => !formats[name]!(text))).toEqual([]);
    expect(bad.filter((text) => formats[name]!(text))).toEqual([]);
  });

  it('take no longer on hostile text than on long text', () => {
    const hostile = [
      `${'a'.repeat(50_000)}@`,
      `https://${'a.'.repeat(50_000)}`,
      ' -'.repeat(50_000),
      `a@${'a-'.repeat(50_000)}`,
    ];
    const start = cpuTime();
    for (const text of hostile) for (const check of Object.values(formats)) check(text);
    expect(cpuTime() - start).toBeLessThan(500);
  });
});
