// The words of an entry of the log of administrators: what was done, and which rights the person had before and has after it.

import { stringsIn } from 'src/base/stringsIn.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import { isLevel } from 'src/model/access/levels.ts';
import type { Item, Json } from 'src/model/item/Item.ts';
import { readableName } from 'src/model/text/readableName.ts';

const levelWord = ({ format }: Messages, level: Json | undefined): string =>
  isLevel(level) ? format(`levels.${level}`) : format('log.nothing');

const readsPart = (messages: Messages, { reads, readBefore }: Item): string | undefined => {
  if (reads === undefined && readBefore === undefined) return undefined;
  const after = levelWord(messages, reads);
  if (reads === readBefore) return messages.format('log.readsStill', { after });
  return messages.format('log.reads', { before: levelWord(messages, readBefore), after });
};

const adminPart = (messages: Messages, { ownerAdmin, ownerAdminBefore }: Item): string | undefined => {
  const [is, was] = [ownerAdmin === true, ownerAdminBefore === true];
  return is === was && !is ? undefined : messages.format(is ? 'log.administrator' : 'log.noAdministrator');
};

const rightsPart = (
  messages: Messages,
  word: 'log.gained' | 'log.lost',
  value: Json | undefined,
): string | undefined => {
  const names = stringsIn(value).map((name) => messages.find(`capabilities.${name}`) ?? readableName(name));
  return names.length === 0 ? undefined : messages.format(word, { names: messages.intl.formatList(names) });
};

const timePart = (messages: Messages, word: 'log.from' | 'log.until', value: Json | undefined): string | undefined =>
  typeof value === 'string' ? messages.format(word, { day: formatDate(messages.intl, value) }) : undefined;

/** Returns the action, such as "Rights given". */
export const logAction = (messages: Messages, { _t, kind }: Item): string =>
  messages.find(`types.${_t}.enum.kind.${String(kind)}`) ?? readableName(String(kind));

/** Returns the rights before and after the change, or the other facts of the entry; undefined when it has none. */
export const logChange = (messages: Messages, entry: Item): string | undefined => {
  const { group, owner, detail, gained, lost, from, until } = entry;
  if (group !== 'RIGHTS') return typeof detail === 'string' ? detail : undefined;
  const parts = [
    readsPart(messages, entry),
    adminPart(messages, entry),
    rightsPart(messages, 'log.gained', gained),
    rightsPart(messages, 'log.lost', lost),
    timePart(messages, 'log.from', from),
    timePart(messages, 'log.until', until),
  ].flatMap((part) => part ?? []);
  if (parts.length === 0) return undefined;
  return (owner === undefined ? [messages.format('people.wholeSite'), ...parts] : parts).join('; ');
};
