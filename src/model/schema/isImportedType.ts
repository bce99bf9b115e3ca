// Decides which types tables can fill: those of declared kinds of imports, and those of areas whose items people create.

import { importedPaths } from 'src/model/schema/importedProperty.ts';
import { isOfWorkflow } from 'src/model/schema/isStepType.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';

const ENGINE_AREA = 'engine';

/** Returns true where people fill a property. A table only of settings of notices has no use. */
const hasFilledProperties = ({ properties }: ServerItemType): boolean =>
  importedPaths(properties).some((path) => !path.startsWith('$'));

/** Other items of the engine, items of workflows and items that only the server fills are not imported. */
export const isImportedType = (registry: ServerRegistry, type: ServerItemType): boolean => {
  const { name, area, server } = type;
  if (Object.values(registry.imports).some((kind) => kind.type === name)) return true;
  return (
    area !== ENGINE_AREA &&
    server.access.actions['create'] !== undefined &&
    !isOfWorkflow(registry, name, 'create') &&
    hasFilledProperties(type)
  );
};
