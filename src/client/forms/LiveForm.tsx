// A form without a button: each valid change takes effect at once. Values that change elsewhere appear in it; text that is no value stays.

import { reaction } from 'mobx';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { deepEqual } from 'src/base/deepEqual.ts';
import { ValuesModel } from 'src/client/fields/session/FormModel.ts';
import { NO_VALIDATOR, useFieldForm, type FormField } from 'src/client/forms/fieldForm.ts';
import { SchemaForm, useNewSession } from 'src/client/forms/SchemaForm.tsx';
import 'src/client/intl/laterMessages.ts';
import { propertyOfPointer } from 'src/client/stores/draftValues.ts';
import type { Values } from 'src/model/item/Item.ts';

export interface LiveValues<T> {
  /** Their names are those of the values. */
  readonly fields: readonly FormField[];
  readonly values: T;
  /** Gets the values that changed and are valid; undefined for an emptied one. */
  readonly set: (changes: Partial<T>) => void;
}

/** Returns the model of a form whose changes take effect at once. */
export const useLiveModel = <T extends object>({ fields, values, set }: LiveValues<T>): ValuesModel => {
  const outer = values as Values;
  const [model] = useState(() => new ValuesModel(outer));
  const known = useRef(outer);
  const namesThatDiffer = (one: Values, other: Values): readonly string[] =>
    fields.map(({ name }) => name).filter((name) => !deepEqual(one[name] ?? null, other[name] ?? null));
  const { plan } = useFieldForm(fields);
  const pass = useEffectEvent((typed: Values) => {
    const wrong = new Set(plan.check(typed).map(({ path }) => propertyOfPointer(path)));
    const names = namesThatDiffer(typed, known.current).filter((name) => !wrong.has(name));
    if (names.length > 0) set(Object.fromEntries(names.map((name) => [name, typed[name]])) as Partial<T>);
  });
  const takeIn = useEffectEvent((next: Values) => {
    const names = namesThatDiffer(next, known.current);
    known.current = next;
    if (names.length > 0)
      model.set({ ...model.values, ...Object.fromEntries(names.map((name) => [name, next[name] ?? null])) });
  });
  useEffect(() => reaction(() => model.values, pass), [model]);
  useEffect(() => takeIn(outer), [outer]);
  return model;
};

interface LiveFormProps<T> extends LiveValues<T> {
  readonly className?: string;
  readonly disabled?: boolean;
}

export const LiveForm = <T extends object>({ className, disabled, ...live }: LiveFormProps<T>) => {
  const model = useLiveModel(live);
  const { form, plan } = useFieldForm(live.fields);
  const session = useNewSession(model, plan);
  return (
    <div className={className}>
      <SchemaForm {...{ session, form, disabled }} validator={NO_VALIDATOR} />
    </div>
  );
};
