// A loaded item: toolbar, tabs, and the tab's page. Reading comes first; editing is one tab away.

import { Classes, Tab, Tabs } from '@blueprintjs/core';
import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useCallback, useEffect, useState, type ComponentProps, type ReactElement } from 'react';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType, Registry } from 'src/model/schema/Registry.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import 'src/client/item/item.css';
import { CellHead } from 'src/client/navigation/CellHead.tsx';
import { useAddToParts } from 'src/client/item/addToParts.tsx';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { fileIds } from 'src/client/viewers/fileIds.ts';
import { Gallery } from 'src/client/viewers/Gallery.tsx';
import { InvitationBand } from 'src/client/item/InvitationBand.tsx';
import { useExport } from 'src/client/exchange/useExport.tsx';
import { ItemActions, useDeletePart, useItemParts } from 'src/client/item/ItemActions.tsx';
import { paramOfTab, paramWithin, tabFrom, tabsFor, type ItemTab } from 'src/client/navigation/itemTabs.ts';
import { LocalChanges } from 'src/client/forms/draft/LocalChanges.tsx';
import { NoticeChoices } from 'src/client/notices/NoticeChoices.tsx';
import { ReadingView } from 'src/client/item/ReadingView.tsx';
import { ResultSteps } from 'src/client/item/ResultSteps.tsx';
import { SeenAs, useSeeAsParts, type Viewer } from 'src/client/item/SeenAs.tsx';
import { StarButton, useStarPart } from 'src/client/displays/StarButton.tsx';
import { useDraftGate } from 'src/client/forms/draft/useItemDraft.ts';
import { useImportParts } from 'src/client/navigation/importParts.ts';
import { referringTypes, useRelatedCount } from 'src/client/search/relatedPlan.ts';
import { ItemTask } from 'src/client/tasks/ItemTask.tsx';
import { OpenedFile } from 'src/client/viewers/openFile.tsx';
import { useClient } from 'src/client/useClient.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const EditView = lazy(() => import('src/client/item/EditView.tsx').then((module) => ({ default: module.EditView })));
const HistoryView = lazy(() =>
  import('src/client/item/HistoryView.tsx').then((module) => ({ default: module.HistoryView })),
);
const MetaView = lazy(() => import('src/client/item/MetaView.tsx').then((module) => ({ default: module.MetaView })));
const RelatedView = lazy(() =>
  import('src/client/search/RelatedView.tsx').then((module) => ({ default: module.RelatedView })),
);
const ConversationsTab = lazy(() =>
  import('src/client/conversations/ConversationsTab.tsx').then((module) => ({ default: module.ConversationsTab })),
);
const StateBar = lazy(() =>
  import('src/client/workflow/StateBar.tsx').then((module) => ({ default: module.StateBar })),
);
const PartBar = lazy(() => import('src/client/workflow/PartBar.tsx').then((module) => ({ default: module.PartBar })));
const OverlapTab = lazy(() =>
  import('src/client/overlap/OverlapTab.tsx').then((module) => ({ default: module.OverlapTab })),
);
const PicksTab = lazy(() => import('src/client/picks/PicksTab.tsx').then((module) => ({ default: module.PicksTab })));
const WizardView = lazy(() =>
  import('src/client/wizard/WizardView.tsx').then((module) => ({ default: module.WizardView })),
);
const WorkflowTab = lazy(() =>
  import('src/client/workflow/WorkflowTab.tsx').then((module) => ({ default: module.WorkflowTab })),
);
const RawEdit = lazy(() => import('src/client/item/RawEdit.tsx').then((module) => ({ default: module.RawEdit })));

export interface ItemPageProps {
  readonly item: Item;
  readonly param: string | undefined;
}

export interface TabProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly draft: ItemDraft | undefined;
  readonly goTo: (tab: ItemTab) => void;
  readonly tabs: readonly ItemTab[];
  /** The type of conversations about it, where its own type has them. */
  readonly threads: ItemType | undefined;
  /** What the tab itself keeps in the address. */
  readonly within: string | undefined;
  readonly setWithin: (within: string | undefined, replace: boolean) => void;
}

