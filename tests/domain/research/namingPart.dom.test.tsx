// The page of a record says how its respondents may be named.
import { act, render, screen, waitFor, within } from '@testing-library/react';
import { expect, it, onTestFinished, vi } from 'vitest';
import { App } from 'src/client/App.tsx';
import type { Json } from 'src/model/item/Item.ts';
import { createProductClient } from 'stories/product/createProductClient.ts';
import { sampleItems } from 'stories/product/sampleItems.ts';
import type { ScriptedClient } from 'stories/scripted/createScriptedClient.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';
import { giveElementsSize } from 'tests/client/shell/renderApp.tsx';

const DATA = 'ResearchData-9001';
const PERSON = 'CommunityMember-9001';
const items = [
  ...sampleItems,
  scriptedItem(DATA, { label: 'Harrow camp', access: 'COMMUNITY' }),
  scriptedItem(PERSON, { firstName: 'Ottilie', lastName: 'Harrowgate', name: 'Ottilie Harrowgate' }),
];

const REGION = { name: 'Names of the respondents' };

/** Returns each term of the part with its value. */
const shownNames = async (): Promise<readonly string[]> => {
  const names = await screen.findByRole('region', REGION);
  const values = within(names).getAllByRole('definition');
  return within(names)
    .getAllByRole('term')
    .map(({ textContent }, at) => `${textContent} ${values[at]?.textContent}`);
};

const openRecord = async (naming: Json): Promise<ScriptedClient> => {
  giveElementsSize();
  const operations = {
    'act/respondentNaming': () => naming,
    'act/permittedUses': () => ({ limited: 0, uses: [] }),
  };
  const client = createProductClient({ items, operations, path: `/i-${DATA}` });
  onTestFinished(() => {
    client.dispose();
    vi.restoreAllMocks();
    localStorage.clear();
  });
  render(<App client={client} />);
  await act(() => vi.waitFor(() => expect(client.session.state).toBe('USER_VALID')));
  await screen.findByRole('heading', { level: 2, name: 'Harrow camp' });
  return client;
};

it.each([
  ['NAMED', 'By name'],
  ['INITIALS', 'By initials only'],
  ['ANONYMOUS', 'Without a name'],
] as const)('[RES-01] the page of a record says the form of a name that a consent permits: %s', async (form, words) => {
  await openRecord({ persons: [], others: form });
  expect(await shownNames()).toEqual([`Each respondent ${words}`]);
});

it('[RES-01] the page of a record says the form for each respondent whose consent the reader may read', async () => {
  await openRecord({ persons: [{ respondent: PERSON, naming: 'INITIALS' }], others: 'ANONYMOUS' });
  await waitFor(async () =>
    expect(await shownNames()).toEqual(['Ottilie Harrowgate By initials only', 'Other respondents Without a name']),
  );
  const names = screen.getByRole('region', REGION);
  expect(within(names).getByRole('link').textContent).toBe('Ottilie Harrowgate');
});

it('[RES-01] the page of a record without a consent says nothing of names', async () => {
  const { server } = await openRecord({ persons: [] });
  await waitFor(() => expect(server.received.map(({ o }) => o)).toContain('act/respondentNaming'));
  await act(() => Promise.resolve());
  expect(screen.queryByRole('region', REGION)).toBeNull();
});
