// The matrix of property kinds, made from the toy declaration. Shows each kind as a field and as a value: empty, filled, invalid, disabled.

import type { Meta, StoryObj } from '@storybook/react-vite';
import { useMemo } from 'react';
import { PropertyValue } from 'src/client/forms/PropertyValue.tsx';
import type { Item, Json } from 'src/model/item/Item.ts';
import { PROPERTY_KINDS } from 'src/model/generated/kindNames.ts';
import { createFormWorld, FULL_BOOK, World } from 'stories/forms/FormWorld.tsx';
import { registry } from 'tests/toy/generated/registry.client.ts';

const BOOK = Object.values(registry.types.Book?.properties ?? {}).filter(
  ({ name }) => name in FULL_BOOK || name === 'size',
);

const KINDS = PROPERTY_KINDS.flatMap((kind) => BOOK.filter((property) => property.kind === kind));

const Values = ({
  compact,
  values,
}: {
  readonly compact: boolean;
  readonly values: Readonly<Record<string, Json>>;
}) => {
  const { client } = useMemo(() => createFormWorld(values), [values]);
  const item = { $id: 'Book-90', ...values } as unknown as Item;
  return (
    <World client={client}>
      <dl style={{ display: 'grid', gridTemplateColumns: '14ch 1fr', gap: '10px 16px' }}>
        {KINDS.map((property) => (
          <div key={property.name} style={{ display: 'contents' }}>
            <dt className="kk-soft">{property.kind}</dt>
            <dd style={{ minInlineSize: 0 }}>
              <PropertyValue
                type="Book"
                property={property}
                value={values[property.name]}
                item={item}
                compact={compact}
              />
            </dd>
          </div>
        ))}
      </dl>
    </World>
  );
};

const meta: Meta<typeof Values> = {
  title: 'forms/Values',
  component: Values,
  parameters: {
    usage:
      'Use the kind of a property to decide how its value is shown and edited everywhere. Not for a look of one page: a new look belongs to the kind. Accessibility: Each control works with the keyboard and has the name of its property.',
  },
};
export default meta;

type Story = StoryObj<typeof Values>;

export const Reading: Story = { args: { compact: false, values: FULL_BOOK } };
export const Compact: Story = { args: { compact: true, values: FULL_BOOK } };
export const Nothing: Story = { args: { compact: false, values: {} } };
