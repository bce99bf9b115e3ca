// A new item, `i-{type}-0-{key}`: the form over a fresh draft, started from the type's and the screen's initial values. After the save, the
// column becomes the item's.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useEffect, useEffectEvent, useMemo, useRef, useState } from 'react';
import 'src/client/intl/laterMessages.ts';
import type { ItemId, Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { neededNames } from 'src/client/wizard/wizardSteps.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { Cell } from 'src/model/listing/columnPath.ts';
import type { Client } from 'src/client/Client.ts';
import { CellHead, RefusedView } from 'src/client/navigation/CellHead.tsx';
import { MainButton } from 'src/client/navigation/MainButton.tsx';
import { ShellLink } from 'src/client/navigation/ShellLink.tsx';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { DiscardButton, DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import type { FormHandle } from 'src/client/forms/ItemForm.tsx';
import { LaterItemForm } from 'src/client/forms/LaterItemForm.ts';
import { headingId } from 'src/client/navigation/useColumnFocus.ts';
import { useDraftGate, useSave } from 'src/client/forms/draft/useItemDraft.ts';
import { proposedOwner, rememberOwner } from 'src/client/item/lastOwner.ts';
import { useSaveKey } from 'src/client/forms/draft/useSaveKey.ts';
import { draftTitle } from 'src/client/navigation/draftTitle.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { limitedValues } from 'src/model/schema/closedProperties.ts';
import { mayCreate } from 'src/model/listing/mayCreate.ts';
import { useClient } from 'src/client/useClient.ts';
import { AlertPreview } from 'src/client/forms/draft/AlertPreview.tsx';
import { KINDS } from 'src/model/generated/kinds.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Band, Empty } from 'src/client/ui/Notice.tsx';
import { When } from 'src/client/ui/When.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const FirstStep = lazy(() =>
  import('src/client/wizard/FirstStep.tsx').then((module) => ({ default: module.FirstStep })),
);

const isNeeded = ({ required, requiredExceptAdmins }: Property): boolean => required || requiredExceptAdmins === true;

/** Returns the property with the owner of a new item, where it must be filled. */
const neededOwner = ({ properties, read }: ItemType): Property | undefined => {
  const owner = read.owner === undefined ? undefined : properties[read.owner];
  return owner?.rel && isNeeded(owner) ? owner : undefined;
};

/** Returns the defaults of the server and the proposed owner as visible choices. */
const chosenFor = (type: ItemType, proposed: string | undefined): Readonly<Record<string, Json>> => {
  const { properties, read, levelPath } = type;
  const defaults = Object.values(properties).flatMap(({ name, readOnly, default: value }) =>
    value === undefined || readOnly ? [] : [[name, value as Json] as const],
  );
  // A level that follows another record stays open, so that it follows what is chosen there later, and one that the server decides is not sent.
  const isDecided = levelPath !== undefined && properties[levelPath]?.readOnly === true;
  const isChosen = levelPath !== undefined && !isDecided && 'path' in read.level && read.level.follows === undefined;
  const level = isChosen ? { [levelPath]: read.level.default } : {};
  const owner = neededOwner(type);
  return {
    ...level,
    ...Object.fromEntries(defaults),
    ...(owner && proposed !== undefined && { [owner.name]: owner.many ? [proposed] : proposed }),
  };
};

/** Values that start with the present day or moment. */
const nowFor = ({ properties, view }: ItemType, { today }: Client['day']): Readonly<Record<string, Json>> => {
  const minute = new Date();
  minute.setSeconds(0, 0);
  const isMoment = (path: string): boolean => KINDS[properties[path]?.kind ?? 'date'].scale === 'instant';
  return Object.fromEntries(
    (view.create?.now ?? []).map((path) => [path, isMoment(path) ? minute.toISOString() : today]),
  );
};

/** The screen's initial values travel in the column's parameter; a broken one starts without them. */
const initialFrom = (
  type: ItemType,
  param: string | undefined,
  { chosen, limited }: Readonly<Record<'chosen' | 'limited', Readonly<Record<string, Json>>>>,
): Readonly<Record<string, Json>> => {
  const declared = { ...chosen, ...type.view.create?.initial, ...limited };
  if (param === undefined) return declared;
  try {
    const given = JSON.parse(param) as Json;
    return given !== null && typeof given === 'object' && !Array.isArray(given)
      ? { ...declared, ...(given as Readonly<Record<string, Json>>), ...limited }
      : declared;
  } catch {
    return declared;
  }
};

/** A first column has no column before it to open from. */
const showSaved = ({ drafts, navigation }: Client, column: number, id: ItemId): Promise<boolean> => {
  // Changes that were typed after the save are not saved yet.
  const tab = drafts.of(id).dirty ? paramOfTab('edit') : undefined;
  return navigation.open(column - 1, `i-${id}`, tab);
};

type WhileSaving = (save: () => Promise<void>) => Promise<void>;

/**
 * Shows the new item once it is sent that was saved without a connection. Returns a function for saves that show it themselves. Observable:
 * call it inside an observer.
 */
const useShownWhenSent = (key: string, show: (id: ItemId) => Promise<void>): WhileSaving => {
  const { drafts } = useClient();
  const made = drafts.created.get(key);
  // An earlier new item may have had the same key.
  const [before] = useState(made);
  const isSaving = useRef(false);
  const showMade = useEffectEvent(show);
  useEffect(() => {
    if (made !== undefined && made !== before && !isSaving.current) void showMade(made);
  }, [made, before]);
  return async (save) => {
    isSaving.current = true;
    try {
      await save();
    } finally {
      isSaving.current = false;
    }
  };
};

/** Opens the second step of the created item. Back leads to its first step, not to another new item. */
const showNextStep = ({ navigation }: Client, column: number, id: string): void => {
  navigation.redirect(navigation.href(column - 1, `i-${id}`, '1'));
  navigation.setParam(column, '2');
};

/** Lists other unfinished items of the type that are open in no column. Shown until the user types into this one. */
const Begun = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const { drafts, navigation, registry } = useClient();
  const messages = useMessages();
  const column = useColumn();
  const shown = new Set(navigation.cells.map(({ segment }) => segment));
  const [latest] = drafts.begun(draft.type).filter(({ key }) => !shown.has(`i-${key}`));
  if (!latest || draft.dirty) return null;
  const title = draftTitle(latest, registry, messages);
  const resume = (): void => {
    const segment = `i-${latest.key}`;
    void (column === 0 ? navigation.go(`/${segment}`) : navigation.open(column - 1, segment));
  };
  return (
    <Band
      icon="history"
      actions={
        <>
          <Button size="small" variant="solid" intent="primary" onClick={resume}>
            {messages.format('unsaved.continue')}
          </Button>
          <DiscardButton draft={latest} />
        </>
      }
    >
      {messages.format('unsaved.begun', { title })} <When at={new Date(latest.changedAt).toISOString()} />
    </Band>
  );
});

