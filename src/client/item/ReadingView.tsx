// An item as a page to read: name, readers, picture and values, with the parts that its type declares.

import { closedProperties } from 'src/model/schema/closedProperties.ts';
import { observer } from 'mobx-react-lite';
import { Suspense, useState } from 'react';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { PageContents } from 'src/model/schema/TypeView.ts';
import { lazyOf } from 'src/client/ui/lazyOf.ts';
import { Contents, isWorkedOn } from 'src/client/item/ContentsView.tsx';
import { ThreadBar } from 'src/client/conversations/ThreadBar.tsx';
import { WhyNotEdit } from 'src/client/item/WhyNotEdit.tsx';
import { PageParts, usePageParts } from 'src/client/navigation/PageParts.tsx';
import { paramOfTab } from 'src/client/navigation/tabFrom.ts';
import { groupKey } from 'src/client/listing/relatedGroups.ts';
import { useClient } from 'src/client/useClient.ts';
import type { PagePart, TabProps } from 'src/client/ClientDomain.ts';
import { useColumn } from 'src/client/navigation/ColumnContext.ts';
import { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import { TitledTexts } from 'src/client/item/TitledTexts.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { ReadingContent } from 'src/client/item/ReadingContent.tsx';
import { ReadingHead } from 'src/client/item/ReadingHead.tsx';
import type { Json } from 'src/model/item/Item.ts';

const ThreadView = lazyOf(async () => (await import('src/client/conversations/ThreadView.tsx')).ThreadView);

const StepsCard = lazyOf(async () => (await import('src/client/workflow/StepsCard.tsx')).StepsCard);

const Gathered = lazyOf(async () => (await import('src/client/item/GatheredView.tsx')).Gathered);

const Members = lazyOf(async () => (await import('src/client/item/MembersView.tsx')).Members);

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

export const ReadingView = observer(({ item, type, draft, goTo, tabs, within }: TabProps) => {
  const [open, setOpen] = useState<string>();
  const { navigation, session, registry } = useClient();
  const pageParts = usePageParts({ item, type });
  const column = useColumn();
  const { page = {} } = type.view;
  const { contents = [], gathers, membership, texts = [] } = page;
  const { conversations } = registry;
  const saidType = conversations?.thread === type.name ? registry.types[conversations.message] : undefined;
  const showAll = (key: string): void => navigation.setParam(column, paramOfTab('related', `${key}|`));
  const contentsOf = (group: PageContents) => (
    <Contents key={groupKey(group)} item={item} group={group} showAll={showAll} />
  );
  const worked = contents.filter(isWorkedOn);
  const hasSteps = registry.workflows?.subjects[type.name] !== undefined && hasValue(item['_wf']);
  const closed = closedProperties(type, session.user);
  const place =
    draft && tabs.includes('edit') ? { draft, open, setOpen, closed, goToForm: () => goTo('edit') } : undefined;
  // While one value is open, its state is shown there; a banner above would move the page down under the pointer.
  const here = open !== undefined && draft?.recovered === false && draft.changed.every((name) => name === open);
  const partsAt = (position: PagePart['position']) => {
    const parts = pageParts.filter((part) => part.position === position);
    return parts.length > 0 ? <PageParts {...{ parts, item, type, goTo, place }} /> : undefined;
  };
  return (
    <article className={`kk-page${saidType ? ' kk-page-talk' : ''}`}>
      {draft && !here && <DraftBands draft={draft} type={type} edit={() => goTo('edit')} />}
      <ReadingHead item={item} type={type} place={place} tabs={tabs} goTo={goTo} />
      {partsAt('head')}
      {saidType && <ThreadBar thread={item} edit={tabs.includes('edit') ? () => goTo('edit') : undefined} />}
      {partsAt('work')}
      <ReadingContent
        item={item}
        type={type}
        place={place}
        bare={saidType !== undefined}
        captions
        covered={pageParts.flatMap(({ covers }) => covers?.(type) ?? [])}
        lead={partsAt('values')}
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
      {gathers && (
        <Suspense fallback={null}>
          <Gathered key={item.$id} item={item} gathers={gathers} mayChange={tabs.includes('edit')} />
        </Suspense>
      )}
      {contents.filter((group) => !worked.includes(group)).map(contentsOf)}
      {partsAt('end')}
      {membership && item[membership.search] !== undefined && (
        <Suspense fallback={null}>
          <Members item={item} showAll={showAll} />
        </Suspense>
      )}
      <WhyNotEdit item={item} type={type} />
    </article>
  );
});
