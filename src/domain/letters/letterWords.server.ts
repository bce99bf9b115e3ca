// The words of a letter: days in words of its language, the same for all of its dates, as clocks of its owner show them.

import { dayInWords } from 'src/model/calendar/dayInWords.ts';
import { dayIn } from 'src/model/calendar/dayIn.ts';
import type { Words } from 'src/domain/letters/annexes.server.ts';
import { exportWords, type Context } from 'src/server/extend.ts';

const DAY_IN_LETTER = /^\d{4}-\d{2}-\d{2}$/u;

export const letterWords = async (
  services: Context['services'],
  { language, zone }: { readonly language: string; readonly zone: string },
): Promise<Words> => {
  const words = await exportWords(services, { language, zone });
  const date = (value: string): string => (DAY_IN_LETTER.test(value) ? dayInWords(value, language) : words.date(value));
  const moment = (value: string): string => {
    const at = new Date(value);
    return Number.isNaN(at.getTime()) ? value : date(dayIn(at, zone));
  };
  return { ...words, date, moment };
};
