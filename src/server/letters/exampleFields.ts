// Example values of template fields without an item, by the kind of property. Unknown fields stay unknown.

import { propertyAt } from 'src/model/schema/paths.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ServerRegistry } from 'src/model/schema/Registry.ts';
import { mayLeave } from 'src/server/letters/readFields.ts';
import type { ExportWords } from 'src/server/exchange/exportWords.ts';
import { isDated, isNumeric } from 'src/model/kinds/kindTraits.ts';

const EXAMPLE_NUMBER = '12';

interface ExampleSource {
  readonly registry: ServerRegistry;
  /** Type of the items that the template is about. */
  readonly type: string;
  readonly words: ExportWords;
  /** A day, as `2031-03-01`. */
  readonly today: string;
}

const exampleValue = ({ type, words, today }: ExampleSource, { kind, values }: Property, path: string): string => {
  if (isNumeric(kind)) return EXAMPLE_NUMBER;
  if (isDated(kind)) return words.date(today);
  const [first] = values ?? [];
  if (first !== undefined) return words.named(`types.${type}.enum.${path}.${first}`, first);
  return `‹${words.property(type, path)}›`;
};

/** Returns undefined for an unknown path of the type or of a related type, like readFields. */
export const exampleField = (source: ExampleSource, path: string): string | undefined => {
  const { registry, type } = source;
  const ownOf = (name: string, own: string): string | undefined => {
    const property = propertyAt(registry.types[name]?.properties ?? {}, own);
    return property && mayLeave(registry.types[name], own)
      ? exampleValue({ ...source, type: name }, property, own)
      : undefined;
  };
  const properties = registry.types[type]?.properties ?? {};
  const [step = '', ...rest] = path.split('.');
  const relation = properties[step];
  if (propertyAt(properties, path) || rest.length === 0) return ownOf(type, path);
  if (!relation?.rel || !mayLeave(registry.types[type], step)) return undefined;
  for (const target of relation.rel.to) {
    const found = ownOf(target, rest.join('.'));
    if (found !== undefined) return found;
  }
  return undefined;
};
