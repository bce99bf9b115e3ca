// The tab in which a form is made: questions with their properties, choice lists, languages, settings, mappings and versions, with a preview
// next to them where there is space. Changes are part of the item's draft and are saved with it.

import { observer } from 'mobx-react-lite';
import { type KeyboardEvent, useDeferredValue, useEffect, useMemo, useRef, useState } from 'react';
import {
  Band,
  Button,
  Empty,
  IconButton,
  useClient,
  useMessages,
  type ItemDraft,
  type TabProps,
} from 'src/client/extend.ts';
import { ConflictChoice, DraftBands } from 'src/client/extendForms.ts';
import { AddQuestion } from 'src/domain/geokeeper/formEditor/addQuestion.client.tsx';
import { EditedForm, type EditorView } from 'src/domain/geokeeper/formEditor/EditedForm.client.ts';
import { FormEditingProvider, useFormEditing } from 'src/domain/geokeeper/formEditor/editorContext.client.ts';
import { emptyFieldForm, readableForm } from 'src/domain/geokeeper/formEditor/formEdits.ts';
import { FormPreview, useFormMedia } from 'src/domain/geokeeper/formEditor/formPreview.client.tsx';
import { FormSettings } from 'src/domain/geokeeper/formEditor/formSettings.client.tsx';
import { FormVersionList } from 'src/domain/geokeeper/formEditor/formVersionList.client.tsx';
import { LanguagesView } from 'src/domain/geokeeper/formEditor/languagesView.client.tsx';
import { ListsView } from 'src/domain/geokeeper/formEditor/listsView.client.tsx';
import { MappingsView } from 'src/domain/geokeeper/formEditor/mappingsView.client.tsx';
import { ProblemLinks, useEditorProblems } from 'src/domain/geokeeper/formEditor/problemLinks.client.tsx';
import { PublishForm } from 'src/domain/geokeeper/formEditor/publishForm.client.tsx';
import { QuestionPanel } from 'src/domain/geokeeper/formEditor/questionPanel.client.tsx';
import { QuestionTree } from 'src/domain/geokeeper/formEditor/questionTree.client.tsx';
import type { FormVersion } from 'src/domain/geokeeper/formEditor/useFormVersions.client.ts';
import type { Item } from 'src/model/item/Item.ts';
import 'src/domain/geokeeper/formEditor/formEditor.css';
import 'src/domain/geokeeper/pageMessages/formEditorMessages.client.ts';

/** Width in pixels from which the preview is next to the questions. */
const WIDE_EDITOR = 1040;
const EDITOR_VIEWS: readonly EditorView[] = [
  ...(['questions', 'lists', 'languages', 'settings', 'mappings', 'versions', 'preview'] as const),
];
const EDITED_TAGS: ReadonlySet<string> = new Set(['INPUT', 'TEXTAREA', 'SELECT']);

