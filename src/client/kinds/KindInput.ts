// Controls for values of a kind outside of an item's form: in conditions, bulk changes and facets. Each kind answers in its own folder;
// src/client/generated/kindInputs.ts lists them.

import type { ComponentType } from 'react';
import type { Choices } from 'src/client/fields/Choices.ts';
import type { Client } from 'src/client/Client.ts';
import type { Bounds } from 'src/client/listing/wholeRange.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Comparison } from 'src/model/workflow/WorkflowTemplate.ts';

export interface ChoiceSource {
  readonly client: Pick<Client, 'lists'>;
  readonly messages: Messages;
  /** Item type that declares the property. */
  readonly type: string;
  readonly property: Property;
  /** Owners of the value list; what all of them have can be chosen. */
  readonly owners: readonly string[];
  /** Values that are no longer in use can be chosen too. */
  readonly withEnded?: boolean;
}

export interface EndProps {
  readonly id: string;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
}

/** Inputs for the ends of a range. */
export interface RangeInput {
  readonly control: ComponentType<EndProps>;
  /** Returns undefined for what is no value. */
  readonly bounds: (typed: Json) => Bounds | undefined;
  /** Message for what is no value. */
  readonly problem: string;
}

export interface KindInput {
  /** A value has parts, so a bulk change cannot set it. */
  readonly composite?: true;
  /** Returns what can be chosen, where that is a closed set. Observable. */
  readonly choices?: (source: ChoiceSource) => Choices;
  /** Comparisons that a condition can make with values. */
  readonly compared: readonly Comparison[];
  readonly range?: RangeInput;
}

export const COMPARED = {
  presence: ['filled', 'empty'],
  equality: ['eq', 'ne', 'filled', 'empty'],
  choice: ['eq', 'ne', 'in', 'filled', 'empty'],
  number: ['eq', 'ne', 'gt', 'lt', 'filled', 'empty'],
  date: ['gt', 'lt', 'eq', 'filled', 'empty'],
  span: ['gt', 'lt', 'within', 'eq', 'filled', 'empty'],
} as const satisfies Readonly<Record<string, readonly Comparison[]>>;