interface CreateButtonProps {
  readonly form: FormHandle | null;
  readonly draft: ItemDraft;
  readonly submit: () => Promise<void>;
  /** Message id. */
  readonly text: string;
}

const SubmitNewItem = observer(({ form, draft, submit, text }: CreateButtonProps) => {
  const messages = useMessages();
  return (
    <MainButton saves disabled={form === null} loading={draft.dirtyState === 'SAVING'} onClick={() => void submit()}>
      {messages.format(text)}
    </MainButton>
  );
});

/** Distinguishes new items of one type. */
const newKeyOf = ({ context }: Cell): string => context ?? '1';

interface NewItemProps {
  readonly cell: Cell;
  readonly type: ItemType;
}

/** The page of a new item while nothing can be written ([CONN-05]). */
const NotNow = ({ type }: { readonly type: ItemType }) => {
  const messages = useMessages();
  return (
    <>
      <CellHead title={messages.format('cells.newItem', { type: messages.typeInSentence(type.name) })} />
      <Empty
        icon="offline"
        title={messages.format('offline.locked')}
        action={<ShellLink to="/">{messages.format('app.goHome')}</ShellLink>}
      />
    </>
  );
};

/** The page of a new item for people who may not create it. */
const NotAllowed = ({ type }: { readonly type: ItemType }) => {
  const messages = useMessages();
  return (
    <RefusedView title={messages.format('cells.newItem', { type: messages.typeInSentence(type.name) })}>
      {messages.format('refused.create', { type: messages.typeInSentence(type.name, 2) })}
    </RefusedView>
  );
};

