// The only client file that src/domain may import: what a domain area can add in code, by registered key.
// The generated lazy parts (forms, validators) enter by the same value.

import type { ComponentType } from 'react';
import type { InvalidEntry } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import type { LoadedForm } from 'src/model/schema/LoadedForm.ts';

export interface ViewProps {
  readonly index: number;
  readonly param: string | undefined;
}

/**
 * A form rule over several fields of one type: what is wrong, at the JSON pointer of the field that should say so.
 * `(values) => (values.from > values.to ? [{ path: '/to', message: 'errors.endBeforeStart' }] : [])`
 */
export type FormRule = (values: Readonly<Record<string, Json>>) => readonly InvalidEntry[];

export interface ClientDomain {
  /** Generated: the form of each type. */
  readonly forms: Readonly<Record<string, () => Promise<LoadedForm>>>;
  /** Views by key that a declaration cannot express. */
  readonly views: Readonly<Record<string, ComponentType<ViewProps>>>;
  /** Rules across the fields of a type's form, by type. The server's rules decide; these save a round trip. */
  readonly formRules?: Readonly<Record<string, readonly FormRule[]>>;
}
