// Approximate dates as pages show them, next to their stored values.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import { createFormWorld, FULL_BOOK, World } from 'stories/forms/FormWorld.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const PRINTED = registry.types.Book?.properties['printed'];

const Dates = ({ stored }: { readonly stored: readonly string[] }) => {
  const { client } = useMemo(() => createFormWorld(FULL_BOOK), []);
  return (
    <World client={client}>
      <dl style={{ display: 'grid', gridTemplateColumns: 'minmax(0, 22ch) minmax(0, 1fr)', gap: '10px 16px' }}>
        {stored.map((value) => (
          <div key={value} style={{ display: 'contents' }}>
            <dt className="kk-soft">{value}</dt>
            <dd style={{ margin: 0 }}>
              {PRINTED && <PropertyValue type="Book" property={PRINTED} value={value} item={undefined} />}
            </dd>
          </div>
        ))}
      </dl>
    </World>
  );
};

const meta: Meta<typeof Dates> = {
  title: 'forms/ApproximateDates',
  component: Dates,
  parameters: {
    usage:
      'Use for days that people know only roughly. Not for a date from which a deadline is computed. Accessibility: The field accepts text, and repeats in words what it understood.',
  },
};
export default meta;

export const Words: StoryObj<typeof Dates> = {
  args: {
    stored: [
      ...['1910', '1910-05', '1910-05-12', '1910~', '1984?', '1984%', '191X', '190X', '18XX', '1950-21', '-0449'],
      ...['1910/1915', '1910~/1915?', '../1931', '1931/..', 'XXXX', 'XXXX (torn label)', '1910~ (back of the print)'],
    ],
  },
};
