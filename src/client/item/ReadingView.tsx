// An item as a page to read: name, readers, picture and values, with the parts that its type declares.

import { observer } from 'mobx-react-lite';
import { lazy, Suspense, useState } from 'react';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { PageContents } from 'src/model/schema/TypeView.ts';
import { Contents, isWorkedOn } from 'src/client/item/ContentsView.tsx';
import { EntryHead } from 'src/client/item/EntryHead.tsx';
import { ThreadBar } from 'src/client/conversations/ThreadBar.tsx';
import { WhyNotEdit } from 'src/client/item/WhyNotEdit.tsx';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { groupKey } from 'src/client/listing/relatedGroups.ts';
import { useClient } from 'src/client/useClient.ts';
import type { PagePart, PagePartProps, TabProps } from 'src/client/ClientDomain.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import { TitledTexts } from 'src/client/item/TitledTexts.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { ReadingContent } from 'src/client/item/ReadingContent.tsx';
import { ReadingHead } from 'src/client/item/ReadingHead.tsx';
import type { Json } from 'src/model/item/Item.ts';

const ThreadView = lazy(() =>
  import('src/client/conversations/ThreadView.tsx').then((module) => ({ default: module.ThreadView })),
);

const OpenRequests = lazy(() =>
  import('src/client/conversations/OpenRequests.tsx').then((module) => ({ default: module.OpenRequests })),
);

const OwnPart = lazy(() => import('src/client/workflow/OwnPart.tsx').then((module) => ({ default: module.OwnPart })));

const AboutPart = lazy(() => import('src/client/item/AboutPart.tsx').then((module) => ({ default: module.AboutPart })));

const RecentPart = lazy(() =>
  import('src/client/item/RecentPart.tsx').then((module) => ({ default: module.RecentPart })),
);

const StepsCard = lazy(() =>
  import('src/client/workflow/StepsCard.tsx').then((module) => ({ default: module.StepsCard })),
);

const Members = lazy(() => import('src/client/item/MembersView.tsx').then((module) => ({ default: module.Members })));

const hasValue = (value: Json | undefined): boolean => value !== undefined && value !== null;

/** Shows the contents of the item without actions and without lists that depend on the reader's own rights. */
export const BareReading = ({ item, type }: Pick<TabProps, 'item' | 'type'>) => {
  // A dictionary page shows neighbours; here the values are shown in their groups.
  const { page: _, ...view } = type.view;
  const plain: ItemType = { ...type, view };
  return (
    <article className="kk-page">
      <ReadingHead item={item} type={plain} place={undefined} tabs={[]} goTo={() => {}} />
      <ReadingContent item={item} type={plain} place={undefined} bare={false} />
    </article>
  );
};

/** Returns the parts that the areas add above the values. */
const usePageParts = ({ item, type }: Pick<TabProps, 'item' | 'type'>, work = false): readonly PagePart[] => {
  const { domain, registry, session } = useClient();
  const context = { item, type, registry, user: session.user };
  return (domain.pageParts ?? []).filter(({ isShown, isWork = false }) => isWork === work && isShown(context));
};

const PageParts = observer(({ isWork = false, ...props }: PagePartProps & { readonly isWork?: boolean }) =>
  usePageParts(props, isWork).map(({ key, component: Part, fallback }) => (
    <Suspense key={key} fallback={fallback === undefined ? null : <div className={fallback} />}>
      <Part key={props.item.$id} {...props} />
    </Suspense>
  )),
);

/** Shows the work on the item above its values: the reader's own part, open requests of another party, the progress of all, and the answers. */
const Waits = observer((props: PagePartProps) => {
  const { item, type } = props;
  const { session, registry } = useClient();
  const { conversations } = registry;
  const { own, requests } = type.view.page ?? {};
  return (
    <>
      {own && session.signedIn && (
        <Suspense fallback={null}>
          <OwnPart key={item.$id} item={item} type={type} own={own} />
        </Suspense>
      )}
      {requests && conversations && session.signedIn && (
        <Suspense fallback={null}>
          <OpenRequests key={item.$id} item={item} conversations={conversations} purpose={requests.purpose} />
        </Suspense>
      )}
      <PageParts {...props} isWork />
    </>
  );
});

export const ReadingView = observer(({ item, type, draft, goTo, tabs, within }: TabProps) => {
  const [open, setOpen] = useState<string>();
  const { navigation, session, registry } = useClient();
  const column = useColumn();
  const { page = {} } = type.view;
  const { about, entry, contents = [], membership, recent, texts = [] } = page;
  const hasLead = usePageParts({ item, type }).length > 0;
  const { conversations } = registry;
  const saidType = conversations?.thread === type.name ? registry.types[conversations.message] : undefined;
  const showAll = (key: string): void => navigation.setParam(column, paramOfTab('related', `${key}|`));
  const contentsOf = (group: PageContents) => (
    <Contents key={groupKey(group)} item={item} group={group} showAll={showAll} />
  );
  const worked = contents.filter(isWorkedOn);
  const hasSteps = registry.workflows?.subjects[type.name] !== undefined && hasValue(item['_wf']);
  const closed = session.user?.admin ? [] : (type.adminOnly ?? []);
  const place =
    draft && tabs.includes('edit') ? { draft, open, setOpen, closed, goToForm: () => goTo('edit') } : undefined;
  // While one value is open its state is seen there; a band above would push the page down under the pointer.
  const here = open !== undefined && draft?.recovered === false && draft.changed.every((name) => name === open);
  return (
    <article className={`kk-page${entry ? ' kk-page-entry' : ''}${saidType ? ' kk-page-talk' : ''}`}>
      {draft && !here && <DraftBands draft={draft} type={type} edit={() => goTo('edit')} />}
      <ReadingHead item={item} type={type} place={place} tabs={tabs} goTo={goTo} />
      {entry && <EntryHead item={item} type={type} entry={entry} place={place} />}
      {saidType && <ThreadBar thread={item} edit={tabs.includes('edit') ? () => goTo('edit') : undefined} />}
      <Waits {...{ item, type, goTo }} />
      <ReadingContent
        item={item}
        type={type}
        place={place}
        bare={saidType !== undefined}
        captions
        {...((hasLead || about) && {
          lead: (
            <>
              <PageParts {...{ item, type, goTo }} />
              {about && (
                <Suspense fallback={null}>
                  <AboutPart item={item} about={about} />
                </Suspense>
              )}
            </>
          ),
        })}
        {...(hasSteps && {
          aside: (
            <Suspense fallback={null}>
              <StepsCard item={item} goTo={goTo} />
            </Suspense>
          ),
        })}
        {...(worked.length > 0 && { worked: <div className="kk-page-worked">{worked.map(contentsOf)}</div> })}
      />
      {saidType && conversations && (
        <Suspense fallback={<Loading />}>
          <ThreadView key={item.$id} thread={item} conversations={conversations} type={saidType} at={within} />
        </Suspense>
      )}
      {texts.map((each) => (
        <TitledTexts key={each.path} item={item} type={type} declared={each} />
      ))}
      {contents.filter((group) => !worked.includes(group)).map(contentsOf)}
      {recent && session.signedIn && (
        <Suspense fallback={null}>
          <RecentPart key={item.$id} item={item} recent={recent} />
        </Suspense>
      )}
      {membership && item[membership.search] !== undefined && (
        <Suspense fallback={null}>
          <Members item={item} showAll={showAll} />
        </Suspense>
      )}
      <WhyNotEdit item={item} type={type} />
    </article>
  );
});
