// A community without a workflow template can answer a request: its main button leads to steps that it plans itself.
import { expect, it } from 'vitest';
import { columnAt } from 'tests/e2e/harness/columns.ts';
import { screenshot } from 'tests/e2e/harness/screenshot.ts';
import { useWorld } from 'tests/e2e/harness/useWorld.ts';
import { askingOf } from 'tests/e2e/preparedResponse.ts';

const world = useWorld();
const { ask, find } = askingOf(world);

/** The response of the second community of the sample to a new request. */
const arrives = async (): Promise<string> => {
  const [community = ''] = await find({ _t: ['Organization'], text: ['Ostermay Shoals'] });
  const [request = ''] = await find({ _t: ['Consultation'], text: ['Lights on the ferry landing'] }, 'proponent');
  const { _u = 0 } = await ask(`read/${request}`, null, 'proponent');
  await ask('update', { $id: request, _u, asked: [{ community, selected: true }] }, 'proponent');
  const [_t = '', number] = request.split('-');
  await ask('act/transition', { _t, _i: Number(number), name: 'submit' }, 'proponent');
  const [response = ''] = await find({ _t: ['ConsultResponse'], consultation: [request] });
  return response;
};

it('[WF-02] a community without a template is led to steps that it plans itself', async () => {
  const response = await arrives();
  const { page } = await world.open({ as: 'partner', screen: 'wide', at: `/i-${response}` });
  const item = columnAt(page, 1);
  await item.getByRole('group', { name: 'State' }).getByRole('button', { name: 'Choose a workflow' }).click();
  await page.getByText('There is no workflow template yet.', { exact: false }).first().waitFor();
  await item.getByRole('button', { name: 'Plan the steps by hand' }).waitFor();
  expect(await page.getByRole('dialog').count()).toBe(0);
  await screenshot(page, 'no-template');
});
