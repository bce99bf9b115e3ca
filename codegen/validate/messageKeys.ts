// Validates the messages: required titles exist, and no id refers to something that does not exist.

import { didYouMean } from 'codegen/didYouMean.ts';
import type { Diagnostic } from 'codegen/diagnostics.ts';
import { pointer } from 'codegen/json.ts';
import { reporterOf, type Validation } from 'codegen/validate/Validation.ts';
import type { Linked, LinkedType } from 'codegen/Linked.ts';
import { misplacedMessages } from 'codegen/messagePlaces.ts';
import { allPaths } from 'codegen/propertyPaths.ts';
import { requiredMessages, messages } from 'codegen/declaredMessageKeys.ts';
import { losesCount, messageFault } from 'src/model/text/messageFault.ts';

const missing = (linked: Linked): Diagnostic[] =>
  requiredMessages(linked)
    .filter(({ id }) => linked.messages[id] === undefined)
    .map(({ id, file, pointer: at }) => ({ file, pointer: at, reason: `no words for ${id} in any messages*.en.json` }));

/** Sections whose ids are made from names. Code may use the others (`edit`, ...) freely. */
const MADE = new Set(['props', 'enum', 'tabs', 'groups', 'sorts', 'saved', 'actions', 'rights', 'transitions']);

const isKnown = (id: string, { types }: Linked, all: Readonly<Record<string, string>>): boolean => {
  const [, name = '', section = '', ...rest] = id.split('.');
  const type: LinkedType | undefined = types[name];
  if (type === undefined) return false;
  // Only actions with a confirmation have a question and a consequence.
  if (section === 'confirm' || section === 'consequence')
    return type.view.actions.some(({ key, confirm }) => confirm && key === rest.join('.'));
  if (section === 'help') return allPaths(type.properties).some(([path]) => path === rest.join('.'));
  // The name of a transition may be followed by `help` or `confirm`.
  if (section === 'transitions' && ['help', 'confirm'].includes(rest.at(-1) ?? ''))
    return Object.hasOwn(all, id.slice(0, id.lastIndexOf('.')));
  return !MADE.has(section) || Object.hasOwn(all, id);
};

const LOST_COUNT = 'shows the sign # in a select inside a plural: write {count, number}, or # outside of the select';

/** Refuses texts that cannot be formatted, because a page would show their source. */
const broken = ({ sources }: Linked): Diagnostic[] =>
  sources.flatMap(({ messages: files }) =>
    files.flatMap(({ path, json }) =>
      Object.entries(json).flatMap(([id, text]) => {
        const fault = messageFault(String(text), String(text));
        if (!fault)
          return losesCount(String(text)) ? [{ file: path, pointer: pointer('', id), reason: LOST_COUNT }] : [];
        const { line, column } = fault.params;
        const place =
          line === 1 ? `at character ${String(column)}` : `in line ${String(line)} at character ${String(column)}`;
        return [{ file: path, pointer: pointer('', id), reason: `is no ICU message: the fault is ${place}` }];
      }),
    ),
  );

/** Texts from which the texts of types are made when these have none. */
const isSharedText = (id: string): boolean => /^(?:base|step)\.|\.label$/.test(id);

/** Refuses texts that the compiler would make itself. */
const needless = (linked: Linked): Diagnostic[] => {
  const shared = Object.fromEntries(Object.entries(linked.messages).filter(([id]) => isSharedText(id)));
  const made = messages({ ...linked, messages: shared });
  const required = new Set(requiredMessages(linked).map(({ id }) => id));
  return linked.sources.flatMap(({ messages: files }) =>
    files.flatMap(({ path, json }) =>
      Object.entries(json)
        .filter(([id, text]) => text === made[id] && !isSharedText(id) && !required.has(id))
        .map(([id]) => ({
          file: path,
          pointer: pointer('', id),
          reason: `is the text that ${id} has without a message; leave it out`,
        })),
    ),
  );
};

export const messageKeys: Validation = (linked) => {
  const all = messages({ ...linked, messages: {} });
  const unknownKeys = linked.sources.flatMap(({ messages }) =>
    messages.flatMap((file) => {
      const reporter = reporterOf(file);
      const ids = Object.keys(file.json).filter((each) => each.startsWith('types.') && !isKnown(each, linked, all));
      for (const id of ids)
        reporter.report(pointer('', id), `${id} is about nothing that is declared${didYouMean(id, Object.keys(all))}`);
      return reporter.diagnostics;
    }),
  );
  return [...missing(linked), ...broken(linked), ...needless(linked), ...unknownKeys, ...misplacedMessages(linked)];
};
