// Decides which types tables can fill: those of declared kinds of imports, and those of areas whose items people create.

import { isOfWorkflow } from 'src/model/schema/isStepType.ts';
import type { ServerItemType, ServerRegistry } from 'src/model/schema/Registry.ts';

const ENGINE_AREA = 'engine';

/** Other items of the engine and items of workflows are not imported. */
export const isImportedType = (registry: ServerRegistry, { name, area, server }: ServerItemType): boolean =>
  Object.values(registry.imports).some(({ type }) => type === name) ||
  (area !== ENGINE_AREA && server.access.actions['create'] !== undefined && !isOfWorkflow(registry, name, 'create'));
