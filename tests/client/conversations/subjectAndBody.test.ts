import { expect, it } from 'vitest';
import { subjectAndBody } from 'src/client/conversations/subjectAndBody.ts';

it('[CONV-01] takes the first line as the subject and the others as the message', () => {
  expect(subjectAndBody('Which tide?\nThe low one of April, I think.\n')).toEqual({
    subject: 'Which tide?',
    body: 'The low one of April, I think.',
  });
  expect(subjectAndBody('  Was this the low tide? ')).toEqual({
    subject: 'Was this the low tide?',
    body: 'Was this the low tide?',
  });
});

it('[CONV-01] loses nothing of a long first line, and cuts no character in two', () => {
  const long = `${'ẽ̱'.repeat(20)}${'𝔸'.repeat(200)}`;
  const { subject, body } = subjectAndBody(`${long}\nmore`);
  expect(body).toBe(`${long}\nmore`);
  expect(Array.from(subject)).toHaveLength(120);
  // Half of a surrogate pair cannot be encoded.
  expect(() => encodeURIComponent(subject)).not.toThrow();
});
