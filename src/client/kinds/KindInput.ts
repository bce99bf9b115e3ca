// The small control in which one value of a kind is given outside of a form: in a bulk change, a condition or a question. Each kind answers in
// its own folder; src/client/generated/kindInputs.ts lists them.

import type { ComponentType } from 'react';
import type { Choices } from 'src/client/fields/Choices.ts';
import type { Client } from 'src/client/Client.ts';
import type { Messages } from 'src/client/ui/declaredMessages.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { Comparison } from 'src/model/workflow/WorkflowTemplate.ts';

export interface KindInputProps {
  readonly id: string;
  readonly property: Pick<Property, 'rel' | 'minimum'>;
  readonly value: Json | undefined;
  readonly set: (value: Json | undefined) => void;
  readonly choices?: Choices | undefined;
  /** Text of the choice of nothing. */
  readonly none: string;
  readonly maxLength?: number | undefined;
  /** The control is in a line with other controls. */
  readonly inline?: boolean;
}

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

export interface KindInput {
  /** Undefined where a value needs more than one control. */
  readonly control: ComponentType<KindInputProps> | undefined;
  /** Returns what can be chosen, where that is a closed set. Observable. */
  readonly choices?: (source: ChoiceSource) => Choices;
  /** Comparisons that a condition can make with values. */
  readonly compared: readonly Comparison[];
}

export const COMPARED = {
  presence: ['filled', 'empty'],
  equality: ['eq', 'ne', 'filled', 'empty'],
  choice: ['eq', 'ne', 'in', 'filled', 'empty'],
  number: ['eq', 'ne', 'gt', 'lt', 'filled', 'empty'],
  date: ['gt', 'lt', 'eq', 'filled', 'empty'],
} as const satisfies Readonly<Record<string, readonly Comparison[]>>;
