// Components of higher layers that forms and values show. The composition hands them to the client; they load when they are shown.

import type { ComponentType } from 'react';
import type { Item, Json } from 'src/model/item/Item.ts';

export interface PlaceMapProps {
  readonly type: string;
  readonly path: string;
  readonly value: Json;
  readonly item: Item | undefined;
}

interface GeometryPartProps {
  readonly value: Json | undefined;
  /** Kinds that the property allows; empty means all. */
  readonly kinds: readonly string[];
  readonly disabled: boolean;
  readonly set: (value: Json | undefined) => void;
}

export interface GeometryMapProps extends GeometryPartProps {
  readonly name: string;
  /** Changes when the place was taken from another source, so that the map moves there. */
  readonly taken: number;
  /** Called with the message id of what the current drawing lacks, and with undefined once it lacks nothing. The same function each time. */
  readonly lack?: (message: string | undefined) => void;
}

export interface ShapePointsProps extends GeometryPartProps {
  readonly leave: () => void;
}

export interface TakeFromFileProps extends Pick<GeometryPartProps, 'kinds'> {
  /** `name` is that of the only feature that was taken, as far as the file names it. */
  readonly take: (value: Json, name: string | undefined) => void;
  /** Message id of the purpose. A value of a field has none. */
  readonly title?: string;
  readonly close: () => void;
}

export interface NamesakeProps {
  readonly item: Item;
  /** All items of the same name. */
  readonly among: readonly Item[];
}

export interface ClientParts {
  readonly NamesakePicture: ComponentType<NamesakeProps>;
  readonly NamesakeFacts: ComponentType<NamesakeProps>;
  readonly PlaceMap: ComponentType<PlaceMapProps>;
  readonly GeometryMap: ComponentType<GeometryMapProps>;
  readonly ShapePoints: ComponentType<ShapePointsProps>;
  readonly TakeFromFile: ComponentType<TakeFromFileProps>;
  /** Returns the geometry of a well-known text; undefined for any other text. */
  readonly readWkt: (text: string) => Promise<Json | undefined>;
}
