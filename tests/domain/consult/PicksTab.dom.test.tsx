// Records that are picked from a search: what could not be saved stays chosen, and picks of others at the same time stay.
import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { consultClientArea } from 'src/domain/consult/module.client.ts';
import { registry } from 'src/generated/registry.client.ts';
import type { Json } from 'src/model/item/Item.ts';
import { problem } from 'src/model/problems.ts';
import { sampleItems, sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';

const RESEARCH = 'RwfResearch-9001';
const [first, second, third] = sampleItemsOfType('ArchiveEntry');
if (!first || !second || !third) throw new Error('the sample has three archive entries');

const openPicks = async (relevant: Json, operations = {}) => {
  const research = scriptedItem(RESEARCH, {
    ...{ of: 'ConsultResponse-9001', kind: 'RWF_RESEARCH', label: 'Ask the elders', state: 'ACTIVE' },
    relevant,
  });
  const client = await renderApp({
    ...{ path: `/i-${RESEARCH}?c0=picks`, registry, domain: consultClientArea, operations },
    items: [...sampleItems, research],
  });
  await heading('Ask the elders');
  return client;
};

it('[CONS-01] [ERR-01] leaves records selected and says why when they could not be added', async () => {
  const client = await openPicks([], {
    update: () => {
      throw problem('timeout');
    },
  });
  const [box] = await screen.findAllByRole<HTMLInputElement>('checkbox', { name: /^Select / });
  fireEvent.click(box!);
  const bar = within(await screen.findByRole('group', { name: 'Selected results' }));
  fireEvent.click(bar.getByRole('button', { name: 'Add as relevant' }));
  await waitFor(() => expect(client.alerts.alerts.map(({ type }) => type)).toContain('ERROR'));
  await act(async () => {});
  expect(client.alerts.alerts.map(({ type }) => type)).toEqual(['ERROR']);
  expect(bar.getByRole('button', { name: 'Add as relevant' })).toBeTruthy();
});

it('[CONS-01] keeps a record that another person picks while one is removed', async () => {
  const client = await openPicks([{ record: first.$id }, { record: second.$id }]);
  const remove = await screen.findByRole('button', { name: `Remove ${first.$label} from the list` });
  const stored = client.server.items.get(RESEARCH)!;
  const relevant = [{ record: first.$id }, { record: second.$id }, { record: third.$id, note: 'By another person' }];
  // Not pushed: this page shows the list as it was before.
  client.server.items.set(RESEARCH, Object.assign(structuredClone(stored), { relevant, _u: stored._u + 1 }));
  fireEvent.click(remove);
  await waitFor(() =>
    expect(client.server.items.get(RESEARCH)?.['relevant']).toEqual([
      { record: second.$id },
      { record: third.$id, note: 'By another person' },
    ]),
  );
});
