// Sheets with which designers review one item type. They are generated from its declaration.

import { ItemCell } from 'src/client/item/ItemCell.tsx';
import { registry } from 'src/generated/registry.client.ts';
import type { Item } from 'src/model/item/Item.ts';
import type { ItemType } from 'src/model/schema/Registry.ts';
import { DISPLAY_MODES, type DisplayMode } from 'src/model/generated/displays.ts';
import { Frame, Sheet, type FrameProps } from 'stories/product/Frame.tsx';
import { loadingFailedForbidden } from 'stories/product/answers.ts';
import { sampleItemsOfType } from 'stories/product/sampleItems.ts';
import { TypeForm } from 'stories/product/TypeForm.tsx';
import { TypeListing } from 'stories/product/TypeListing.tsx';
import type { ScriptedClientOptions } from 'stories/scripted/createScriptedClient.ts';
import { isLine } from 'src/model/kinds/kindTraits.ts';

export interface TypeProps {
  readonly type: ItemType;
}

const displaysOf = ({ view }: ItemType): readonly DisplayMode[] =>
  DISPLAY_MODES.filter((mode) => view.displays.includes(mode));

/** Displays that have a compact density. */
const COMPACT: readonly DisplayMode[] = ['LIST', 'CARDS'];
const compact: ScriptedClientOptions = { user: { preferences: { density: 'compact' } } };

export const Displays = ({ type }: TypeProps) => (
  <Sheet width={560}>
    {displaysOf(type).map((display) => (
      <Frame key={display} name={display} height={420}>
        <TypeListing type={type.name} display={display} />
      </Frame>
    ))}
    {displaysOf(type)
      .filter((display) => COMPACT.includes(display))
      .map((display) => (
        <Frame key={display} name={`${display}, compact`} options={compact} height={300}>
          <TypeListing type={type.name} display={display} />
        </Frame>
      ))}
  </Sheet>
);

export const Forms = ({ type }: TypeProps) => {
  const [item] = sampleItemsOfType(type.name);
  return (
    <Sheet width={380}>
      <Frame name="New">
        <TypeForm type={type} />
      </Frame>
      <Frame name="Filled">
        <TypeForm type={type} item={item} />
      </Frame>
      <Frame name="Wrong">
        <TypeForm type={type} item={item} wrong />
      </Frame>
    </Sheet>
  );
};

export const StepForms = ({ area }: { readonly area: string }) => (
  <Sheet width={380}>
    {Object.values(registry.steps).flatMap(({ kind, type: name }) => {
      const type = registry.types[name];
      return type?.area === area
        ? [
            <Frame key={kind} name={kind}>
              <TypeForm type={type} item={sampleItemsOfType(name)[0]} />
            </Frame>,
          ]
        : [];
    })}
  </Sheet>
);

const LONG = ' with a very long name that goes on because somebody wrote everything they knew into it';

/** Returns the item with very long texts and labels. */
const lengthened = (item: Item): Item => {
  const properties = registry.types[item._t]?.properties ?? {};
  const texts = Object.entries(item).filter(([name, value]) => isLine(properties[name]) && typeof value === 'string');
  const labels = Object.entries(item.$labels ?? {}).map(([id, label]) => [id, label + LONG]);
  return {
    ...item,
    ...Object.fromEntries(texts.map(([name, value]) => [name, String(value) + LONG])),
    ...{ $label: item.$label + LONG, $labels: Object.fromEntries(labels) },
  } as unknown as Item;
};

const Cases = ({ type, ...frame }: TypeProps & Omit<FrameProps, 'children'>) => (
  <>
    <Frame {...frame} name={`${frame.name}: list`} height={360}>
      <TypeListing type={type.name} display={displaysOf(type)[0] ?? 'LIST'} />
    </Frame>
    <Frame {...frame} name={`${frame.name}: page`} height={360}>
      <ItemCell id={sampleItemsOfType(type.name)[0]?.$id ?? ''} param={undefined} />
    </Frame>
  </>
);

export const States = ({ type }: TypeProps) => {
  const items = sampleItemsOfType(type.name).slice(0, 12);
  return (
    <Sheet width={380}>
      <Frame name="Empty: list" options={{ items: [] }} height={360}>
        <TypeListing type={type.name} display="LIST" />
      </Frame>
      {loadingFailedForbidden.map(([name, options]) => (
        <Cases key={name} type={type} name={name} options={options} />
      ))}
      <Cases type={type} name="Long names" options={{ items: items.map(lengthened) }} />
      <Cases type={type} name="Right to left" options={{ items }} dir="rtl" />
    </Sheet>
  );
};
