// The steps of a template, edited and checked. Changes are part of the item's draft, as in its form. Below are the
// tasks that the saved steps would assign, the records that follow them, and the differences between versions.

import { observer } from 'mobx-react-lite';
import { DraftBands } from 'src/client/forms/draft/DraftBands.tsx';
import { useSave } from 'src/client/forms/draft/useItemDraft.ts';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { DryRun } from 'src/client/workflow/DryRun.tsx';
import { PlanEditor } from 'src/client/workflow/PlanEditor.tsx';
import { stepsIn, plainSteps } from 'src/client/workflow/templateSteps.ts';
import { TemplateRuns } from 'src/client/workflow/TemplateRuns.tsx';
import { TemplateVersions } from 'src/client/workflow/TemplateVersions.tsx';
import type { Item, ItemId } from 'src/model/item/Item.ts';

const SaveBar = observer(({ draft }: { readonly draft: ItemDraft }) => {
  const messages = useMessages();
  const save = useSave(draft);
  if (!draft.dirty) return null;
  const { problems } = draft;
  return (
    <>
      {Object.keys(problems).length > 0 && (
        <div role="alert">
          <Band tone="danger">{messages.format('workflow.edit.refused')}</Band>
        </div>
      )}
      <p className="kk-page-foot">
        <Button variant="solid" intent="primary" loading={draft.dirtyState === 'SAVING'} onClick={() => void save()}>
          {messages.format('cells.save')}
        </Button>
      </p>
    </>
  );
});

/** Returns the owner of the value lists of a template: the template's own owner. */
const ownerAt = (values: Readonly<Record<string, unknown>>, path: string | undefined): ItemId | 'system' => {
  const owner = path === undefined ? undefined : values[path];
  return typeof owner === 'string' && owner !== '' ? owner : 'system';
};

export const TemplateTab = observer(({ item }: { readonly item: Item }) => {
  const { items, drafts, session, registry } = useClient();
  const messages = useMessages();
  const type = registry.types[item._t];
  const draft = session.signedIn && items.may(item.$id, 'update') ? drafts.of(item.$id) : undefined;
  const values = draft?.values ?? item;
  return (
    <article className="kk-page kk-workflow" aria-label={messages.format('tabs.template')}>
      {draft?.dirty && type && <DraftBands draft={draft} type={type} />}
      <h3 className="kk-workflow-title">{messages.format('tabs.template')}</h3>
      <PlanEditor
        of={String(values['of'] ?? '')}
        owner={ownerAt(values, type?.read.owner)}
        steps={stepsIn(values as { steps?: Item['steps'] })}
        set={draft && ((next) => draft.set({ ...draft.values, steps: next.length > 0 ? plainSteps(next) : null }))}
      />
      {draft && <SaveBar draft={draft} />}
      {!draft?.dirty && (
        <>
          <DryRun item={item} />
          {typeof item['of'] === 'string' && <TemplateRuns item={item} of={item['of']} />}
          <TemplateVersions item={item} />
        </>
      )}
    </article>
  );
});
