// Which modules of the page travel together. Left alone, the build gives every set of readers of a module a file of its own: dozens of
// small ones, and on a slow line each of them is a journey. Read by vite.config.ts.

interface ModuleInfo {
  readonly importedIds: readonly string[];
}

interface ChunkingContext {
  getModuleInfo(id: string): ModuleInfo | null;
}

/** All that the roots import, and what that imports, without what is only imported when it is needed. */
const reachedFrom = (roots: readonly string[], context: ChunkingContext): Set<string> => {
  const reached = new Set(roots);
  for (const id of reached) for (const imported of context.getModuleInfo(id)?.importedIds ?? []) reached.add(imported);
  return reached;
};

/**
 * Names the file of a module, or none. `first` is loaded by everybody and stays as it is; each group takes what its roots need
 * beyond that, in the order of the groups.
 */
export const chunkGroups = (
  first: readonly string[],
  groups: Readonly<Record<string, readonly string[]>>,
): ((id: string, context: ChunkingContext) => string | null) => {
  let names: Map<string, string> | undefined;
  const find = (context: ChunkingContext): Map<string, string> => {
    const found = new Map<string, string>();
    const known = reachedFrom(first, context);
    for (const [name, roots] of Object.entries(groups))
      for (const id of reachedFrom(roots, context)) if (!known.has(id) && !found.has(id)) found.set(id, name);
    return found;
  };
  return (id, context) => (names ??= find(context)).get(id) ?? null;
};