/** The owner of a new item follows from the user, who is loaded a moment after the page opens. */
export const NewItemCell = observer((props: NewItemProps) => {
  const { drafts, session } = useClient();
  const { cell, type } = props;
  const key = `${type.name}-0-${newKeyOf(cell)}`;
  // Text that was typed before the connection was lost stays visible.
  if (drafts.locked && !drafts.dirty.some((draft) => draft.key === key)) return <NotNow type={type} />;
  return session.signedIn && !session.user ? <Loading /> : <NewItem {...props} />;
});

const NewItem = observer(({ cell, type }: NewItemProps) => {
  const client = useClient();
  const messages = useMessages();
  const column = useColumn();
  const { segment, param } = cell;
  const key = newKeyOf(cell);
  const { user } = client.session;
  // Read once, because another new item may change it while this one is filled in.
  const [proposed] = useState(() => user && proposedOwner(user, type.name));
  const draft = useMemo(
    () =>
      client.drafts.fresh(
        type.name,
        key,
        initialFrom(type, param, {
          chosen: { ...chosenFor(type, proposed), ...nowFor(type, client.day) },
          limited: limitedValues(type, client.session.user),
        }),
      ),
    [client, type, key, param, proposed],
  );
  useDraftGate(draft);
  const save = useSave(draft);
  // Only a form that is there can check what is created, and show and go to what is wrong.
  const [form, setForm] = useState<FormHandle | null>(null);
  // Keeps the focus if the reader has moved elsewhere in the meantime.
  useEffect(() => {
    const at = document.activeElement;
    if (at === null || at === document.body || at.id === headingId(column)) form?.begin();
  }, [form, column]);
  const first = type.view.wizard?.steps[0];
  const needed = useMemo(() => neededNames(type, ''), [type]);
  const show = async (id: ItemId): Promise<void> => {
    if (first) showNextStep(client, column, id);
    else await showSaved(client, column, id);
  };
  const whileSaving = useShownWhenSent(draft.key, show);
  const submit = (): Promise<void> =>
    whileSaving(async () => {
      const saved = await save();
      const owner = saved?.[neededOwner(type)?.name ?? ''];
      if (user && typeof owner === 'string') rememberOwner(user.$id, owner, type.name);
      if (saved) await show(saved.$id);
    });
  useSaveKey(form === null || draft.dirtyState === 'SAVING' ? undefined : () => void submit());
  // Text that was typed before the right ended stays visible.
  if (user && !mayCreate(type, user) && !draft.dirty) return <NotAllowed type={type} />;
  return (
    <>
      <CellHead
        title={messages.format('cells.newItem', { type: messages.typeInSentence(type.name) })}
        tools={!first && <SubmitNewItem form={form} draft={draft} submit={submit} text="cells.create" />}
      />
      <div className="kk-cell-scroll">
        <div className="kk-cell-body kk-stack" key={segment}>
          <Begun draft={draft} />
          {(draft.recovered || draft.waiting) && <DraftBands draft={draft} type={type} />}
          <Suspense fallback={<Loading />}>
            {first && <FirstStep draft={draft} type={type} />}
            <LaterItemForm
              draft={draft}
              disabled={draft.dirtyState === 'SAVING'}
              {...(first && { groups: first.groups, needed })}
              ref={setForm}
            />
          </Suspense>
          {first && (
            <p className="kk-page-foot">
              <SubmitNewItem form={form} draft={draft} submit={submit} text="wizard.next" />
            </p>
          )}
          {type.name === SYSTEM_TYPES.alert && <AlertPreview draft={draft} />}
        </div>
      </div>
    </>
  );
});