const PAGES: Readonly<Record<ItemTab, (props: TabProps) => ReactElement>> = {
  read: (props) => <ReadingView {...props} />,
  edit: ({ item, draft, type, goTo, within, setWithin }) => {
    if (!draft) return <Loading />;
    if (type.view.wizard) return <WizardView key={item.$id} {...{ item, type, draft, within, setWithin }} />;
    return <EditView draft={draft} type={type} done={() => goTo('read')} />;
  },
  overlap: ({ item, type, draft, goTo }) => (
    <OverlapTab key={item.$id} {...{ item, type, draft }} edit={() => goTo('edit')} />
  ),
  picks: (props) => <PicksTab key={props.item.$id} {...props} />,
  workflow: ({ item, type }) => <WorkflowTab key={item.$id} item={item} type={type} />,
  conversations: ({ item, threads }) => (threads ? <ConversationsTab item={item} type={threads} /> : <Loading />),
  files: ({ item, type }) => <Gallery ids={fileIds(type, item)} captions />,
  related: ({ item, within, setWithin }) => <RelatedView item={item} param={within} setParam={setWithin} />,
  history: (props) => <HistoryView {...props} />,
  meta: ({ item, type }) => <MetaView item={item} type={type} />,
  raw: ({ item, type, draft }) => <RawEdit item={item} type={type} draft={draft} />,
};

/** It runs through steps, or is a template of such. */
const hasWorkflow = ({ workflows }: Registry, type: string): boolean =>
  workflows !== undefined && (workflows.template === type || workflows.subjects[type] !== undefined);

/** A draft is made only for somebody who may save it. */
const useDraft = (
  item: Item,
  type: ItemType | undefined,
): { readonly draft: ItemDraft | undefined; readonly editable: boolean; readonly may: (action: string) => boolean } => {
  const { drafts, items, session } = useClient();
  const may = (action: string): boolean => session.signedIn && items.may(item.$id, action);
  const editable = type !== undefined && type.view.form.length > 0;
  // What has no form can still be edited as JSON.
  const typed = editable || (type !== undefined && session.user?.admin === true);
  const draft = typed && may('update') ? drafts.of(item.$id) : undefined;
  useDraftGate(draft);
  return { draft, editable, may };
};

interface ChosenTab extends Pick<TabProps, 'goTo' | 'within' | 'setWithin'> {
  readonly tab: ItemTab;
}

/** The tab in the address; edits are kept whichever tab is shown. */
const useTab = (param: string | undefined, tabs: readonly ItemTab[]): ChosenTab => {
  const { navigation } = useClient();
  const column = useColumn();
  const wanted = tabFrom(param);
  const tab = tabs.includes(wanted) ? wanted : 'read';
  return {
    tab,
    goTo: (next) => navigation.setParam(column, paramOfTab(next), true),
    within: paramWithin(param),
    setWithin: (within, replace) => navigation.setParam(column, paramOfTab(tab, within), replace),
  };
};

const useTabTitle = (item: Item, type: ItemType | undefined, files: number): ((tab: ItemTab) => string) => {
  const { registry } = useClient();
  const messages = useMessages();
  const related = useRelatedCount(item);
  return (tab) => {
    if (tab === 'workflow' && registry.workflows?.template === type?.name) return messages.format('tabs.template');
    if (tab === 'read') return messages.type(type?.name ?? item._t);
    if (tab === 'related' && related !== undefined) return messages.format('tabs.relatedCount', { count: related });
    return messages.format(`tabs.${tab}`, { count: files });
  };
};

const FILLS: readonly ItemTab[] = ['related', 'picks'];

/** A listing fills its panel and scrolls by itself; every other page is scrolled as a whole. */
const Panel = ({ tab, page }: { readonly tab: ItemTab; readonly page: ReactElement }) => {
  const shown = <Suspense fallback={<Loading />}>{page}</Suspense>;
  return FILLS.includes(tab) ? shown : <div className="kk-cell-body">{shown}</div>;
};

/** How the bar of the state leads to the form, and whether its steps are open. */
const stepsIn = (
  { view }: ItemType,
  tabs: readonly ItemTab[],
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
      {type.states ? <StateBar {...{ item, type, draft }} {...stepsIn(type, tabs, chosen)} /> : <PartBar item={item} />}
    </Suspense>
  );
};

interface ItemTabsProps extends Pick<TabProps, 'item' | 'type' | 'draft' | 'tabs' | 'threads'> {
  readonly files: number;
  readonly chosen: ChosenTab;
}

