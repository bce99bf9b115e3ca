// The dialog of "Add to my …": the person chooses one of their own items that gather such records, or names a new one.

import { observer } from 'mobx-react-lite';
import { useRef } from 'react';
import { changeItemList } from 'src/client/item/changeItemList.ts';
import type { Gatherer } from 'src/client/item/gatherParts.tsx';
import type { FormField } from 'src/client/forms/fieldForm.ts';
import { ownerField } from 'src/client/forms/ownerField.ts';
import { Asked, type Question } from 'src/client/forms/useAskDialog.tsx';
import 'src/client/intl/laterMessages.ts';
import { itemName } from 'src/client/navigation/itemName.ts';
import { BandFailed } from 'src/client/navigation/ListFailed.tsx';
import { Dialog } from 'src/client/ui/Dialog.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useAnswer } from 'src/client/useAnswer.ts';
import { uuid } from 'src/client/connection/uuid.ts';
import { useClient } from 'src/client/useClient.ts';
import type { Filters, SessionUser } from 'src/model/generated/wire.ts';
import type { Item, ItemId, Json, Values } from 'src/model/item/Item.ts';
import { limitedValues } from 'src/model/schema/closedProperties.ts';

interface GatherProps {
  readonly item: Item;
  readonly gatherer: Gatherer;
  readonly close: () => void;
}

const OWN_FIELD = 'own';
const NAME_FIELD = 'name';
const OWNER_FIELD = 'owner';

/** The choice of a new item. */
const NEW = 'new';
const IS_NEW = { path: OWN_FIELD, schema: { const: NEW } };
const MOST_CHOICES = 100;

interface OwnItems {
  /** The person's items in which they can gather, the ones that changed last first. */
  readonly own: readonly ItemId[];
  /** Ids of `own` that already contain the record. */
  readonly holding: readonly ItemId[];
}

const useOwnItems = ({ item, gatherer: { type, gathers } }: Pick<GatherProps, 'item' | 'gatherer'>) => {
  const { session } = useClient();
  const same = Object.entries(gathers.with ?? {}).map(([path, value]) => [path, [value]] as const);
  const must: Filters = { _t: [type.name], createdBy: [session.user?.$id ?? ''], ...Object.fromEntries(same) };
  const last = { sort: [{ key: 'updated', order: 'desc' as const }], max: MOST_CHOICES, labels: true };
  const own = useAnswer({ must, ...last });
  const holding = useAnswer({ must: { ...must, [gathers.path]: [item.$id] }, ...last });
  const answered: OwnItems | undefined =
    own.answer && holding.answer ? { own: own.answer.ids, holding: holding.answer.ids } : undefined;
  const again = (): void => void Promise.all([own.again(), holding.again()]);
  return { answered, failure: own.failure ?? holding.failure, again };
};

/** Returns the owner of a new item, until the person chooses another. */
const ownerOfNew = (user: SessionUser | undefined): string | undefined => user?.readOrg ?? user?.readOrgs[0];

/** Returns what the dialog does: it puts the record into the chosen item or into a new one, which can both be undone. */
const useGather = ({ item, gatherer: { type, gathers } }: Pick<GatherProps, 'item' | 'gatherer'>) => {
  const client = useClient();
  const messages = useMessages();
  const { alerts, items, session } = client;
  const { path } = gathers;
  // A request that was not answered may have arrived. The same request after it has the same key, so that it creates no second item.
  const keys = useRef(new Map<string, string>());
  const inform = (message: string, to: string, run: () => Promise<unknown>): void => {
    const undo = (): void => void run().catch((thrown: unknown) => alerts.error(thrown));
    alerts.info(message, { label: item.$label, to }, { message: 'bulk.undo', run: undo });
  };
  const create = async (name: string, owner: Json | undefined): Promise<void> => {
    const { owner: ownerPath } = type.read;
    // Also of people who may choose others: what a person gathers is their own until they open it.
    const values: Values = {
      ...limitedValues(type, undefined),
      ...gathers.with,
      ...(ownerPath !== undefined && owner !== undefined && { [ownerPath]: owner }),
      [gathers.name]: name,
      [path]: [item.$id],
    };
    const body = JSON.stringify(values);
    const key = keys.current.get(body) ?? uuid();
    keys.current.set(body, key);
    const made = await items.create(type.name, values, key);
    inform('gather.made', name, () => items.remove(made.$id));
  };
  const add = async (to: ItemId): Promise<void> => {
    const without = (before: readonly Json[]): readonly Json[] => before.filter((each) => each !== item.$id);
    await changeItemList(client, { id: to, path, change: (before) => [...without(before), item.$id] });
    inform('gather.done', itemName(items, messages.format, to), () =>
      changeItemList(client, { id: to, path, change: without }),
    );
  };
  return ({ [OWN_FIELD]: to, [NAME_FIELD]: name, [OWNER_FIELD]: owner }: Values): Promise<void> =>
    typeof to === 'string' && to !== NEW ? add(to) : create(String(name), owner ?? ownerOfNew(session.user));
};

const GatherQuestion = observer(({ item, gatherer, close, own, holding }: GatherProps & OwnItems) => {
  const client = useClient();
  const messages = useMessages();
  const submit = useGather({ item, gatherer });
  const { items, session } = client;
  const { type, gathers } = gatherer;
  const { readOrgs = [] } = session.user ?? {};
  const nameOf = (id: ItemId): string => itemName(items, messages.format, id);
  const inSentence = { type: messages.typeInSentence(type.name) };
  const choice: FormField = {
    ...{ name: OWN_FIELD, label: messages.type(type.name), kind: 'text', required: true, none: null },
    choices: [...own.map((id) => [id, nameOf(id)] as const), [NEW, messages.format('gather.new', inSentence)]],
    fault: (to) =>
      holding.includes(String(to))
        ? { message: 'gather.already', params: { label: item.$label, to: nameOf(String(to)) } }
        : undefined,
  };
  const { maxLength } = type.properties[gathers.name] ?? {};
  const name: FormField = {
    ...{ name: NAME_FIELD, label: messages.format('gather.name', inSentence), required: true },
    ...(maxLength !== undefined && { maxLength }),
  };
  const owner: FormField = {
    ...{ name: OWNER_FIELD, label: messages.property(type.name, type.read.owner ?? ''), required: true, none: null },
    ...ownerField(client, messages),
  };
  const forNew = (readOrgs.length > 1 ? [name, owner] : [name]).map((field) =>
    own.length > 0 ? { ...field, when: IS_NEW } : field,
  );
  const fields = own.length > 0 ? [choice, ...forNew] : forNew;
  const first = own.find((id) => !holding.includes(id)) ?? NEW;
  const question: Question = {
    title: messages.format('gather.title', { ...inSentence, label: item.$label }),
    text: <p className="kk-soft">{messages.format('gather.who')}</p>,
    apply: messages.format('gather.apply'),
    values: { ...(own.length > 0 && { [OWN_FIELD]: first }), [OWNER_FIELD]: ownerOfNew(session.user) ?? null },
    ...{ fields, submit },
  };
  return <Asked question={question} close={close} />;
});

export const GatherDialog = observer((props: GatherProps) => {
  const { item, gatherer, close } = props;
  const messages = useMessages();
  const { answered, failure, again } = useOwnItems(props);
  if (answered) return <GatherQuestion {...props} {...answered} />;
  if (failure === undefined) return null;
  const type = messages.typeInSentence(gatherer.type.name);
  return (
    <Dialog open title={messages.format('gather.title', { type, label: item.$label })} onClose={close}>
      <BandFailed message="gather.failed" again={again} />
    </Dialog>
  );
});
