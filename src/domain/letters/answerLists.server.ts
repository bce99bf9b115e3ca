// Lists that a template may name: the concerns, requested commitments and sections that are in the answer. Their values are Markdown.

import type { LISTS } from 'src/domain/letters/letterNames.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { escapeMarkdown } from 'src/model/text/mergeFields.ts';
import { CONCERN, concernCells, concernsOf, sectionsOf, type Words } from 'src/domain/letters/annexes.server.ts';
import type { Context } from 'src/server/extend.ts';

type Lists = Readonly<Record<(typeof LISTS)[number], string>>;

interface Answer {
  readonly concerns: (words: Words) => readonly (readonly [subject: string, severity: string, commitment: string])[];
  readonly sections: readonly string[];
}

const LINE_ENDS = /\s*\n\s*/gu;
/** One line: the cell of a table or the entry of a list. */
const line = (text: string): string => escapeMarkdown(text.trim().replace(LINE_ENDS, ' '), false);
const entries = (texts: readonly string[]): string => texts.map((text, at) => `${at + 1}. ${line(text)}`).join('\n');
const row = (cells: readonly string[]): string => `| ${cells.join(' | ')} |`;

const tableOf = (words: Words, concerns: ReturnType<Answer['concerns']>): string => {
  if (concerns.length === 0) return '';
  const heads = ['subject', 'severity', 'commitmentAsked'].map((name) => words.property(CONCERN, name));
  return [
    row(['#', ...heads.map(line)]),
    row(['---', ...heads.map(() => '---')]),
    ...concerns.map((cells, at) => row([String(at + 1), ...cells.map(line)])),
  ].join('\n');
};

const listsOf = (words: Words, answer: Answer): Lists => {
  const concerns = answer.concerns(words);
  return {
    'concerns.table': tableOf(words, concerns),
    'concerns.list': entries(concerns.map(([subject]) => subject)),
    'commitments.list': entries(concerns.flatMap(([, , commitment]) => (commitment === '' ? [] : [commitment]))),
    'sections.list': entries(answer.sections),
  };
};

/** The lists of a response. */
export const answerLists = async (context: Context, response: ItemId): Promise<(words: Words) => Lists> => {
  const [concerns, sections] = [await concernsOf(context, response), await sectionsOf(context, response)];
  return (words) =>
    listsOf(words, {
      concerns: (inWords) => concerns.map((concern) => concernCells(inWords, concern)),
      sections: sections.map(({ properties }) => String(properties['title'] ?? '')),
    });
};

/** Lists with examples. */
export const exampleLists = (words: Words): Lists => {
  const example = (name: string): string => `‹${words.property(CONCERN, name)}›`;
  const concern = [example('subject'), example('severity'), example('commitmentAsked')] as const;
  return listsOf(words, { concerns: () => [concern, concern], sections: ['‹…›'] });
};
