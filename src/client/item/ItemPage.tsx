// A loaded item: toolbar, tabs, and the tab's page. Reading comes first; editing is one tab away.

import { Classes, Tab, Tabs } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import {
  Suspense,
  useCallback,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
} from 'react';
import type { Item, ItemId } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { formTabsOf } from 'src/model/schema/formTabs.ts';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import 'src/client/item/item.css';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useItemCommands } from 'src/client/item/useItemCommands.ts';
import { useAddToParts } from 'src/client/item/addToParts.tsx';
import { usePackageParts } from 'src/client/item/packageParts.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { fileIds } from 'src/client/viewers/fileIds.ts';
import { InvitationBand } from 'src/client/item/InvitationBand.tsx';
import { useExport } from 'src/client/exchange/useExport.tsx';
import { ItemActions, useDeletePart, useItemParts } from 'src/client/item/ItemActions.tsx';
import { paramOfTab, paramWithin, tabFrom } from 'src/client/navigation/tabFrom.ts';
import { tabsOf } from 'src/client/item/itemTabs.tsx';
import type { ItemTab, TabContext, TabProps } from 'src/client/ClientDomain.ts';
import { useLoadAhead } from 'src/client/forms/LaterItemForm.ts';
import { LocalChanges } from 'src/client/forms/draft/LocalChanges.tsx';
import { NoticeChoices } from 'src/client/notices/NoticeChoices.tsx';
import { ResultSteps } from 'src/client/item/ResultSteps.tsx';
import { SeenAs, useSeeAsParts, type Viewer } from 'src/client/item/SeenAs.tsx';
import { StarButton, useStarPart } from 'src/client/displays/StarButton.tsx';
import { useDraftGate } from 'src/client/forms/draft/useItemDraft.ts';
import { useImportParts } from 'src/client/navigation/importParts.ts';
import { useConversationCount } from 'src/client/conversations/useConversationCount.ts';
import { useRelatedCount } from 'src/client/listing/relatedPlan.ts';
import { ItemTask } from 'src/client/tasks/ItemTask.tsx';
import { OpenedFile } from 'src/client/viewers/openFile.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const StateBar = lazyOf(async () => (await import('src/client/workflow/StateBar.tsx')).StateBar);
const PartBar = lazyOf(async () => (await import('src/client/workflow/PartBar.tsx')).PartBar);
export interface ItemPageProps {
  readonly item: Item;
  readonly param: string | undefined;
}

/** Returns a draft only for a person who may save it. */
const useDraft = (
  item: Item,
  type: ItemType | undefined,
): { readonly draft: ItemDraft | undefined; readonly editable: boolean; readonly may: (action: string) => boolean } => {
  const { drafts, items, session } = useClient();
  const may = (action: string): boolean => session.signedIn && items.may(item.$id, action);
  const editable = type !== undefined && formTabsOf(type).length > 0;
  // An item without a form can still be edited as JSON.
  const typed = editable || (type !== undefined && session.user?.admin === true);
  const draft = typed && may('update') ? drafts.of(item.$id) : undefined;
  useDraftGate(draft);
  return { draft, editable, may };
};

interface ChosenTab extends Pick<TabProps, 'goTo' | 'within' | 'setWithin'> {
  readonly tab: string;
}

/** Returns the tab in the address. Edits survive a change of the tab. */
const useTab = (param: string | undefined, tabs: readonly ItemTab[]): ChosenTab => {
  const { navigation } = useClient();
  const column = useColumn();
  const tab = tabFrom(
    param,
    tabs.map(({ key }) => key),
  );
  return {
    tab,
    goTo: (next) => navigation.setParam(column, paramOfTab(next), true),
    within: paramWithin(param),
    setWithin: (within, replace) => navigation.setParam(column, paramOfTab(tab, within), replace),
  };
};

/** Returns the link from the state bar to the form, and whether its steps are open. */
const wizardParts = (
  { view }: ItemType,
  tabs: readonly string[],
  { tab, goTo }: ChosenTab,
): Pick<ComponentProps<typeof StateBar>, 'edit' | 'wizard'> => {
  const wizard = tab === 'edit' ? 'open' : 'closed';
  return { edit: () => goTo('edit'), ...(view.wizard && tabs.includes('edit') && { wizard }) };
};

/** The state of the item and what moves it on; of a type without states, what an area brings. */
const PageBar = ({
  item,
  type,
  draft,
  tabs,
  chosen,
}: Pick<TabProps, 'item' | 'type' | 'draft' | 'tabs'> & { readonly chosen: ChosenTab }) => {
  const { domain } = useClient();
  if (!type.states && !type.invitation && !domain.itemParts?.[type.name]) return null;
  return (
    <Suspense fallback={<div className="kk-state-bar" />}>
      {type.states ? (
        <StateBar {...{ item, type, draft }} {...wizardParts(type, tabs, chosen)} />
      ) : (
        <PartBar item={item} />
      )}
    </Suspense>
  );
};

interface ItemTabsProps extends Pick<TabProps, 'item' | 'type' | 'draft'> {
  readonly tabs: readonly ItemTab[];
  readonly context: TabContext;
  readonly chosen: ChosenTab;
}

/** Every page is scrolled as a whole, except one that fills its panel. */
const ItemPanel = ({
  fills = false,
  children,
}: {
  readonly fills?: boolean | undefined;
  readonly children: ReactNode;
}) => {
  const page = <Suspense fallback={<Loading />}>{children}</Suspense>;
  return fills ? page : <div className="kk-cell-body">{page}</div>;
};

