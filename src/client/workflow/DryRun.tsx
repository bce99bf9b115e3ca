// Preview of the steps of a template, with assignees and due dates, for a chosen item or without one. The server
// computes it as for a real workflow.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { observer } from 'mobx-react-lite';
import { useCallback, useId, useState } from 'react';
import { LiveForm } from 'src/client/forms/LiveForm.tsx';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import { formatDate } from 'src/client/ui/dates.ts';
import { Loading } from 'src/client/ui/Loading.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { ScrollTable } from 'src/client/ui/ScrollTable.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData, type Answered } from 'src/client/useServerData.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

type TriedStep = Tried['steps'][number];

type Tried = Endpoints['dryRunWorkflow']['answer'];

const useDryRun = ({ $id, _t, _i, _u }: Item, tryWith: ItemId | undefined): Answered<Tried> => {
  const { connection, items } = useClient();
  const ask = useCallback(async (): Promise<Tried> => {
    const input = { _t, _i, ...(tryWith !== undefined && { item: tryWith }) };
    const tried = await connection.send('act/dryRunWorkflow', input);
    const people = tried.steps.flatMap(({ assignees }) => assignees);
    items.putLabels(Object.fromEntries(people.map(({ $id: person, label }) => [person, label])));
    return tried;
  }, [connection, items, _t, _i, tryWith]);
  return useServerData({ of: $id, ask, version: _u });
};

const DRY_RUN_COLUMNS = ['group', 'step', 'needed', 'assigned', 'starts', 'due'] as const;

const DryRunRows = observer(({ steps }: { readonly steps: readonly TriedStep[] }) => {
  const { registry } = useClient();
  const messages = useMessages();
  const kind = (key: string): string => {
    const type = registry.steps[key]?.type;
    return type === undefined ? key : messages.type(type);
  };
  const groups = [...new Set(steps.map(({ group }) => group))].toSorted((one, other) => one - other);
  const day = (value: string | undefined): string => (value === undefined ? '' : formatDate(messages.intl, value));
  return (
    <ScrollTable
      className="kk-dry-run"
      label={messages.format('workflow.check.table')}
      headings={DRY_RUN_COLUMNS.map((name) => messages.format(`workflow.check.${name}`))}
    >
      <tbody>
        {steps.map(({ key, group, label, kind: of, needed, assignees, starts, due }) => (
          <tr key={key}>
            <td>{groups.indexOf(group) + 1}</td>
            <th scope="row">
              {label} <span className="kk-soft">{kind(of)}</span>
            </th>
            <td>{messages.format(`workflow.check.needed.${needed}`)}</td>
            <td>
              {assignees.length === 0
                ? messages.format('workflow.nobody')
                : assignees.map(({ $id }, at) => (
                    <span key={$id}>
                      {at > 0 && ', '}
                      <ItemLink id={$id} />
                    </span>
                  ))}
            </td>
            <td>{needed === 'no' ? '' : day(starts)}</td>
            <td>{needed === 'no' ? '' : day(due)}</td>
          </tr>
        ))}
      </tbody>
    </ScrollTable>
  );
});

export const DryRun = observer(({ item }: { readonly item: Item }) => {
  const messages = useMessages();
  const id = useId();
  const [tryWith, setTryWith] = useState<ItemId>();
  const { answer: tried, failure, again } = useDryRun(item, tryWith);
  const of = typeof item['of'] === 'string' ? item['of'] : undefined;
  if (failure !== undefined) return <PartFailed message="workflow.check.failed" failure={failure} again={again} />;
  if (!tried) return <Loading />;
  if (tried.steps.length === 0) return null;
  return (
    <div role="group" className="kk-stack" aria-labelledby={`${id}-title`}>
      <h3 id={`${id}-title`} className="kk-workflow-title">
        {messages.format('workflow.check.table')}
      </h3>
      {of !== undefined && (
        <LiveForm
          fields={[
            {
              ...{ name: 'tryWith', kind: 'relation', rel: { to: [of], onDelete: 'null' } },
              label: messages.format('workflow.check.tryWith', { type: messages.typeInSentence(of) }),
            },
          ]}
          values={{ tryWith }}
          set={(changes) => setTryWith(changes.tryWith)}
        />
      )}
      <DryRunRows steps={tried.steps} />
    </div>
  );
});
