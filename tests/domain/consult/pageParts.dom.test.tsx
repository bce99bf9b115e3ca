// Parts of the pages of a request and of a response that show the area.
import { screen, within } from '@testing-library/react';
import { expect, it } from 'vitest';
import { consultClientArea } from 'src/domain/consult/module.client.ts';
import { registry } from 'src/generated/registry.client.ts';
import { heading, renderApp } from 'tests/client/shell/renderApp.tsx';
import { sampleItems } from 'stories/product/sampleItems.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const COMMUNITY = 'Organization-1';
const request = scriptedItem('Consultation-9001', {
  projectName: 'Crossing',
  projectDescription: 'A bridge',
  state: 'SENT',
});
const response = scriptedItem('ConsultResponse-9001', {
  ...{ projectName: 'Our part of it', consultation: request.$id, community: COMMUNITY, state: 'PENDING' },
});
const thread = scriptedItem('Thread-9001', {
  ...{ title: 'Please add a map', context: request.$id, purpose: 'CONSULT_INCOMPLETE', messageCount: 1 },
});
const message = scriptedItem('Message-9001', { thread: thread.$id, body: 'The map is missing', attachments: [] });

const open = (path: string) =>
  renderApp({
    ...{ path, registry, domain: consultClientArea },
    items: [...sampleItems, request, response, thread, message],
    user: { readOrgs: [COMMUNITY] },
  });

it('[CONS-01] a request shows the own response of the reader, and what another party asks for', async () => {
  await open(`/i-${request.$id}`);
  await heading('Crossing');
  const own = (await screen.findByRole('link', { name: 'Our part of it' })).closest('section')!;
  expect(own.className).toBe('kk-own');
  expect(await screen.findByText('The map is missing', { selector: '.kk-open-request' })).toBeTruthy();
});

it('[CONS-01] a response shows what the request says, and the last messages about it', async () => {
  await open(`/i-${response.$id}`);
  await heading('Our part of it');
  const about = (await screen.findByText('A bridge')).closest('section')!;
  expect(within(about).getByRole('link', { name: 'Crossing' })).toBeTruthy();
  expect(await screen.findByText('The map is missing')).toBeTruthy();
});
