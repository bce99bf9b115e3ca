import { fireEvent, render, screen } from '@testing-library/react';
import { expect, it } from 'vitest';
import { TemplateRuns } from 'src/client/workflow/TemplateRuns.tsx';
import { Frame } from 'stories/product/Frame.tsx';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const TEMPLATE = 'Workflow-9001';
const RUNNING = 130;

const template = scriptedItem(TEMPLATE, { label: 'Usual steps', of: 'ConsultResponse', version: 1, state: 'ACTIVE' });
const responses = Array.from({ length: RUNNING }, (_, at) =>
  scriptedItem(`ConsultResponse-${10_001 + at}`, {
    ...{ projectName: `Crossing ${at + 1}`, state: 'PENDING' },
    _wf: { workflow: TEMPLATE, version: 1, state: 'NEW', done: 1, steps: 3 },
  }),
);

const rows = (): HTMLElement[] => screen.queryAllByRole('row').slice(1);

it('[WF-01] lists all that a template runs on, a hundred at a time', async () => {
  render(
    <Frame name="Template" options={{ items: [template, ...responses] }}>
      <TemplateRuns item={template} of="ConsultResponse" />
    </Frame>,
  );
  const more = await screen.findByRole('button', { name: 'Show 30 more' });
  screen.getByText(/30 more are not listed yet\./);
  expect(rows()).toHaveLength(100);
  fireEvent.click(more);
  await screen.findByText(/130 records are in these steps\./);
  expect(rows()).toHaveLength(RUNNING);
  expect(screen.queryByRole('button', { name: /^Show/ })).toBeNull();
});
