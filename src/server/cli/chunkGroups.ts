// Which modules of the page travel together. Left alone, the build gives every set of readers of a module a file of its own: dozens of
// small ones, and on a slow line each of them is a journey. Read by vite.config.ts.

interface ModuleInfo {
  readonly importedIds: readonly string[];
  readonly dynamicImporters: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/**
 * All that the roots import, and what that imports, without what somebody imports when it is needed: a library's list of everything
 * names that too, and nothing of the list is used.
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
