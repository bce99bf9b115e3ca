// Reads the details of a notice's email: the declared facts of the item and of its project, such as a deadline, and the reason in its
// author's words. Contains only what the reader may see when the email is sent, and only days of an item that emails may not name. Called
// by noticeEmails.ts.

import { dayInWords } from 'src/model/calendar/dayInWords.ts';
import type { Item, ItemId, Json } from 'src/model/item/Item.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { valuesAt } from 'src/model/schema/paths.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { textInDefaultLanguage } from 'src/model/text/translated.ts';
import type { ReadFilters } from 'src/server/store/readers/readFilters.ts';
import { formatMessage } from 'src/server/mail/composeEmail.ts';
import type { SendingContext } from 'src/server/mail/mailTemplates.ts';
import { isOpenLevel } from 'src/server/mail/openLabels.ts';
import { yieldedEvents } from 'src/server/events/yieldedEvents.ts';
import { itemsNaming } from 'src/server/store/itemsNaming.ts';
import type { ItemStorage, StoredItem } from 'src/server/store/itemStorage.ts';
import { isDay } from 'src/model/kinds/kindTraits.ts';
import { typeOfId } from 'src/model/item/itemKey.ts';

const OWN_NUMBER_FACT = '$id';

export interface NoticeFacts {
  /** Item that the event belongs to in addition to its own; undefined when the reader may not see its name in an email. */
  readonly project: string | undefined;
  /** Text blocks: the reason, and a line for each fact. */
  readonly blocks: readonly string[];
  /** Events of the same transaction for which the reader has no separate notice. */
  readonly together: readonly StoredItem[];
}

interface Options {
  readonly registry: ServerRegistry;
  readonly items: Pick<ItemStorage, 'find' | 'findMany'>;
  readonly readFilters: Pick<ReadFilters, 'learn'>;
}

/** Returns the purpose of the conversation to which the transition behind an event posts its reason. */
const purposeOfReason = ({ types }: ServerRegistry, { properties: { context, kind } }: StoredItem) => {
  const [type = ''] = String(context).split('-');
  return types[type]?.states?.transitions.find(({ event }) => event?.kind === kind)?.reasonTo;
};

/** Returns true for a consequence of another item's change, where the reason was given. */
const isConsequence = ({ types }: ServerRegistry, { properties: { context, kind } }: StoredItem): boolean => {
  const { server, states } = types[typeOfId(String(context))] ?? {};
  const moved = states?.transitions.find(({ event }) => event?.kind === kind);
  return moved?.auto === true || server?.events.find((rule) => rule.kind === kind)?.follows === true;
};

/** Returns a function that reads those of the items that the reader of an email may see. */
const createReadVisible =
  ({ items, readFilters }: Pick<Options, 'items' | 'readFilters'>) =>
  async (context: SendingContext, ids: readonly Json[]): Promise<StoredItem[]> => {
    const readFilter = await context.readFilter();
    const found = await items.findMany(context.db, [...new Set(ids.filter(isItemId))]);
    // Another process may have written them just now.
    await readFilters.learn(found.map(({ acl }) => acl));
    return readFilter ? found.filter(({ acl }) => readFilter.canRead(acl)) : [];
  };

/** Returns the words of a message that emails may quote. */
const quotableWords = ({ conversations }: ServerRegistry, item: StoredItem | undefined): string | undefined =>
  item?.type === conversations?.message && item !== undefined && isOpenLevel(item)
    ? textInDefaultLanguage(item.properties['body'])
    : undefined;

export const createNoticeFacts = ({ registry, items, readFilters }: Options) => {
  const visible = createReadVisible({ items, readFilters });

  /** Returns the text of a fact; undefined when the reader may not see it in an email. */
  const valueOf = async (
    { label, reader }: SendingContext,
    { stored, path }: { readonly stored: StoredItem; readonly path: string },
  ): Promise<string | undefined> => {
    const property = registry.types[stored.type]?.properties[path];
    if (path === OWN_NUMBER_FACT) return isOpenLevel(stored) ? stored.id : undefined;
    if (!property || property.level !== undefined) return undefined;
    const values = valuesAt(stored.properties, path);
    if (isDay(property)) return typeof values[0] === 'string' ? dayInWords(values[0], reader.language) : undefined;
    if (!isOpenLevel(stored)) return undefined;
    const texts = await Promise.all(
      values.map(async (value) =>
        property.rel && isItemId(value) ? await label(value) : textInDefaultLanguage(value),
      ),
    );
    return texts.filter((each) => each !== undefined).join(', ') || undefined;
  };

  /** Returns a line for each fact. Facts of later items replace those of earlier ones. */
  const linesOf = async (context: SendingContext, of: readonly StoredItem[]): Promise<string[]> => {
    const lines = new Map<string, string>();
    for (const stored of of)
      for (const path of registry.types[stored.type]?.server.facts ?? []) {
        const value = await valueOf(context, { stored, path });
        const id = path === OWN_NUMBER_FACT ? 'mail.fact.id' : `types.${stored.type}.props.${path}`;
        const name = formatMessage(id, context.texts, { language: context.reader.language, values: {} });
        if (value !== undefined) lines.set(path, `${name}: ${value}`);
      }
    return [...lines.values()];
  };

  /** Returns the message with the reason, when a transition posts it to a conversation instead of its event. */
  const saidInConversation = async (
    context: SendingContext,
    event: StoredItem,
  ): Promise<{ readonly text: string; readonly thread: StoredItem } | undefined> => {
    const { conversations, types } = registry;
    const about = String(event.properties['context']);
    const purpose = purposeOfReason(registry, event);
    const thread = types[conversations?.thread ?? ''];
    const message = types[conversations?.message ?? ''];
    if (purpose === undefined || !thread || !message) return undefined;
    const threads = await itemsNaming(context.db, thread, { context: about, purpose });
    for (const each of await visible(context, threads)) {
      const said = await visible(context, await itemsNaming(context.db, message, { thread: each.id }, event.created));
      const found = said.find(isOpenLevel);
      const text = textInDefaultLanguage(found?.properties['body']);
      if (text !== undefined) return { text, thread: each };
    }
    return undefined;
  };

  return async (context: SendingContext, notice: Item): Promise<NoticeFacts> => {
    const event = await items.find(context.db, String(notice['event']));
    if (!event) return { project: undefined, blocks: [], together: [] };
    const { project, context: about, also } = event.properties;
    const named = [project, about, ...(Array.isArray(also) ? also : [])] as readonly ItemId[];
    const found = await visible(context, named);
    const inOrder = named.flatMap((id) => found.find((each) => each.id === id) ?? []);
    const said = await saidInConversation(context, event);
    const own = found.find(({ id }) => id === about);
    const description = textInDefaultLanguage(event.properties['description']);
    const isQuoted = isConsequence(registry, event)
      ? found.some((each) => each.id === project && isOpenLevel(each))
      : own !== undefined && isOpenLevel(own) && isOpenLevel(event);
    const reason = said?.text ?? quotableWords(registry, own) ?? (isQuoted ? description : undefined);
    const facts = await linesOf(context, [...(said ? [said.thread] : []), ...new Set(inOrder)]);
    const yielded = (await yieldedEvents({ registry, items }, context.db, event)).map(({ id }) => id);
    return {
      together: await visible(context, yielded),
      project: isItemId(project) ? await context.label(project) : undefined,
      blocks: [...(reason === undefined ? [] : [reason]), ...(facts.length === 0 ? [] : [facts.join('\n')])],
    };
  };
};