/** Scrolls the line of tabs until the title is visible. Does not use scrollIntoView, which would also scroll the columns. */
const scrollInto = (line: HTMLElement, title: HTMLElement): void => {
  const [around, inside] = [line.getBoundingClientRect(), title.getBoundingClientRect()];
  if (inside.left < around.left) line.scrollLeft += inside.left - around.left;
  else if (inside.right > around.right) line.scrollLeft += inside.right - around.right;
};

const ItemTabs = observer(({ item, type, draft, tabs, context, chosen }: ItemTabsProps) => {
  const column = useColumn();
  const { tab, ...rest } = chosen;
  const messages = useMessages();
  const counts = { related: useRelatedCount(item), conversations: useConversationCount(item) };
  const keys = tabs.map(({ key }) => key);
  const tabsId = `item-${item.$id}-${column}`;
  const titles = tabs.map(
    ({ key, title }) => title?.({ ...context, ...counts, messages }) ?? messages.format(`tabs.${key}`),
  );
  // On a narrow screen tabs scroll in one line, which grows when a number in it becomes known.
  const line = titles.join();
  useEffect(() => {
    const title = document.getElementById(`${Classes.TAB}-title_${tabsId}_${tab}`);
    if (title?.parentElement) scrollInto(title.parentElement, title);
  }, [tabsId, tab, line]);
  return (
    <Tabs
      id={tabsId}
      className="kk-tabs"
      selectedTabId={tab}
      onChange={(next) => chosen.goTo(String(next))}
      animate={false} // its line stays behind when the window changes
      renderActiveTabPanelOnly
    >
      {tabs.map(({ key, page: Page, fills }, at) => (
        <Tab
          disabled={false} // Blueprint's arrow keys only know tabs that say so
          key={key}
          id={key}
          title={titles[at]}
          panelClassName={fills ? 'kk-cell-fill' : 'kk-cell-scroll'}
          panel={
            <ItemPanel fills={fills}>
              <Page {...{ item, type, draft, tabs: keys, ...rest }} />
            </ItemPanel>
          }
        />
      ))}
    </Tabs>
  );
});

/** Returns a function for the end of a save: it leaves the form, unless the person has gone to another tab or item meanwhile. */
const useLeaveForm = (id: ItemId, chosen: ChosenTab): (() => void) => {
  const current = useRef<{ readonly id: ItemId; readonly chosen: ChosenTab }>(undefined);
  useLayoutEffect(() => {
    current.current = { id, chosen };
    return () => {
      current.current = undefined;
    };
  });
  return () => {
    const now = current.current;
    if (now?.id === id && now.chosen.tab === 'edit') now.chosen.goTo('read');
  };
};

export const ItemPage = observer(({ item, param }: ItemPageProps) => {
  const { domain, items, registry, session } = useClient();
  const messages = useMessages();
  const type = registry.types[item._t];
  // Once for each opening: what others change later shows, and still was not looked at.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => items.looked.note(item), [items, item.$id]);
  const { draft, editable, may } = useDraft(item, type);
  const files = type ? fileIds(type, item) : [];
  const context = type && {
    ...{ item, type, registry, user: session.user },
    mayUpdate: editable && draft !== undefined,
  };
  const tabs = context ? tabsOf(context, domain.tabs) : [];
  const chosen = useTab(param, tabs);
  const leaveForm = useLeaveForm(item.$id, chosen);
  const label = item.$label || messages.format('cells.untitled');
  const [as, setAs] = useState<Viewer>();
  const back = useCallback(() => setAs(undefined), []);
  const mayUpdate = may('update');
  useLoadAhead({ isShown: true, edits: context?.mayUpdate === true ? context.type.name : undefined });
  useItemCommands(
    type,
    tabs.map(({ key }) => key),
  );
  const exporting = useExport();
  const [addToParts, addToDialog] = useAddToParts(item, type, mayUpdate);
  const [packageParts, packageDialog] = usePackageParts(item);
  const parts = [
    ...useStarPart(item.$id, label),
    ...addToParts,
    ...packageParts,
    ...useImportParts(item, mayUpdate),
    ...useItemParts(item, type, exporting.open),
    ...useSeeAsParts(mayUpdate, setAs),
    ...useDeletePart(item, may('delete')),
  ];
  if (!type || !context) return <CellHead title={item.$label} of={item.$id} />;
  const keys = tabs.map(({ key }) => key);
  return (
    <>
      <CellHead
        title={label}
        of={item.$id}
        lead={<ResultSteps id={item.$id} short={draft?.dirty === true} titled={chosen.tab !== 'read'} />}
        parts={parts}
        tools={
          <>
            {draft && (
              <LocalChanges
                draft={draft}
                edit={() => chosen.goTo('edit')}
                saved={() => {
                  if (!type.view.wizard) leaveForm();
                }}
              />
            )}
            <StarButton id={item.$id} label={label} />
            {session.signedIn && <NoticeChoices key={item.$id} item={item} />}
            <ItemActions item={item} type={type} may={may} />
          </>
        }
      />
      {type.view.actions.some(({ key }) => key === 'invite') && may('invite') && <InvitationBand item={item} />}
      <OpenedFile ids={files.length > 0 ? files : [item.$id]} />
      {exporting.dialog}
      {addToDialog}
      {packageDialog}
      <ItemTask id={item.$id} />
      {!as && <PageBar key={item.$id} {...{ item, type, draft, tabs: keys, chosen }} />}
      {as ? (
        <SeenAs item={item} type={type} as={as} back={back} />
      ) : (
        <ItemTabs {...{ item, type, draft, tabs, context, chosen }} />
      )}
    </>
  );
});
