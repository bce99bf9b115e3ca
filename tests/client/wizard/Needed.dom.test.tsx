import { render, screen, within } from '@testing-library/react';
import { observable, runInAction } from 'mobx';
import { act } from 'react';
import { expect, it } from 'vitest';
import type { ItemDraft } from 'src/client/stores/ItemDraft.ts';
import { NeededHere, NeededInAll } from 'src/client/wizard/Needed.tsx';
import { registry } from 'src/generated/registry.client.ts';
import type { Values } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { Frame } from 'stories/product/Frame.tsx';

const type = registry.types['Consultation'] as ItemType;

it('[ROUTE-05] [CONS-01] says at first what a request needs in all, and at each step what it still lacks', async () => {
  const values = observable.box<Values>({ projectName: 'Road' });
  const draft = {
    get values() {
      return values.get();
    },
  } as ItemDraft;
  render(
    <Frame name="Wizard">
      <NeededInAll type={type} draft={draft} />
      <NeededHere type={type} draft={draft} at="project" />
    </Frame>,
  );
  const needed = within(await screen.findByRole('group'));
  const said = needed.getAllByRole('definition').map((each) => each.textContent);
  expect(said).toEqual([
    'Name of the project, Type of project, Description, and Requested response date',
    'Project area',
    'No required fields',
    'Submitted by and Contacts',
    'Communities to ask',
  ]);
  screen.getByText('Still needed in this step: Type of project, Description, and Requested response date.');
  const whole = { projectType: 'BRIDGE', projectDescription: 'A culvert.', requestedResponseDate: '2031-05-01' };
  act(() => runInAction(() => values.set({ projectName: 'Road', ...whole })));
  // It keeps its place.
  expect(screen.getByText(/^Still needed/).style.visibility).toBe('hidden');
  // The total number of required fields stays.
  expect(needed.getAllByRole('definition')[0]?.textContent).toBe(said[0]);
});
