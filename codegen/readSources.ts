// First step: files in, Source out. Only this step reads files. It refuses invalid JSON, a missing file and a file that belongs to nothing,
// since a misspelt name would otherwise be ignored.

import { EXPORT_FORMATS } from 'src/model/generated/exportFormats.ts';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { CompileFailure, type Diagnostic } from 'codegen/diagnostics.ts';
import { didYouMean } from 'codegen/didYouMean.ts';
import { isObject, objectAt, type JsonObject } from 'codegen/json.ts';
import type { Source, SourceArea, SourceDisplay, SourceFile, SourceType } from 'codegen/Source.ts';
import type { World } from 'codegen/World.ts';

const AREA_FILES = new Set([
  'area.json',
  'lists.json',
  'buckets.json',
  'endpoints.json',
  'imports.json',
  'purposes.json',
  'reports.json',
  'steps.json',
  'workflows.json',
]);
const ENGINE_FILES = new Set([
  'problems.json',
  'pushes.json',
  'routes.json',
  'wire.schema.json',
  'common.schema.json',
  'base.schema.json',
  'step.schema.json',
  'step.view.json',
  'step.server.json',
  'step.states.json',
]);
const TYPE_FILE = /^(.+)\.(schema|view|server|states)\.json$/;
const MESSAGES = /^messages(\.[a-zA-Z]+)?\.en\.json$/;

interface Reader {
  file(path: string): SourceFile;
  optional(path: string): SourceFile | undefined;
  list(folder: string): string[];
  folders(folder: string): string[];
  refuse(file: string, reason: string): void;
}

const faultOf = (text: string): string | undefined => {
  try {
    JSON.parse(text);
    return undefined;
  } catch (error) {
    return (error as Error).message;
  }
};

/** Returns true when more text could turn this beginning into JSON. */
const mayGoOn = (beginning: string): boolean => {
  const fault = faultOf(beginning);
  if (fault === undefined || /end of JSON|Unterminated/u.test(fault)) return true;
  return Number(/at position (\d+)/u.exec(fault)?.[1]) === beginning.length;
};

