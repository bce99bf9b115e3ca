// Limits on repeated messages in the log.
import { expect, it } from 'vitest';
import { limitRepeats } from 'src/server/http/problemOfError.ts';

it('says the same failure a few times a minute, then how often it came; another one at once', () => {
  const lines: { readonly details: object; readonly message: string }[] = [];
  const write = (details: object, message: string): void => void lines.push({ details, message });
  let now = 0;
  const log = limitRepeats({ info: write, warn: write, error: write }, { now: () => new Date(now) });
  const fail = (text: string): void => log.error({ error: { message: text, code: '53100' } }, 'unexpected failure');
  for (let number = 0; number < 1000; number += 1) fail('no space left');
  expect(lines).toHaveLength(5);
  fail('another failure');
  expect(lines).toHaveLength(6);
  now = 61_000;
  fail('no space left');
  expect(lines.at(-1)?.details).toMatchObject({ notLogged: 995 });
  for (let number = 0; number < 20; number += 1) log.info({}, 'said every time');
  expect(lines).toHaveLength(27);
});
