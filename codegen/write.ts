// Last step: writes the outputs to disk and removes files that are no longer generated. It touches no file outside the given folders.

import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import type { Output } from 'codegen/Output.ts';

/** Hand-written files in a generated folder. */
const KEPT = new Set(['tsconfig.json']);

const filesBelow = (root: string, folder: string): string[] => {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile() && !KEPT.has(entry.name))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));
};

/** Returns true when the file on disk already contains the output. */
export const isSame = (root: string, { path, text }: Output): boolean =>
  existsSync(join(root, path)) && readFileSync(join(root, path), 'utf8') === text;

export interface WriteOptions {
  readonly root: string;
  /** Folders that contain only outputs. */
  readonly folders: readonly string[];
  /** Files in those folders that are not outputs and must remain. */
  readonly kept: readonly string[];
}

/** Replaces the file in one step, so that a development server that watches it never reads a part of it. */
const replaceFile = (path: string, text: string): void => {
  mkdirSync(dirname(path), { recursive: true });
  const whole = join(dirname(path), `.${basename(path)}.new`);
  writeFileSync(whole, text);
  renameSync(whole, path);
};

/** Writes and removes files, and returns their paths. */
export const write = (outputs: readonly Output[], { root, folders, kept }: WriteOptions): string[] => {
  const changed = outputs.filter((output) => !isSame(root, output));
  const wanted = new Set([...outputs.map(({ path }) => path), ...kept]);
  const obsolete = folders.flatMap((folder) => filesBelow(root, folder)).filter((path) => !wanted.has(path));
  for (const { path, text } of changed) replaceFile(join(root, path), text);
  for (const path of obsolete) rmSync(join(root, path));
  return [...changed.map(({ path }) => path), ...obsolete];
};
