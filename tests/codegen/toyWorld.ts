// The toy world's declarations, changed in memory, and the diagnostics of the compiler for them.
import { fileURLToPath } from 'node:url';
import { check } from 'codegen/check.ts';
import { diagnose } from 'codegen/diagnose.ts';
import { formatDiagnostic, type Diagnostic } from 'codegen/diagnostics.ts';
import type { JsonObject, JsonValue } from 'codegen/json.ts';
import { read } from 'codegen/readSources.ts';
import type { Source, SourceFile } from 'codegen/Source.ts';
import { worldAt, type World } from 'codegen/World.ts';

export const root = fileURLToPath(new URL('../..', import.meta.url));
export const toyWorld: World = worldAt(root, 'tests/toy');

const pristine = read(toyWorld);

/** Returns the declarations of all areas. */
export const filesOf = (source: Source): SourceFile[] => [
  ...source.areas.flatMap((area) => [
    area.area,
    ...[area.lists, area.buckets, ...area.endpoints, area.steps, area.workflows, area.reports, area.imports].filter(
      (file) => file !== undefined,
    ),
    ...area.messages,
    ...area.types.flatMap(({ schema, view, server, states }) => [schema, view, server, ...(states ? [states] : [])]),
  ]),
];

/** One location in one file, by its file name and JSON pointer; undefined removes. */
export interface Change {
  readonly file: string;
  readonly at: string;
  readonly to: JsonValue | undefined;
}

const put = (json: JsonObject, at: string, to: JsonValue | undefined): void => {
  const parts = at
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/'));
  const last = parts.pop() ?? '';
  const parent = parts.reduce<JsonValue>((value, part) => (value as JsonObject)[part]!, json) as JsonObject;
  if (to === undefined) delete parent[last];
  else parent[last] = to;
};

/** The toy world's source with some changes. */
export const changedSource = (...changes: readonly Change[]): Source => {
  const source: Source = { ...structuredClone(pristine), meta: pristine.meta };
  for (const { file, at, to } of changes) {
    const found = filesOf(source).filter(({ path }) => path.endsWith(`/${file}`));
    if (found.length === 0) throw new Error(`no file ${file}`);
    put(found.at(-1)!.json, at, to);
  }
  return source;
};

export const diagnosticsOf = (source: Source): Diagnostic[] => {
  const checked = check(source);
  if (checked.length > 0) return checked;
  return [...diagnose(source).diagnostics];
};

/** Returns the diagnostics of the compiler, one line each: file name, pointer, reason. */
export const diagnosticTexts = (...changes: readonly Change[]): string[] =>
  diagnosticsOf(changedSource(...changes)).map((diagnostic) =>
    formatDiagnostic({ ...diagnostic, file: diagnostic.file.split('/').at(-1) ?? '' }),
  );
