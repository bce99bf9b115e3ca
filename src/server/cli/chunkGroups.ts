// Groups of client modules that are built into one file each. By default the build makes one file per set of importers: dozens of small
// files, each with a round trip on a slow connection. Read by vite.config.ts.

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicImporters: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/**
 * Returns the modules that the roots import, directly or indirectly, without modules that are loaded dynamically elsewhere: a library's
 * index imports those too, but the roots use nothing of them.
 */
const reachedFrom = (roots: readonly string[], context: ChunkingContext): Set<string> => {
  const reached = new Set(roots);
  const isForLater = (id: string): boolean => (context.getModuleInfo(id)?.dynamicImporters.length ?? 0) > 0;
  for (const id of reached)
    for (const imported of context.getModuleInfo(id)?.importedIds ?? [])
      if (!isForLater(imported)) reached.add(imported);
  return reached;
};

export interface ChunkGroup {
  readonly roots: readonly string[];
  /** The group that takes its style sheets: a browser has six connections, and each file less saves one. */
  readonly sheets?: string;
}

const SHEET = /\.css(?:\?|$)/;

/**
 * Names the file of a module, or none. Each group takes what its roots need beyond the groups before it; the entry stays by itself, and
 * the first group takes the code that all files need.
 */
export const chunkGroups = (
  entry: string,
  groups: Readonly<Record<string, ChunkGroup>>,
): ((id: string, context: ChunkingContext) => string | null) => {
  const [first = ''] = Object.keys(groups);
  let names: Map<string, string> | undefined;
  const find = (context: ChunkingContext): Map<string, string> => {
    const found = new Map<string, string>();
    for (const [name, { roots, sheets = name }] of Object.entries(groups))
      for (const id of reachedFrom(roots, context))
        if (id !== entry && !found.has(id)) found.set(id, SHEET.test(id) ? sheets : name);
    return found;
  };
  return (id, context) => (id.includes('rolldown/runtime') ? first : ((names ??= find(context)).get(id) ?? null));
};
