// The workflow of an item while others change it.
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { useEffect } from 'react';
import { expect, it, onTestFinished } from 'vitest';
import { Providers } from 'src/client/App.tsx';
import { ColumnContext } from 'src/client/navigation/ColumnContext.ts';
import { useClient } from 'src/client/useClient.ts';
import { WorkflowTab } from 'src/client/workflow/WorkflowTab.tsx';
import { createProductClient } from 'stories/product/createProductClient.ts';
import { sampleItems } from 'stories/product/sampleItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

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

it('[WF-02] keeps an open menu while a colleague adds a step', async () => {
  const ids = ['RwfSimple-9001'];
  const client = createProductClient({
    items: [...sampleItems, answer, stepOf(9001, 'Read the plans'), stepOf(9002, 'Walk the line')],
    operations: { 'search/ids': () => ({ ids: [...ids], total: ids.length }) },
  });
  onTestFinished(() => client.dispose());
  await waitFor(() => expect(client.session.state).toBe('USER_VALID'));
  render(
    <Providers client={client}>
      <ColumnContext value={0}>
        <Tab />
      </ColumnContext>
    </Providers>,
  );
  fireEvent.click(await screen.findByRole('button', { name: 'Change the workflow' }));
  const entry = await screen.findByRole('menuitem', { name: 'Add a step' });
  ids.push('RwfSimple-9002');
  act(() => void client.server.change(ANSWER, { _wf: { steps: 2, done: 0 } }));
  await screen.findByText('0 of 2 steps done');
  await screen.findAllByText('Walk the line');
  expect(screen.getByRole('menuitem', { name: 'Add a step' })).toBe(entry);
});
