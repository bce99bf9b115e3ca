// Last step: outputs to disk, or with `check` only a list of what is stale. It removes files that nothing makes any more,
// and never touches a file outside the folders it is given.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import type { Output } from 'codegen/Output.ts';

/** Files of a generated folder that are written by hand. */
const KEPT = new Set(['tsconfig.json']);

const filesBelow = (root: string, folder: string): string[] => {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !KEPT.has(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
};

const isSame = (root: string, { path, text }: Output): boolean =>
  existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text;

export interface WriteOptions {
  readonly root: string;
  /** Folders that hold nothing but outputs. */
  readonly folders: readonly string[];
  readonly check: boolean;
}

/** Paths that were (or with `check` would be) written or removed. */
export const write = (outputs: readonly Output[], { root, folders, check }: WriteOptions): string[] => {
  const changed = outputs.filter((output) => !isSame(root, output));
  const made = new Set(outputs.map(({ path }) => path));
  const left = folders.flatMap((folder) => filesBelow(root, folder)).filter((path) => !made.has(path));
  if (!check) {
    for (const { path, text } of changed) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), text);
    }
    for (const path of left) rmSync(join(root, path));
  }
  return [...changed.map(({ path }) => path), ...left];
};
