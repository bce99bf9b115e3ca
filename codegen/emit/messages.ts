// Prints the English messages: all of them for the server, tests and translators; for the product also bundles for pages: the words of the
// first page, the later words, and the words that some pages load themselves.

import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { treeOfMessages } from 'src/model/text/messageTree.ts';
import { withoutSharedMessages } from 'src/model/text/sharedMessages.ts';

/**
 * Names of the tabs and groups of forms, of transitions, actions and steps of wizards, of related items, and of kinds of import, and the
 * sentences of events and of errors in forms. The parts that show them load later.
 */
const OF_LATER_PARTS =
  /^types\.\w+\.(?:tabs|groups|transitions|actions|wizard)\.|^(?:events|imports|related|errors\.(?!(?:query|savedSearch|notAllowed|text)\.)\w+)\./;

export const messages = ({ world, messages, messagesOf, client }: Plan): Output[] => {
  const chosen = (ids: (id: string) => boolean, from = messages) =>
    Object.fromEntries(Object.entries(from).filter(([id]) => ids(id)));
  const file = (path: string, json: unknown): Output => ({ path, text: `${JSON.stringify(json, null, 2)}\n` });
  const all = file(`${world.out}/messages.en.json`, messages);
  if (world.modelOut === undefined) return [all];
  const { later, server, pages } = messagesOf;
  const isLater = (id: string): boolean => later.has(id) || OF_LATER_PARTS.test(id);
  const ofPages = new Set([...pages.values()].flatMap((ids) => [...ids]));
  return [
    all,
    file(
      `${world.out}/messages.first.en.json`,
      treeOfMessages(
        chosen((id) => !isLater(id) && !server.has(id) && !ofPages.has(id), withoutSharedMessages(messages, client)),
      ),
    ),
    file(`${world.modelOut}/messages.later.en.json`, treeOfMessages(chosen(isLater))),
    ...[...pages].map(([page, ids]) =>
      file(`${world.out}/messages.${page}.en.json`, treeOfMessages(chosen((id) => ids.has(id)))),
    ),
  ];
};
