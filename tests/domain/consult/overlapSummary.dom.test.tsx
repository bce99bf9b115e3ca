// The numbers next to the map of an area, and the text in place of the map for people who may not see it, use the same count.
import { render, screen } from '@testing-library/react';
import { observer } from 'mobx-react-lite';
import { expect, it } from 'vitest';
import { OverlapSummary } from 'src/domain/consult/overlap/OverlapSummary.client.tsx';
import { useClient } from 'src/client/useClient.ts';
import type { Overlap } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { sampleItems } from 'stories/product/sampleItems.ts';
import { emptyOverlap, projectArea, sampleOverlap } from 'stories/product/sampleOverlap.ts';
import { scriptedItem } from 'stories/scripted/ScriptedServer.ts';

const ID = 'ConsultResponse-9001';
const response = scriptedItem(ID, { projectName: 'Crossing', state: 'PENDING', projectArea });

const Summary = observer(() => {
  const { items, registry } = useClient();
  const found = items.get(ID);
  const type = registry.types['ConsultResponse'];
  if (found.state !== 'ready' || !type) return null;
  return <OverlapSummary item={found.item} type={type} goTo={() => {}} place={undefined} />;
});

const show = (overlap: Overlap): void => {
  render(
    <Frame
      name="Area"
      options={{ items: [...sampleItems, response], operations: { 'act/overlap': () => overlap as unknown as Json } }}
    >
      <Summary />
    </Frame>,
  );
};

const numbers = (): readonly number[] =>
  [...document.querySelectorAll('.kk-overlap-totals dd')].map(({ textContent }) => Number(textContent));

it('[EXPERIENCE] the words of the map count what the numbers next to it count, without the requests that are drawn too', async () => {
  const request = { type: 'Consultation', counts: [2, 0, 5, 7] };
  show({ ...sampleOverlap, rows: [...sampleOverlap.rows, request] });
  await screen.findByText(/^24 records in the area and the distances around it\./);
  expect(numbers().reduce((sum, count) => sum + count, 0)).toBe(24);
  await screen.findByText('Not counted: 14 requests.');
});

it('[EXPERIENCE] the words of the map say that nothing lies there where the numbers do', async () => {
  show({ ...emptyOverlap, rows: [{ type: 'Consultation', counts: [1, 0, 0, 0] }] });
  await screen.findByText(/^Nothing in the area and the distances around it\./);
  expect(numbers()).toEqual([0, 0, 0, 0]);
});
