import { expect, it } from 'vitest';
import { wordOn } from 'src/domain/vocab/wordOn.ts';

const words = (count: number): string[] => Array.from({ length: count }, (_, at) => `Lexeme-${at + 1}`);
const days = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)).toISOString().slice(0, 10));

it('[VOC-01] people with a few words more have the same word on most days', () => {
  const [fewer, more] = [words(29), words(32)];
  const same = days.filter((day) => wordOn(day, fewer) === wordOn(day, more));
  // Three of 32 words are readable for one of them only.
  expect(same.length / days.length).toBeGreaterThan(0.85);
});

it('[VOC-01] each word has its day, and no word stays for days', () => {
  const ids = words(29);
  const chosen = days.map((day) => wordOn(day, ids));
  expect(new Set(chosen)).toEqual(new Set(ids));
  const repeated = chosen.filter((word, at) => word === chosen[at + 1]);
  expect(repeated.length).toBeLessThan(days.length / 10);
  expect(wordOn('2026-12-01', [])).toBeUndefined();
});
