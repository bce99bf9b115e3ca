// The mark of a row without a picture: the icon of its type, in the colour that the type declares.
import { render } from '@testing-library/react';
import { expect, it } from 'vitest';
import { Thumb } from 'src/client/displays/RowSummary.tsx';
import type { Item } from 'src/model/item/Item.ts';
import { registry } from 'tests/toy/generated/registry.client.ts';

const colourOf = (name: 'Book' | 'Shelf'): string => {
  const item = { $id: `${name}-1`, _t: name, _i: 1 } as Item;
  const { container } = render(<Thumb item={item} type={registry.types[name]!} />);
  return container.querySelector<HTMLElement>('.kk-type-icon')!.style.getPropertyValue('--kk-type-color');
};

it('wears the declared colour, and none where none is declared', () => {
  expect([colourOf('Book'), colourOf('Shelf')]).toEqual(['#0F60B1', '']);
});
