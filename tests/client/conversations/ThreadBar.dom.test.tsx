import { render, waitFor } from '@testing-library/react';
import { expect, it } from 'vitest';
import { ThreadBar } from 'src/client/conversations/ThreadBar.tsx';
import type { Property } from 'src/model/schema/Property.ts';
import { createFormWorld, World } from 'stories/forms/FormWorld.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const SYNC_STATE: Property = {
  ...{ name: '$syncState', kind: 'enum', many: false, required: false, readOnly: false },
  ...{ default: 'LOCAL', values: ['LOCAL', 'PENDING'] },
};
const { Book } = registry.types;
const withState = {
  ...registry,
  types: { ...registry.types, Book: { ...Book!, properties: { ...Book!.properties, $syncState: SYNC_STATE } } },
};

it.each([
  ['PENDING', 'Pending'],
  ['LOCAL', ''],
])('[CONV-01] says how the exchange with another site stands where there is one: %s', async ($syncState, said) => {
  const { client } = createFormWorld({}, { registry: withState });
  const { container } = render(
    <World client={client}>
      <ThreadBar thread={scriptedItem('Book-9', { $syncState })} edit={undefined} />
    </World>,
  );
  await waitFor(() => expect(container.querySelector('.kk-thread-state svg')).toBeTruthy());
  expect(container.querySelector('.kk-thread-bar > .kk-soft')?.textContent?.split(': ')[1] ?? '').toBe(said);
});
