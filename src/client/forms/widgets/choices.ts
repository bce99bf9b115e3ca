// Options of closed choices with their words: `types.{T}.enum.{path}.{KEY}`, levels by `levels.{LEVEL}`.

import type { WidgetProps } from '@rjsf/utils';
import { useFormSession } from 'src/client/forms/session/useFormSession.ts';
import { readableName, useMessages } from 'src/client/ui/declaredMessages.ts';

export interface Choice {
  readonly value: string | number | boolean;
  readonly label: string;
}

/** Dotted path of declared names: list positions are left out. */
const declaredPath = (id: string, prefix: string): string =>
  id
    .slice(prefix.length + 1)
    .split('/')
    .filter((part) => !/^\d+$/.test(part))
    .join('.');

export const useChoices = ({ id, options, registry }: WidgetProps): readonly Choice[] => {
  const messages = useMessages();
  const session = useFormSession();
  const path = declaredPath(id, registry.globalFormOptions.idPrefix);
  return (options.enumOptions ?? []).map(({ value, label }) => {
    const key = String(value);
    const declared = session && messages.find(`types.${session.plan.type}.enum.${path}.${key}`);
    return {
      value: value as Choice['value'],
      label: declared ?? (label === key ? readableName(key) : (messages.find(label) ?? label)),
    };
  });
};
