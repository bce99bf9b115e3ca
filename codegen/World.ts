// Folders of one product's declarations and of their compiled output. Two worlds exist: the product, and the toy world on which the engine
// is tested. Paths are relative to the root.

export interface World {
  readonly name: string;
  /** Absolute path of the repository. */
  readonly root: string;
  /** Folder of the engine's own declarations, which are part of every world. */
  readonly engine: string;
  /** Folder that contains the area folders. */
  readonly areas: string;
  readonly meta: string;
  /** Folder of the client's displays. Each has a folder whose declaration says what a view declares for it. */
  readonly displays: string;
  readonly out: string;
  /** Output folder of the engine's own declarations. Only the product writes it. */
  readonly modelOut: string | undefined;
  readonly lock: string;
  /** Outputs that are committed because people review them. Every command that needs the others generates them. */
  readonly committed: readonly string[];
}

/** Returns the product, or with `folder` the world in that folder (`tests/toy`). */
export const worldAt = (root: string, folder?: string): World => ({
  name: folder ?? 'product',
  root,
  engine: 'schemas/engine',
  meta: 'schemas/meta',
  displays: 'src/client/displays',
  areas: folder === undefined ? 'schemas' : `${folder}/schemas`,
  out: folder === undefined ? 'src/generated' : `${folder}/generated`,
  modelOut: folder === undefined ? 'src/model/generated' : undefined,
  lock: folder === undefined ? 'schemas/lock.json' : `${folder}/schemas/lock.json`,
  committed: folder === undefined ? ['docs/ACCESS.md', 'docs/STATES.md', 'src/generated/openapi.json'] : [],
});
