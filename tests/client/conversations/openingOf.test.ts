import { expect, it } from 'vitest';
import { openingOf } from 'src/client/conversations/openingOf.ts';

it('[CONV-01] takes the first line as the subject and the others as the message', () => {
  expect(openingOf('Which tide?\nThe low one of April, I think.\n')).toEqual({
    subject: 'Which tide?',
    body: 'The low one of April, I think.',
  });
  expect(openingOf('  Was this the low tide? ')).toEqual({
    subject: 'Was this the low tide?',
    body: 'Was this the low tide?',
  });
});

it('[CONV-01] loses nothing of a long first line, and cuts no character in two', () => {
  const long = `${'ẽ̱'.repeat(20)}${'𝔸'.repeat(200)}`;
  const { subject, body } = openingOf(`${long}\nmore`);
  expect(body).toBe(`${long}\nmore`);
  expect(Array.from(subject)).toHaveLength(120);
  // Half of a surrogate pair cannot be encoded.
  expect(() => encodeURIComponent(subject)).not.toThrow();
});