/** Only the line moves: scrollIntoView would move the columns too. */
const scrollInto = (line: HTMLElement, title: HTMLElement): void => {
  const [around, inside] = [line.getBoundingClientRect(), title.getBoundingClientRect()];
  if (inside.left < around.left) line.scrollLeft += inside.left - around.left;
  else if (inside.right > around.right) line.scrollLeft += inside.right - around.right;
};

const ItemTabs = observer(({ item, type, draft, files, tabs, threads, chosen }: ItemTabsProps) => {
  const column = useColumn();
  const { tab, ...rest } = chosen;
  const titleOf = useTabTitle(item, type, files);
  const tabsId = `item-${item.$id}-${column}`;
  const titles = tabs.map(titleOf);
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
      onChange={(next) => chosen.goTo(next as ItemTab)}
      animate={false} // its line stays behind when the window changes
      renderActiveTabPanelOnly
    >
      {tabs.map((key, at) => (
        <Tab
          disabled={false} // Blueprint's arrow keys only know tabs that say so
          key={key}
          id={key}
          title={titles[at]}
          panelClassName={FILLS.includes(key) ? 'kk-cell-fill' : 'kk-cell-scroll'}
          panel={<Panel tab={key} page={PAGES[key]({ item, type, draft, tabs, threads, ...rest })} />}
        />
      ))}
    </Tabs>
  );
});

export const ItemPage = observer(({ item, param }: ItemPageProps) => {
  const { items, registry, session } = useClient();
  const messages = useMessages();
  const type = registry.types[item._t];
  // Once for each opening: what others change later shows, and still was not looked at.
  // oxlint-disable-next-line react-hooks/exhaustive-deps
  useEffect(() => items.looked.note(item), [items, item.$id]);
  const { draft, editable, may } = useDraft(item, type);
  const files = type ? fileIds(type, item) : [];
  const related = referringTypes(registry, item._t).length > 0;
  const threads =
    type?.view.page?.conversations === true ? registry.types[registry.conversations?.thread ?? ''] : undefined;
  const tabs = tabsFor({
    type: item._t,
    user: session.user,
    mayUpdate: editable && draft !== undefined,
    workflow: hasWorkflow(registry, item._t) && session.signedIn,
    overlap: type?.view.page?.overlap !== undefined && session.signedIn,
    picks: type?.view.page?.picks !== undefined && session.signedIn,
    conversations: threads !== undefined,
    files: files.length,
    related,
  });
  const chosen = useTab(param, tabs);
  const label = item.$label || messages.format('cells.untitled');
  const [as, setAs] = useState<Viewer>();
  const back = useCallback(() => setAs(undefined), []);
  const mayUpdate = may('update');
  const exporting = useExport();
  const parts = [
    ...useStarPart(item.$id, label),
    ...useAddToParts(item, type, mayUpdate),
    ...useImportParts(item, mayUpdate),
    ...useItemParts(item, type, exporting.open),
    ...useSeeAsParts(mayUpdate, setAs),
    ...useDeletePart(item, may('delete')),
  ];
  if (!type) return <CellHead title={item.$label} />;
  return (
    <>
      <CellHead
        title={label}
        parts={parts}
        tools={
          <>
            {draft && <LocalChanges draft={draft} edit={() => chosen.goTo('edit')} />}
            <ResultSteps id={item.$id} />
            <StarButton id={item.$id} label={label} />
            {session.signedIn && <NoticeChoices key={item.$id} item={item} />}
            <ItemActions item={item} type={type} may={may} />
          </>
        }
      />
      {type.view.actions.some(({ key }) => key === 'invite') && may('invite') && <InvitationBand item={item} />}
      <OpenedFile ids={files.length > 0 ? files : [item.$id]} />
      {exporting.dialog}
      <ItemTask id={item.$id} />
      {!as && <PageBar key={item.$id} {...{ item, type, draft, tabs, chosen }} />}
      {as ? (
        <SeenAs item={item} type={type} as={as} back={back} />
      ) : (
        <ItemTabs
          item={item}
          type={type}
          draft={draft}
          files={files.length}
          tabs={tabs}
          threads={threads}
          chosen={chosen}
        />
      )}
    </>
  );
});
