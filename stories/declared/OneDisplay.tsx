// One display of an item type at the full width of the story, with the values of its declaration as they are edited in the controls.

import { useMemo } from 'react';
import { registry } from 'src/generated/registry.client.ts';
import type { DisplayMode } from 'src/model/generated/displays.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import type { TypeView } from 'src/model/schema/TypeView.ts';
import { Frame } from 'stories/product/Frame.tsx';
import { TypeListing } from 'stories/product/TypeListing.tsx';

export interface OneDisplayProps {
  readonly type: ItemType;
  readonly display: DisplayMode;
  /** Members of the compiled view that replace the declared ones. */
  readonly view: Partial<TypeView>;
}

const FRAME_HEIGHT = 720;

export const OneDisplay = ({ type, display, view }: OneDisplayProps) => {
  const options = useMemo(
    () => ({
      registry: {
        ...registry,
        types: { ...registry.types, [type.name]: { ...type, view: { ...type.view, ...view } } },
      },
    }),
    [type, view],
  );
  return (
    <Frame key={JSON.stringify(view)} name={display} options={options} height={FRAME_HEIGHT}>
      <TypeListing type={type.name} display={display} />
    </Frame>
  );
};