const useIsWide = () => {
  const box = useRef<HTMLDivElement>(null);
  const [isWide, setWide] = useState(false);
  useEffect(() => {
    const element = box.current;
    if (!element) return undefined;
    const observer = new ResizeObserver(() => setWide(element.clientWidth >= WIDE_EDITOR));
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { box, isWide };
};

const QuestionsView = observer(() => {
  const { edited } = useFormEditing();
  const messages = useMessages();
  const [isAdding, setAdding] = useState(false);
  const panel = useRef<HTMLDivElement>(null);
  // The panel shows the new question after the dialog has given back the focus.
  const focusLabel = (): void =>
    void setTimeout(() => panel.current?.querySelector<HTMLElement>('textarea, input')?.focus(), 0);
  return (
    <div className="kk-fe-questions">
      <div className="kk-fe-side">
        <p className="kk-fe-tools">
          <Button icon="plus" onClick={() => setAdding(true)}>
            {messages.format('formEditor.addQuestion')}
          </Button>
        </p>
        <QuestionTree />
        <p className="kk-soft kk-fe-keys">{messages.format('formEditor.treeKeys')}</p>
      </div>
      <div ref={panel} className="kk-fe-panel-box">
        <QuestionPanel key={edited.place?.join('.') ?? ''} />
      </div>
      {isAdding && <AddQuestion added={focusLabel} close={() => setAdding(false)} />}
    </div>
  );
});

interface PreviewPaneProps {
  readonly version: FormVersion | undefined;
  readonly back: () => void;
}

/** The preview of the draft, or of a version that a person looks at. */
const PreviewPane = observer(({ version, back }: PreviewPaneProps) => {
  const { item, form, problems } = useFormEditing();
  const messages = useMessages();
  if (version?.form)
    return (
      <FormPreview
        key={version.id}
        {...{ item, form: version.form }}
        title={messages.format('formEditor.versionNumber', { version: version.version })}
      >
        <Button size="small" onClick={back}>
          {messages.format('formEditor.backToDraft')}
        </Button>
      </FormPreview>
    );
  if (problems.some(({ message }) => message.endsWith('.duplicate')))
    return <p className="kk-soft">{messages.format('formEditor.previewWaits')}</p>;
  return <FormPreview {...{ item, form }} title={messages.format('formEditor.views.preview')} />;
});

const ViewBody = observer(
  ({ version, view }: { version: FormVersion | undefined; view: (next?: FormVersion) => void }) => {
    const { edited, item } = useFormEditing();
    switch (edited.view) {
      case 'lists':
        return <ListsView />;
      case 'languages':
        return <LanguagesView />;
      case 'settings':
        return <FormSettings />;
      case 'mappings':
        return <MappingsView />;
      case 'versions':
        return <FormVersionList {...{ item, view }} restore={(form) => edited.change(form)} />;
      case 'preview':
        return <PreviewPane version={version} back={() => view()} />;
      case 'questions':
        return <QuestionsView />;
    }
  },
);

const EditorBar = observer(({ isWide, publish }: { readonly isWide: boolean; readonly publish: () => void }) => {
  const { edited } = useFormEditing();
  const messages = useMessages();
  return (
    <div className="kk-fe-bar">
      <div role="group" aria-label={messages.format('formEditor.parts')} className="kk-fe-tools kk-fill">
        {EDITOR_VIEWS.filter((view) => !isWide || view !== 'preview').map((view) => (
          <Button
            key={view}
            size="small"
            variant="minimal"
            active={edited.view === view}
            aria-pressed={edited.view === view}
            onClick={() => edited.show(view)}
          >
            {messages.format(`formEditor.views.${view}`)}
          </Button>
        ))}
      </div>
      <div className="kk-fe-tools">
        <IconButton
          icon="undo"
          label={messages.format('formEditor.undo')}
          disabled={!edited.canUndo}
          onClick={edited.undo}
        />
        <IconButton
          icon="redo"
          label={messages.format('formEditor.redo')}
          disabled={!edited.canRedo}
          onClick={edited.redo}
        />
        <Button icon="cloud-upload" onClick={publish}>
          {messages.format('formEditor.publish')}
        </Button>
      </div>
    </div>
  );
});

const EditorBody = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const { edited, problems } = useFormEditing();
  const messages = useMessages();
  const { box, isWide } = useIsWide();
  const [isPublishing, setPublishing] = useState(false);
  const [version, setVersion] = useState<FormVersion>();
  const viewVersion = (next?: FormVersion): void => {
    setVersion(next);
    if (!isWide) edited.show(next ? 'preview' : 'versions');
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const isText = event.target instanceof Element && EDITED_TAGS.has(event.target.tagName);
    if (isText || !(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'z') return;
    event.preventDefault();
    if (event.shiftKey) edited.redo();
    else edited.undo();
  };
  const view = isWide && edited.view === 'preview' ? 'questions' : edited.view;
  useEffect(() => edited.show(view), [edited, view]);
  return (
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- undo by keyboard; its button does the same
    <div ref={box} className="kk-fe" onKeyDown={onKeyDown}>
      <EditorBar isWide={isWide} publish={() => setPublishing(true)} />
      {problems.length > 0 && (
        <details className="kk-fe-part kk-fe-problem-part">
          <summary>
            <span role="status">{messages.format('formEditor.problemCount', { count: problems.length })}</span>
          </summary>
          <ProblemLinks problems={problems} />
        </details>
      )}
      <div className={isWide ? 'kk-fe-sides' : undefined}>
        <ViewBody version={version} view={viewVersion} />
        {isWide && (
          <aside className="kk-fe-aside">
            <PreviewPane version={version} back={() => viewVersion()} />
          </aside>
        )}
      </div>
      {isPublishing && <PublishForm draft={draft} close={() => setPublishing(false)} />}
    </div>
  );
});

/** Offers to begin an item without a form. */
const NoForm = observer(({ edited, item }: { readonly edited: EditedForm; readonly item: Item }) => {
  const { intl } = useClient();
  const messages = useMessages();
  const begin = (): void => {
    const form = emptyFieldForm(item.$label, intl.locale.split('-')[0] ?? intl.locale);
    const { machineName, formType } = edited.values;
    edited.change({
      ...form,
      ...(typeof machineName === 'string' && { machineName }),
      formType: formType === 'trip' ? 'trip' : 'record',
    });
  };
  return (
    <Empty
      icon="form"
      title={messages.format('formEditor.empty')}
      action={
        <Button variant="solid" intent="primary" icon="plus" onClick={begin}>
          {messages.format('formEditor.begin')}
        </Button>
      }
    >
      {edited.isUnreadable ? (
        <Band tone="warning">{messages.format('formEditor.unreadable')}</Band>
      ) : (
        messages.format('formEditor.emptyHint')
      )}
    </Empty>
  );
});

const FormEditor = observer(({ item, draft, type, goTo }: TabProps & { readonly draft: ItemDraft }) => {
  const edited = useMemo(() => new EditedForm(draft), [draft]);
  const { form } = edited;
  const problems = useEditorProblems(useDeferredValue(form));
  const media = Object.keys(useFormMedia(item));
  return (
    <div className="kk-stack">
      <DraftBands draft={draft} type={type} />
      {draft.conflict && <ConflictChoice draft={draft} conflict={draft.conflict} type={type} />}
      {form ? (
        <FormEditingProvider value={{ item, edited, form, problems, media, goToFiles: () => goTo('edit') }}>
          <EditorBody draft={draft} />
        </FormEditingProvider>
      ) : (
        <NoForm edited={edited} item={item} />
      )}
    </div>
  );
});

/** The form and its versions for people who may not edit it. */
const FormReader = observer(({ item }: { readonly item: Item }) => {
  const messages = useMessages();
  const [version, setVersion] = useState<FormVersion>();
  const form = version?.form ?? readableForm(item['form']);
  return (
    <div className="kk-fe">
      {form ? (
        <FormPreview
          key={version?.id ?? ''}
          {...{ item, form }}
          title={
            version
              ? messages.format('formEditor.versionNumber', { version: version.version })
              : messages.format('formEditor.views.preview')
          }
        />
      ) : (
        <p className="kk-soft">{messages.format('formEditor.noQuestions')}</p>
      )}
      <FormVersionList item={item} view={setVersion} />
    </div>
  );
});

export const FormEditorTab = observer((props: TabProps) =>
  props.draft ? <FormEditor key={props.item.$id} {...props} draft={props.draft} /> : <FormReader item={props.item} />,
);
