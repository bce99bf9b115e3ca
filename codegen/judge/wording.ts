// Judges the words: titles that people must write are there, and no id is about something that does not exist.

import type { Finding } from 'codegen/Finding.ts';
import { pointer } from 'codegen/json.ts';
import { tellerOf, type Judgement } from 'codegen/judge/Judgement.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { allPaths } from 'codegen/paths.ts';
import { demandedWords, words } from 'codegen/words.ts';

const missing = (linked: Linked): Finding[] =>
  demandedWords(linked)
    .filter(({ id }) => linked.messages[id] === undefined)
    .map(({ id, file, pointer: at }) => ({ file, pointer: at, reason: `no words for ${id} in any messages*.en.json` }));

/** Sections whose ids are made from names; others (`edit`, ...) are free for code to use. */
const MADE = new Set(['props', 'enum', 'tabs', 'groups', 'sorts', 'saved', 'actions', 'rights']);

const isKnown = (id: string, { types }: Linked, all: Readonly<Record<string, string>>): boolean => {
  const [, name = '', section = '', ...rest] = id.split('.');
  const type: LinkedType | undefined = types[name];
  if (type === undefined) return false;
  if (section === 'help') return allPaths(type.properties).some(([path]) => path === rest.join('.'));
  return !MADE.has(section) || Object.hasOwn(all, id);
};

export const wording: Judgement = (linked) => {
  const all = words({ ...linked, messages: {} });
  const strangers = linked.sources.flatMap(({ messages }) =>
    messages.flatMap((file) => {
      const teller = tellerOf(file);
      for (const id of Object.keys(file.json).filter((each) => each.startsWith('types.'))) {
        teller.expect(isKnown(id, linked, all), pointer('', id), 'is about nothing that is declared');
      }
      return teller.findings;
    }),
  );
  return [...missing(linked), ...strangers];
};
