// Which field shows a problem: fields for whole values (a list of relations, a geometry) show those of everything inside.

import type { UiSchema } from '@rjsf/utils';

const below = (uiSchema: UiSchema | undefined, part: string): UiSchema | undefined => {
  if (!uiSchema) return undefined;
  if (/^\d+$/.test(part)) return typeof uiSchema.items === 'object' ? uiSchema.items : undefined;
  const next: unknown = uiSchema[part];
  return typeof next === 'object' && next !== null ? (next as UiSchema) : undefined;
};

const isWhole = (uiSchema: UiSchema | undefined): boolean =>
  uiSchema?.['ui:field'] !== undefined || uiSchema?.['ui:widget'] !== undefined;

export const fieldOfPointer =
  (root: UiSchema) =>
  (parts: readonly string[]): readonly string[] => {
    let at: UiSchema | undefined = root;
    for (const [index, part] of parts.entries()) {
      at = below(at, part);
      if (isWhole(at)) return parts.slice(0, index + 1);
    }
    return parts;
  };