/** Returns the fault of a text that is not JSON, with line and column. JSON.parse reports the position of few faults only. */
const placedFault = (text: string): string => {
  let [from, to] = [0, text.length];
  while (from < to) {
    const middle = (from + to + 1) >> 1;
    if (mayGoOn(text.slice(0, middle))) from = middle;
    else to = middle - 1;
  }
  const lines = text.slice(0, from).split('\n');
  const [reason = ''] = (faultOf(text) ?? '').split(/, "| in JSON at position/u);
  return `${reason} in line ${lines.length}, column ${(lines.at(-1)?.length ?? 0) + 1}`;
};

const parse = (text: string, path: string, diagnostics: Diagnostic[]): JsonObject => {
  try {
    const value: unknown = JSON.parse(text);
    if (isObject(value)) return value;
    diagnostics.push({ file: path, pointer: '', reason: 'must hold one JSON object' });
  } catch {
    diagnostics.push({ file: path, pointer: '', reason: `is no JSON: ${placedFault(text)}` });
  }
  return {};
};

const readerOf = (root: string, diagnostics: Diagnostic[]): Reader => {
  const file = (path: string): SourceFile => {
    if (existsSync(join(root, path)))
      return { path, json: parse(readFileSync(join(root, path), 'utf8'), path, diagnostics) };
    diagnostics.push({ file: path, pointer: '', reason: 'is missing' });
    return { path, json: {} };
  };
  return {
    file,
    optional: (path) => (existsSync(join(root, path)) ? file(path) : undefined),
    list: (folder) => (existsSync(join(root, folder)) ? readdirSync(join(root, folder)).toSorted() : []),
    folders: (folder) =>
      existsSync(join(root, folder))
        ? readdirSync(join(root, folder), { withFileTypes: true })
            .filter((entry) => entry.isDirectory())
            .map(({ name }) => `${folder}/${name}`)
            .toSorted()
        : [],
    refuse: (path, reason) => diagnostics.push({ file: path, pointer: '', reason }),
  };
};

const readType = (reader: Reader, folder: string, name: string): SourceType => ({
  name,
  schema: reader.file(`${folder}/${name}.schema.json`),
  view: reader.file(`${folder}/${name}.view.json`),
  server: reader.file(`${folder}/${name}.server.json`),
  states: reader.optional(`${folder}/${name}.states.json`),
});

const refuseUnknownKeys = (reader: Reader, folder: string, types: readonly string[]): void => {
  for (const name of reader.list(folder).filter((each) => each.endsWith('.json'))) {
    if (AREA_FILES.has(name) || ENGINE_FILES.has(name) || MESSAGES.test(name)) continue;
    const type = TYPE_FILE.exec(name)?.[1];
    if (type === undefined)
      reader.refuse(`${folder}/${name}`, `is no kind of declaration${didYouMean(name, AREA_FILES)}`);
    else if (!types.includes(type)) {
      reader.refuse(`${folder}/${name}`, `belongs to no type: write ${type} in the "types" of ${folder}/area.json`);
    }
  }
};

const readEndpoints = (reader: Reader, folder: string): SourceFile[] => {
  const single = reader.optional(`${folder}/endpoints.json`);
  const bySubject = reader.list(`${folder}/endpoints`).map((name) => reader.file(`${folder}/endpoints/${name}`));
  return single ? [single, ...bySubject] : bySubject;
};

const readArea = (reader: Reader, folder: string): SourceArea => {
  const area = reader.file(`${folder}/area.json`);
  const types = Array.isArray(area.json['types']) ? area.json['types'].filter((each) => typeof each === 'string') : [];
  refuseUnknownKeys(reader, folder, types);
  return {
    folder,
    area,
    types: types.map((name) => readType(reader, folder, name)),
    lists: reader.optional(`${folder}/lists.json`),
    buckets: reader.optional(`${folder}/buckets.json`),
    endpoints: readEndpoints(reader, folder),
    purposes: reader.optional(`${folder}/purposes.json`),
    reports: reader.optional(`${folder}/reports.json`),
    imports: reader.optional(`${folder}/imports.json`),
    steps: reader.optional(`${folder}/steps.json`),
    workflows: reader.optional(`${folder}/workflows.json`),
    messages: reader
      .list(folder)
      .filter((name) => MESSAGES.test(name))
      .map((name) => reader.file(`${folder}/${name}`)),
  };
};

const areaFolders = (reader: Reader, world: World): string[] =>
  reader
    .folders(world.areas)
    .filter((folder) => folder !== world.engine && folder !== world.meta && reader.list(folder).length > 0);

const readMeta = (reader: Reader, world: World): Record<string, JsonObject> =>
  Object.fromEntries(
    reader
      .list(world.meta)
      .filter((name) => name.endsWith('.schema.json'))
      .map((name) => [name.slice(0, -'.schema.json'.length), reader.file(`${world.meta}/${name}`).json]),
  );

const readDisplays = (reader: Reader, world: World): SourceDisplay[] =>
  reader
    .folders(world.displays)
    .flatMap((folder) => {
      const file = reader.optional(`${folder}/declaration.json`);
      const name = folder.slice(folder.lastIndexOf('/') + 1);
      return file === undefined ? [] : [{ mode: name.toUpperCase(), name, file }];
    })
    .toSorted((one, two) => Number(one.file.json['position']) - Number(two.file.json['position']));

/** The meta-schema of the displays that a view declares, made from their declarations. */
const displaysMeta = (displays: readonly SourceDisplay[]): JsonObject => ({
  $schema: 'https://json-schema.org/draft/2020-12/schema',
  $id: '/schemas/meta/displays',
  $defs: {
    mode: { enum: displays.map(({ mode }) => mode) },
    declared: {
      type: 'object',
      properties: Object.fromEntries(displays.map(({ mode, file }) => [mode, objectAt(file.json, 'declares')])),
      additionalProperties: false,
      minProperties: 1,
    },
  },
});

/** Adds the modes of displays to the definitions that every type may refer to. */
const withDisplayMode = (common: SourceFile, displays: readonly SourceDisplay[]): SourceFile => {
  const DisplayMode = { type: 'string', enum: displays.map(({ mode }) => mode) };
  return { ...common, json: { ...common.json, $defs: { ...objectAt(common.json, '$defs'), DisplayMode } } };
};

/** Adds the names of the export formats to the request for an export. */
const withExportFormats = (wire: SourceFile): SourceFile => {
  const defs = objectAt(wire.json, '$defs');
  const request = objectAt(defs, 'ExportRequest');
  const properties = objectAt(request, 'properties');
  const format = { ...objectAt(properties, 'format'), enum: [...EXPORT_FORMATS] };
  const ExportRequest = { ...request, properties: { ...properties, format } };
  return { ...wire, json: { ...wire.json, $defs: { ...defs, ExportRequest } } };
};

const PREFERENCES = 'setPreferences';

/** Adds the preferences that displays declare to the endpoint that stores them. */
const withPreferences = (file: SourceFile, displays: readonly SourceDisplay[]): SourceFile => {
  const endpoints = objectAt(file.json, 'endpoints');
  if (!(PREFERENCES in endpoints)) return file;
  const endpoint = objectAt(endpoints, PREFERENCES);
  const input = objectAt(endpoint, 'input');
  const members = objectAt(input, 'properties');
  const values = objectAt(members, 'values');
  const own = displays.map(({ file: { json } }) => objectAt(json, 'preferences'));
  const properties = Object.assign({}, objectAt(values, 'properties'), ...own) as JsonObject;
  const changed = { ...endpoint, input: { ...input, properties: { ...members, values: { ...values, properties } } } };
  return { ...file, json: { ...file.json, endpoints: { ...endpoints, [PREFERENCES]: changed } } };
};

/** Adds the routes that areas declare to those of the engine. */
const withAreaRoutes = (reader: Reader, engine: SourceFile, folders: readonly string[]): SourceFile => {
  const declared = folders.flatMap((folder) => reader.optional(`${folder}/routes.json`)?.json['routes'] ?? []);
  const own = engine.json['routes'];
  return { ...engine, json: { ...engine.json, routes: [...(Array.isArray(own) ? own : []), ...declared] } };
};

/** Reads everything that a world declares. Throws a CompileFailure that names every unreadable file. */
export const read = (world: World): Source => {
  const diagnostics: Diagnostic[] = [];
  const reader = readerOf(world.root, diagnostics);
  const engine = (name: string): SourceFile => reader.file(`${world.engine}/${name}`);
  const displays = readDisplays(reader, world);
  const source: Source = {
    meta: { ...readMeta(reader, world), displays: displaysMeta(displays) },
    displays,
    common: withDisplayMode(engine('common.schema.json'), displays),
    base: engine('base.schema.json'),
    step: {
      schema: engine('step.schema.json'),
      view: engine('step.view.json'),
      server: engine('step.server.json'),
      states: engine('step.states.json'),
    },
    problems: engine('problems.json'),
    wire: withExportFormats(engine('wire.schema.json')),
    pushes: engine('pushes.json'),
    routes: withAreaRoutes(reader, engine('routes.json'), areaFolders(reader, world)),
    areas: [world.engine, ...areaFolders(reader, world)].map((folder) => {
      const area = readArea(reader, folder);
      return { ...area, endpoints: area.endpoints.map((file) => withPreferences(file, displays)) };
    }),
    lock: reader.optional(world.lock),
  };
  if (diagnostics.length > 0) throw new CompileFailure(diagnostics);
  return source;
};
