// An item as a page to read: what it is, who may see it, its picture, and its values in the groups of its form. Empty values are left out.

import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import { observer } from 'mobx-react-lite';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { levelOf } from 'src/model/item/levelOf.ts';
import type { Item, Json } from 'src/model/item/Item.ts';

import type { ItemType } from 'src/model/schema/Registry.ts';
import type { FormGroup, PageContents } from 'src/model/schema/TypeView.ts';
import { Contents, isWorkedOn } from 'src/client/cells/ContentsView.tsx';
import { type EditInPlace, EditableValue } from 'src/client/cells/EditableValue.tsx';
import { EntryHead, entryPaths } from 'src/client/cells/EntryHead.tsx';
import { ThreadBar } from 'src/client/conversations/ThreadBar.tsx';
import { WhyNotEdit } from 'src/client/cells/WhyNotEdit.tsx';
import { paramOfTab } from 'src/client/cells/itemTabs.ts';
import { groupKey } from 'src/client/search/relatedGroups.ts';
import { useClient } from 'src/client/useClient.ts';
import type { TabProps } from 'src/client/cells/ItemPage.tsx';
import { useColumn } from 'src/client/cells/ColumnContext.ts';
import { CoverImage, hasPicture } from 'src/client/cells/CoverImage.tsx';
import { DraftBands } from 'src/client/cells/DraftBands.tsx';
import { idsOfFiles } from 'src/client/cells/fileIds.ts';
import { FilesInPlace } from 'src/client/cells/FilesInPlace.tsx';
import { Gallery } from 'src/client/cells/Gallery.tsx';
import { TitledTexts } from 'src/client/cells/TitledTexts.tsx';
import { watchTitle } from 'src/client/cells/watchTitle.ts';
import { shownId } from 'src/client/cells/ItemLink.tsx';
import { useShell } from 'src/client/shell/ShellStore.ts';
import { KIND_LOOKS } from 'src/client/forms/display/kindLooks.ts';
import { layoutFor } from 'src/client/forms/session/layout.ts';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { Loading } from 'src/client/ui/Loading.tsx';
import { Icon } from 'src/client/ui/Icon.tsx';
import { LevelTag } from 'src/client/ui/LevelTag.tsx';
import { Empty } from 'src/client/ui/Notice.tsx';
import { useMessages, type Messages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';

const ThreadView = lazy(() =>
  import('src/client/conversations/ThreadView.tsx').then((module) => ({ default: module.ThreadView })),
);

const AnswersPart = lazy(() =>
  import('src/client/conversations/AnswersPart.tsx').then((module) => ({ default: module.AnswersPart })),
);

const ProgressPart = lazy(() =>
  import('src/client/workflow/ProgressPart.tsx').then((module) => ({ default: module.ProgressPart })),
);

/** The one picture that stands large above, and the sound that is played at the head of an entry. */
const shownAbove = (item: Item, { view }: ItemType, path: string): 'picture' | 'sound' | undefined => {
  if (view.page?.entry?.sound === path) return 'sound';
  return view.image === path && idsOfFiles(item[path]).length === 1 ? 'picture' : undefined;
};

const Members = lazy(() => import('src/client/cells/MembersView.tsx').then((module) => ({ default: module.Members })));

/** A switch that is off says nothing. */
const isEmpty = (value: Json | undefined): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  value === false ||
  (Array.isArray(value) && value.length === 0);

/** The level and the title stand in the head of the page, and a picture above is not named again below. */
const isShown = (path: string, item: Item, type: ItemType): boolean =>
  path !== type.levelPath &&
  // What it finds stands below.
  path !== type.view.page?.membership?.search &&
  type.view.title !== `{${path}}` &&
  !isEmpty(item[path]) &&
  shownAbove(item, type, path) !== 'picture';

const pathsOf = ({ rows }: FormGroup): readonly string[] => rows.flat().map(({ path }) => path);

interface ShownGroup {
  readonly key: string;
  readonly title: string | undefined;
  readonly paths: readonly string[];
}

/** The bar of a conversation says and changes it. */
const IN_BAR = ['resolved'];

/** The groups of the form, and what stands in the table's columns but in no form: computed values, what a file or an event is. */
interface GroupsContext {
  readonly find: Messages['find'];
  readonly admin: boolean;
  /** A conversation: only what stands in the form and not in the bar above its messages. */
  readonly bare: boolean;
}

const groupsOf = (item: Item, type: ItemType, { find, admin, bare }: GroupsContext): readonly ShownGroup[] => {
  const { properties } = type;
  const { form, headers, page } = type.view;
  const groups = layoutFor(form, admin).flatMap((tab) =>
    tab.groups.map((group) => ({
      key: `${tab.key}/${group.key}`,
      title: find(`types.${type.name}.groups.${group.key}`),
      paths: pathsOf(group),
    })),
  );
  const inForm = new Set(form.flatMap((tab) => tab.groups.flatMap(pathsOf)));
  const inHead = new Set(bare ? IN_BAR : page?.entry ? entryPaths(page.entry) : []);
  // A text that is made from others, such as a full name, is the title already; the state stands in its bar above the tabs.
  const others = bare
    ? []
    : headers.filter(
        (path) =>
          !inForm.has(path) &&
          path !== type.states?.property &&
          !(properties[path]?.computed && item[path] === item.$label),
      );
  return [...groups, { key: 'others', title: find('cells.otherValues'), paths: others }]
    .map((group) => ({ ...group, paths: group.paths.filter((path) => !inHead.has(path) && isShown(path, item, type)) }))
    .filter(({ paths }) => paths.length > 0);
};

interface ValuesProps {
  readonly item: Item;
  readonly type: ItemType;
  readonly place: EditInPlace | undefined;
  /** Captions of files are changed where they stand. */
  readonly captions?: boolean;
}

interface PathsProps extends ValuesProps {
  readonly paths: readonly string[];
}

const Values = observer(({ item, type, paths, place, captions = false }: PathsProps) => {
  const messages = useMessages();
  const column = useColumn();
  const shell = useShell();
  return (
    <dl className="kk-values">
      {paths.map((path) => {
        const property = type.properties[path];
        if (!property) return null;
        return (
          <div key={path} className={KIND_LOOKS[property.kind].wide ? 'kk-value kk-value-wide' : 'kk-value'}>
            <dt>
              {messages.property(type.name, path)}
              {shell.debug && <code> {path}</code>}
            </dt>
            <dd>
              {property.kind === 'files' ? (
                <FilesInPlace
                  item={item}
                  property={property}
                  place={place}
                  captions={captions}
                  elsewhere={shownAbove(item, type, path)}
                />
              ) : (
                <EditableValue name={messages.property(type.name, path)} property={property} place={place}>
                  <PropertyValue type={type.name} property={property} value={item[path]} item={item} from={column} />
                </EditableValue>
              )}
            </dd>
          </div>
        );
      })}
    </dl>
  );
});

const isWide = (type: ItemType, path: string): boolean => {
  const kind = type.properties[path]?.kind;
  return kind !== undefined && KIND_LOOKS[kind].wide === true;
};

interface GroupsProps extends ValuesProps {
  readonly groups: readonly ShownGroup[];
  /** Each value is headed by its own name. */
  readonly plain?: boolean;
}

const Groups = ({ groups, plain = false, ...values }: GroupsProps) =>
  groups.map(({ key, title, paths }) => (
    <section key={key} className="kk-group">
      {title !== undefined && groups.length > 1 && !plain && <h4>{title}</h4>}
      <Values {...values} paths={paths} />
    </section>
  ));

interface ContentProps extends ValuesProps {
  readonly bare: boolean;
  /** What people work on from this page: below the text, and beside the facts where there is space. */
  readonly worked?: ReactNode;
}

/** Text and media first, at the left where there is space; facts beside or below them. */
const Content = observer(({ bare, worked, ...values }: ContentProps) => {
  const { item, type } = values;
  const messages = useMessages();
  const admin = useClient().session.user?.admin === true;
  const groups = groupsOf(item, type, { find: messages.find, admin, bare });
  const only = (wide: boolean): readonly ShownGroup[] =>
    groups
      .map((group) => ({ ...group, paths: group.paths.filter((path) => isWide(type, path) === wide) }))
      .filter(({ paths }) => paths.length > 0);
  const texts = only(true);
  // A text that stands alone at the left is headed by its own name: the facts need not repeat it.
  const headings = new Set(texts.flatMap(({ paths }) => paths.map((path) => messages.property(type.name, path))));
  const facts = only(false).map((group) => (headings.has(group.title ?? '') ? { ...group, title: undefined } : group));
  const { image = '' } = type.view;
  const pictured = hasPicture(type, item) || type.name === SYSTEM_TYPES.file;
  if (groups.length === 0 && type.view.page?.entry) return worked;
  if (groups.length === 0 && !pictured)
    return worked ?? <Empty icon="document" title={messages.format('cells.noValues')} />;
  return (
    <div className={texts.length > 0 || pictured ? 'kk-page-split' : 'kk-page-whole'}>
      {(texts.length > 0 || pictured) && (
        <div className="kk-page-told">
          <figure className="kk-figure">
            <CoverImage item={item} type={type} />
            {shownAbove(item, type, image) === 'picture' && (
              <Gallery ids={idsOfFiles(item[image])} elsewhere="picture" captions={values.captions === true} />
            )}
          </figure>
          {type.name === SYSTEM_TYPES.file && <Gallery ids={[item.$id]} />}
          <Groups {...values} groups={texts} plain />
        </div>
      )}
      <div className="kk-page-side">
        <Groups {...values} groups={facts} />
      </div>
      {worked}
    </div>
  );
});

const PageHead = observer(({ item, type, place, tabs, goTo }: ValuesProps & Pick<TabProps, 'tabs' | 'goTo'>) => {
  const messages = useMessages();
  const shell = useShell();
  const level = levelOf(type, item);
  const title = Object.values(type.properties).find(({ name }) => type.view.title === `{${name}}`);
  const heading = (
    <h3 ref={watchTitle} dir="auto">
      {item.$label || messages.format('cells.untitled')}
    </h3>
  );
  return (
    <header className="kk-page-head">
      {title ? (
        <EditableValue name={messages.property(type.name, title.name)} property={title} place={place}>
          {heading}
        </EditableValue>
      ) : (
        heading
      )}
      <p className="kk-page-facts">
        <Icon name={type.view.icon} />
        <span className="kk-fact">{messages.type(type.name)}</span>
        <span className="kk-fact">
          {messages.format('cells.changed')} <When at={item.updated} />
        </span>
        {level && <LevelTag level={level} />}
        {tabs.includes('meta') && (
          <button type="button" className="kk-text-button" onClick={() => goTo('meta')}>
            {messages.format('meta.who')}
          </button>
        )}
        {shell.debug && (
          <code>
            {shownId(item.$id)} _u {item._u}
          </code>
        )}
      </p>
    </header>
  );
});

/** What the item says, without anything to do and without lists that the reader's own rights fill. */
export const BareReading = ({ item, type }: Pick<TabProps, 'item' | 'type'>) => {
  // A dictionary page shows its neighbours; here its values stand in their groups.
  const { page: _, ...view } = type.view;
  const plain: ItemType = { ...type, view };
  return (
    <article className="kk-page">
      <PageHead item={item} type={plain} place={undefined} tabs={[]} goTo={() => {}} />
      <Content item={item} type={plain} place={undefined} bare={false} />
    </article>
  );
};

export const ReadingView = observer(({ item, type, draft, goTo, tabs, within }: TabProps) => {
  const [open, setOpen] = useState<string>();
  const { navigation, session, registry } = useClient();
  const column = useColumn();
  const { answers, entry, contents = [], membership, progress, texts = [] } = type.view.page ?? {};
  const { conversations } = registry;
  const saidType = conversations?.thread === type.name ? registry.types[conversations.message] : undefined;
  const showAll = (key: string): void => navigation.setParam(column, paramOfTab('related', `${key}|`));
  const contentsOf = (group: PageContents) => (
    <Contents key={groupKey(group)} item={item} group={group} showAll={showAll} />
  );
  const worked = contents.filter(isWorkedOn);
  const closed = session.user?.admin ? [] : (type.adminOnly ?? []);
  const place =
    draft && tabs.includes('edit') ? { draft, open, setOpen, closed, goToForm: () => goTo('edit') } : undefined;
  // While one value is open its state is seen there; a band above would push the page down under the pointer.
  const here = open !== undefined && draft?.recovered === false && draft.changed.every((name) => name === open);
  return (
    <article className={`kk-page${entry ? ' kk-page-entry' : ''}${saidType ? ' kk-page-talk' : ''}`}>
      {draft && !here && <DraftBands draft={draft} type={type} edit={() => goTo('edit')} />}
      <PageHead item={item} type={type} place={place} tabs={tabs} goTo={goTo} />
      {entry && <EntryHead item={item} type={type} entry={entry} place={place} />}
      {saidType && <ThreadBar thread={item} edit={tabs.includes('edit') ? () => goTo('edit') : undefined} />}
      {progress && item[progress.path] !== undefined && (
        <Suspense fallback={null}>
          <ProgressPart item={item} type={type} progress={progress} />
        </Suspense>
      )}
      {answers && conversations && session.signedIn && (
        <Suspense fallback={null}>
          <AnswersPart key={item.$id} item={item} conversations={conversations} purpose={answers.purpose} />
        </Suspense>
      )}
      <Content
        item={item}
        type={type}
        place={place}
        bare={saidType !== undefined}
        captions
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
      {membership && item[membership.search] !== undefined && (
        <Suspense fallback={null}>
          <Members item={item} showAll={showAll} />
        </Suspense>
      )}
      <WhyNotEdit item={item} type={type} />
    </article>
  );
});
