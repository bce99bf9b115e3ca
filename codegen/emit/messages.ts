// Prints the English messages: all of them for the server, tests and translators; for the product also two bundles for pages, the words of
// the first page and the engine's other words, and the words of each page with its own frame.

import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';
import { treeOfMessages } from 'src/model/text/messageTree.ts';
import { withoutSharedMessages } from 'src/model/text/sharedMessages.ts';

/** Names of the tabs and groups of forms. They load with the forms themselves (emit/registries). */
const OF_FORMS = /^types\.\w+\.(?:tabs|groups)\./;

export const messages = ({ world, messages, messagesOf, client }: Plan): Output[] => {
  const chosen = (ids: (id: string) => boolean, from = messages) =>
    Object.fromEntries(Object.entries(from).filter(([id]) => ids(id)));
  const file = (path: string, json: unknown): Output => ({ path, text: `${JSON.stringify(json, null, 2)}\n` });
  const all = file(`${world.out}/messages.en.json`, messages);
  if (world.modelOut === undefined) return [all];
  const { later, server, pages } = messagesOf;
  const isLater = (id: string): boolean => later.has(id) || OF_FORMS.test(id);
  return [
    all,
    file(
      `${world.out}/messages.first.en.json`,
      treeOfMessages(chosen((id) => !isLater(id) && !server.has(id), withoutSharedMessages(messages, client))),
    ),
    file(`${world.modelOut}/messages.later.en.json`, treeOfMessages(chosen(isLater))),
    ...[...pages].map(([page, ids]) =>
      file(`${world.out}/messages.${page}.en.json`, treeOfMessages(chosen((id) => ids.has(id)))),
    ),
  ];
};
