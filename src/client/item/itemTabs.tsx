// The tabs that the engine gives to the page of an item. The tabs of the areas (`client.domain.tabs`) follow the form.

import { idlePart } from 'src/client/ui/idleParts.ts';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import type { ItemTab, TabContext, TabProps } from 'src/client/ClientDomain.ts';
import { threadsOf } from 'src/client/conversations/useConversationCount.ts';
import { WRITES } from 'src/client/conversations/writesParam.ts';
import { ReadingView } from 'src/client/item/ReadingView.tsx';
import { referringTypes } from 'src/client/listing/relatedPlan.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { useClient } from 'src/client/useClient.ts';
import { fileIds } from 'src/client/viewers/fileIds.ts';
import { Gallery } from 'src/client/viewers/Gallery.tsx';
import type { Registry } from 'src/model/schema/Registry.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';

const EditView = idlePart(async () => (await import('src/client/item/EditView.tsx')).EditView);
const HistoryView = lazyOf(async () => (await import('src/client/item/HistoryView.tsx')).HistoryView);
const MetaView = lazyOf(async () => (await import('src/client/item/MetaView.tsx')).MetaView);
const RelatedView = lazyOf(async () => (await import('src/client/search/RelatedView.tsx')).RelatedView);
const ConversationsTab = lazyOf(
  async () => (await import('src/client/conversations/ConversationsTab.tsx')).ConversationsTab,
);
const WizardView = lazyOf(async () => (await import('src/client/wizard/WizardView.tsx')).WizardView);
const WorkflowTab = lazyOf(async () => (await import('src/client/workflow/WorkflowTab.tsx')).WorkflowTab);
const RawEdit = lazyOf(async () => (await import('src/client/item/RawEdit.tsx')).RawEdit);

const Form = ({ item, draft, type, goTo, within, setWithin }: TabProps) => {
  if (!draft) return <Loading />;
  if (type.view.wizard) return <WizardView key={item.$id} {...{ item, type, draft, goTo, within, setWithin }} />;
  return <EditView {...{ draft, type, within }} done={() => goTo('read')} />;
};

const Conversations = ({ item, type, within }: TabProps) => {
  const threads = threadsOf(useClient().registry, type);
  return threads ? <ConversationsTab item={item} type={threads} writes={within === WRITES} /> : <Loading />;
};

const hasUser = ({ user }: TabContext): boolean => user !== undefined;

/** Returns true for types that run through steps, and for their templates. */
const hasWorkflow = ({ workflows }: Registry, type: string): boolean =>
  workflows !== undefined && (workflows.template === type || workflows.subjects[type] !== undefined);

const FIRST_TABS: readonly ItemTab[] = [
  { key: 'read', isShown: () => true, page: ReadingView, title: ({ type, messages }) => messages.type(type.name) },
  { key: 'edit', isShown: ({ mayUpdate }) => mayUpdate, page: Form },
];

// History, meta and raw.
const LAST_TABS: readonly ItemTab[] = [
  {
    key: 'workflow',
    isShown: ({ registry, type, user }) => hasWorkflow(registry, type.name) && user !== undefined,
    page: ({ item, type }) => <WorkflowTab key={item.$id} item={item} type={type} />,
    title: ({ registry, type, messages }) =>
      registry.workflows?.template === type.name ? messages.format('tabs.template') : undefined,
  },
  {
    key: 'conversations',
    isShown: ({ registry, type, user }) => threadsOf(registry, type) !== undefined && user !== undefined,
    page: Conversations,
    title: ({ conversations, messages }) =>
      conversations === undefined ? undefined : messages.format('tabs.conversationCount', { count: conversations }),
  },
  {
    key: 'files',
    isShown: ({ type, item }) => fileIds(type, item).length > 0,
    page: ({ item, type }) => <Gallery ids={fileIds(type, item)} captions />,
    title: ({ type, item, messages }) => messages.format('tabs.files', { count: fileIds(type, item).length }),
  },
  {
    key: 'related',
    isShown: ({ registry, type }) => referringTypes(registry, type.name).length > 0,
    page: ({ item, within, setWithin }) => <RelatedView item={item} param={within} setParam={setWithin} />,
    fills: true,
    title: ({ related, messages }) =>
      related === undefined ? undefined : messages.format('tabs.relatedCount', { count: related }),
  },
  {
    key: 'history',
    isShown: ({ user, type }) => user !== undefined && type.name !== SYSTEM_TYPES.notice,
    page: HistoryView,
  },
  { key: 'meta', isShown: hasUser, page: MetaView },
  { key: 'raw', isShown: ({ user }) => user?.admin === true || user?.masquerading === true, page: RawEdit },
];

/** Returns the tabs that the item has for the reader, in their order. */
export const tabsOf = (context: TabContext, ofAreas: readonly ItemTab[] = []): readonly ItemTab[] =>
  [...FIRST_TABS, ...ofAreas, ...LAST_TABS].filter(({ isShown }) => isShown(context));
