// A world: where the declarations of one product stand and where what is compiled from them goes.
// There are two: the product itself, and the toy world on which the engine is tested. Paths are relative to the root.

export interface World {
  readonly name: string;
  /** Absolute path of the repository. */
  readonly root: string;
  /** The engine's own declarations, part of every world. */
  readonly engine: string;
  /** Folder of area folders. */
  readonly areas: string;
  readonly meta: string;
  readonly out: string;
  /** Where the engine's own words go; only the product writes them. */
  readonly modelOut: string | undefined;
  readonly lock: string;
  /** Outputs that are committed because people review them. All others are made by every command that needs them. */
  readonly committed: readonly string[];
}

/** The product, or with `folder` a world of its own below it (`tests/toy`). */
export const worldAt = (root: string, folder?: string): World => ({
  name: folder ?? 'product',
  root,
  engine: 'schemas/engine',
  meta: 'schemas/meta',
  areas: folder === undefined ? 'schemas' : `${folder}/schemas`,
  out: folder === undefined ? 'src/generated' : `${folder}/generated`,
  modelOut: folder === undefined ? 'src/model/generated' : undefined,
  lock: folder === undefined ? 'schemas/lock.json' : `${folder}/schemas/lock.json`,
  committed: folder === undefined ? ['docs/ACCESS.md', 'docs/STATES.md', 'src/generated/openapi.json'] : [],
});
