// Two versions of a template side by side: which steps came, went and changed from the one to the other, since when each counts and who
// made it. Every version is there, since history keeps what a template was.

import { observer } from 'mobx-react-lite';
import { useCallback, useId, useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import type { Choices } from 'src/client/fields/Choices.ts';
import 'src/client/intl/laterMessages.ts';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { When } from 'src/client/ui/When.tsx';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { changesBetween, versionsFrom, type TemplateVersion } from 'src/client/workflow/templateVersions.ts';
import { PreviewList } from 'src/client/workflow/workflowQuestions.tsx';
import type { HistoryEvent } from 'src/model/generated/wire.ts';
import type { Item } from 'src/model/item/Item.ts';

const VERSIONS_PER_REQUEST = 100;
/** Number of versions to compare; the oldest of more are left out. */
const MAX_VERSION_PARTS = 20;

interface Past {
  readonly versions: readonly TemplateVersion[] | undefined;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

const useVersions = (item: Item): Past => {
  const { connection } = useClient();
  const ask = useCallback(async () => {
    const events: HistoryEvent[] = [];
    for (let part = 0; part < MAX_VERSION_PARTS; part += 1) {
      const before = events.at(-1)?._u;
      const answer = await connection.send(`history/${item.$id}`, {
        max: VERSIONS_PER_REQUEST,
        ...(before !== undefined && { before }),
      });
      events.push(...answer.events);
      if (!answer.more) break;
    }
    return versionsFrom(item, events);
  }, [connection, item]);
  const { answer: versions, failure, again } = useServerData({ of: item.$id, ask });
  return { versions, failure: versions ? undefined : failure, again };
};

const VersionFacts = ({ version: { since, by } }: { readonly version: TemplateVersion }) => (
  <p className="kk-soft">
    <When at={since} /> {by !== null && <ItemLink id={by} />}
  </p>
);

/** Returns the differences between two versions of a template. Removed steps have the names of the earlier version. */
const versionChanges = (from: TemplateVersion, to: TemplateVersion) => {
  const { add, change, remove } = changesBetween(from, to);
  const labelOf = (key: string): string => from.steps.find((step) => step.key === key)?.label ?? key;
  return {
    ...{ from: from.version, to: to.version, keep: [], add },
    change: change.map(({ key, step, names }) => ({ key, label: step.label, names })),
    remove: remove.map((key) => ({ key, label: labelOf(key) })),
  };
};

export const TemplateVersions = observer(({ item }: { readonly item: Item }) => {
  const messages = useMessages();
  const id = useId();
  const [chosen, setChosen] = useState<{ readonly from?: number; readonly to?: number }>({});
  const { versions, failure, again } = useVersions(item);
  if (failure !== undefined) return <PartFailed message="workflow.versions.failed" failure={failure} again={again} />;
  const [newest, before] = versions ?? [];
  if (!versions || !newest || !before) return null;
  const of = (version: number | undefined, otherwise: TemplateVersion): TemplateVersion =>
    versions.find((each) => each.version === version) ?? otherwise;
  const [from, to] = [of(chosen.from, before), of(chosen.to, newest)];
  const choices: Choices = versions.map(({ version }) => [
    String(version),
    messages.format('workflow.version', { version }),
  ]);
  return (
    <section className="kk-stack" aria-labelledby={id}>
      <h3 id={id} className="kk-workflow-title">
        {messages.format('workflow.versions')}
      </h3>
      <LiveForm
        fields={[
          { name: 'from', label: 'workflow.versions.from', kind: 'integer', none: null, choices },
          { name: 'to', label: 'workflow.versions.to', kind: 'integer', none: null, choices, sameRow: true },
        ]}
        values={{ from: from.version, to: to.version }}
        set={(changes) => setChosen((now) => ({ ...now, ...changes }))}
      />
      <div className="kk-versions">
        <VersionFacts version={from} />
        <VersionFacts version={to} />
      </div>
      <div role="status" className="kk-version-changes">
        <PreviewList preview={versionChanges(from, to)} messages={messages} />
      </div>
    </section>
  );
});
