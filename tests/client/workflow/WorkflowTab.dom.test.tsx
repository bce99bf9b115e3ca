// The workflow of an item while others change it.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { Providers } from 'src/client/App.tsx';
import { ColumnContext } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { WorkflowTab } from 'src/client/workflow/WorkflowTab.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { createProductClient } from 'stories/product/createProductClient.ts';
import { sampleItems } from 'stories/product/sampleItems.ts';
import { scriptedItem, type Answer } from 'stories/scripted/ScriptedServer.ts';

const ANSWER = 'ConsultResponse-9001';
const answer = scriptedItem(ANSWER, { projectName: 'Crossing', state: 'PENDING', _wf: { steps: 1, done: 0 } });
const stepOf = (number: number, label: string) =>
  scriptedItem(`RwfSimple-${number}`, {
    ...{ of: ANSWER, kind: 'RWF_SIMPLE', key: `key${number}`, label, group: number, state: 'ACTIVE' },
  });

const Tab = observer(() => {
  const { items, registry } = useClient();
  const found = items.get(ANSWER);
  useEffect(() => items.watch(ANSWER), [items]);
  const type = registry.types['ConsultResponse'];
  return found.state === 'ready' && type ? <WorkflowTab item={found.item} type={type} /> : null;
});

const [FIRST, SECOND] = ['RwfSimple-9001', 'RwfSimple-9002'];
const steps = [stepOf(9001, 'Read the plans'), stepOf(9002, 'Walk the line')];

/** Shows the tab of a client that finds these steps. */
const showTab = async (ids: readonly string[], operations: Readonly<Record<string, Answer>> = {}) => {
  const client = createProductClient({
    items: [...sampleItems, answer, ...steps],
    operations: { 'search/ids': () => ({ ids: [...ids], total: ids.length }), ...operations },
  });
  onTestFinished(() => client.dispose());
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  const show = (): void =>
    void render(
      <Providers client={client}>
        <ColumnContext value={0}>
          <Tab />
        </ColumnContext>
      </Providers>,
    );
  return { client, show };
};

it('[WF-02] keeps an open menu while a colleague adds a step', async () => {
  const ids = [FIRST];
  const { client, show } = await showTab(ids);
  show();
  fireEvent.click(await screen.findByRole('button', { name: 'Change the workflow' }));
  const entry = await screen.findByRole('menuitem', { name: 'Add a step' });
  ids.push(SECOND);
  act(() => void client.server.change(ANSWER, { _wf: { steps: 2, done: 0 } }));
  await screen.findByText('0 of 2 steps done');
  await screen.findAllByText('Walk the line');
  expect(screen.getByRole('menuitem', { name: 'Add a step' })).toBe(entry);
});

it('[WF-02] shows no part of the steps before all of them have been read once', async () => {
  let release = (): void => {};
  const gate = new Promise<void>((resolve) => {
    release = resolve;
  });
  const { client, show } = await showTab([FIRST, SECOND], {
    readMany: async (body) => {
      const asked = body as string[];
      if (asked.includes(SECOND)) await gate;
      const found = asked.flatMap((id) => client.server.items.get(id) ?? []);
      return Object.fromEntries(found.map((item) => [item.$id, item])) as unknown as Json;
    },
  });
  client.items.readAhead([FIRST]);
  await waitFor(() => expect(client.items.peek(FIRST)?.state).toBe('ready'));
  show();
  await waitFor(() => expect(client.items.get(ANSWER).state).toBe('ready'));
  const isAsked = (): boolean =>
    client.server.received.some(({ o, b }) => o.startsWith('readMany') && JSON.stringify(b).includes(SECOND));
  await waitFor(() => expect(isAsked()).toBe(true));
  expect(screen.queryByText('Read the plans')).toBeNull();
  release();
  await screen.findAllByText('Read the plans');
  await screen.findAllByText('Walk the line');
});
