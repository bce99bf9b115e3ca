// Uses of a template: each record that follows its steps, the version of them, and the progress. Records that the
// reader may not see are left out.

import { observer } from 'mobx-react-lite';
import { useCallback, useEffect, useId, useState } from 'react';
import { ItemLink } from 'src/client/navigation/ItemLink.tsx';
import 'src/client/intl/laterMessages.ts';
import { formatDate } from 'src/client/ui/dates.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { PartFailed } from 'src/client/ui/PartFailed.tsx';
import { ScrollTable } from 'src/client/ui/ScrollTable.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';
import { useServerData } from 'src/client/useServerData.ts';
import { listOwner, workflowSubject, workflowSummary } from 'src/client/fields/display/stepValues.ts';
import type { Item, ItemId } from 'src/model/item/Item.ts';

/** Size of a page. */
const RUNS_PER_PAGE = 100;

interface Found {
  readonly ids: readonly ItemId[];
  readonly total: number;
}

interface Following {
  readonly found: Found | undefined;
  readonly failure: unknown;
  readonly again: () => Promise<void>;
}

const useFollowing = ({ $id, _u }: Item, of: string, max: number): Following => {
  const { search, items } = useClient();
  const ask = useCallback(
    () =>
      search.search({
        must: { _t: [of], related: [$id] },
        sort: [{ key: 'updated', order: 'desc' }],
        max,
        labels: true,
      }),
    [search, of, $id, max],
  );
  const { answer: found, failure, again } = useServerData({ of: $id, ask, version: _u });
  const names = found?.ids.join() ?? '';
  useEffect(() => {
    const releases = names === '' ? [] : names.split(',').map((id) => items.watch(id));
    return () => releases.forEach((release) => release());
  }, [items, names]);
  return { found, failure: found ? undefined : failure, again };
};

const RUN_COLUMNS = ['record', 'version', 'state', 'done', 'due'] as const;

interface RowsProps {
  readonly running: readonly Item[];
  /** Current version of the template. */
  readonly newest: number;
}

const TemplateRunRow = observer(({ item, newest }: { readonly item: Item; readonly newest: number }) => {
  const { lists, registry } = useClient();
  const messages = useMessages();
  const subject = workflowSubject(registry, item._t);
  const { version = 1, state, done, steps, due } = workflowSummary(item);
  return (
    <tr>
      <th scope="row">
        <ItemLink id={item.$id} />
      </th>
      <td>
        {messages.format('workflow.version', { version })}
        {version < newest && <span className="kk-soft">{messages.format('workflow.runs.older')}</span>}
      </td>
      <td>{subject && state !== undefined && (lists.label(subject.list, listOwner(subject, item), state) ?? state)}</td>
      <td>{messages.format('workflow.doneOf', { done, count: steps })}</td>
      <td>{due !== undefined && formatDate(messages.intl, due)}</td>
    </tr>
  );
});

const TemplateRunRows = ({ running, newest }: RowsProps) => {
  const messages = useMessages();
  return (
    <ScrollTable
      className="kk-dry-run"
      label={messages.format('workflow.runs')}
      headings={RUN_COLUMNS.map((name) => messages.format(`workflow.runs.${name}`))}
    >
      <tbody>
        {running.map((item) => (
          <TemplateRunRow key={item.$id} item={item} newest={newest} />
        ))}
      </tbody>
    </ScrollTable>
  );
};

/**
 * Returns the records that follow the template now, those with an older version first, and the number of finished ones.
 */
const followers = (all: readonly Item[], template: ItemId): { running: readonly Item[]; ended: number } => {
  const following = all
    .map((item) => ({ item, ...workflowSummary(item) }))
    .filter(({ workflow }) => workflow === template);
  const running = following.filter(({ done, steps }) => done < steps);
  return {
    running: running.toSorted((one, other) => (one.version ?? 1) - (other.version ?? 1)).map(({ item }) => item),
    ended: following.length - running.length,
  };
};

export const TemplateRuns = observer(({ item, of }: { readonly item: Item; readonly of: string }) => {
  const { items } = useClient();
  const messages = useMessages();
  const id = useId();
  const [max, setMax] = useState(RUNS_PER_PAGE);
  const { found, failure, again } = useFollowing(item, of, max);
  if (failure !== undefined) return <PartFailed message="workflow.runs.failed" failure={failure} again={again} />;
  const loaded = found?.ids.map((each) => items.get(each));
  if (!found || loaded?.some(({ state }) => state === 'loading')) return null;
  const all = (loaded ?? []).flatMap((each) => (each.state === 'ready' ? [each.item] : []));
  const { running, ended } = followers(all, item.$id);
  const more = found.total - found.ids.length;
  return (
    <section className="kk-stack" aria-labelledby={id}>
      <h3 id={id} className="kk-workflow-title">
        {messages.format('workflow.runs')}
      </h3>
      {running.length > 0 && <TemplateRunRows running={running} newest={Number(item['version'] ?? 1)} />}
      <p className="kk-soft">
        {messages.format('workflow.runs.count', { running: running.length, ended })}{' '}
        {more > 0 && messages.format('workflow.runs.more', { count: more })}
      </p>
      {more > 0 && (
        <p>
          <Button size="small" icon="chevron-down" onClick={() => setMax(found.ids.length + RUNS_PER_PAGE)}>
            {messages.format('workflow.runs.showMore', { count: Math.min(RUNS_PER_PAGE, more) })}
          </Button>
        </p>
      )}
    </section>
  );
});
