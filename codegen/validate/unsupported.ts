// Judges what may be written but is served by nothing in the engine: it is refused, so that nobody relies on words without effect.
// Whoever builds the part takes its line out.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { listAt, pointer } from 'codegen/json.ts';
import { reporterOf, type Validation } from 'codegen/validate/Validation.ts';
import type { Declared, Linked } from 'codegen/Linked.ts';

const diagnosticsOf = (declared: Readonly<Record<string, Declared<unknown>>>, reason: string): Diagnostic[] =>
  Object.values(declared).map(({ file, pointer: at }) => ({ file: file.path, pointer: at, reason }));

const ofTypes = ({ types }: Linked): Diagnostic[] =>
  Object.values(types).flatMap(({ source, server }) => {
    const reporter = reporterOf(source.server);
    const told = listAt(source.server.json, 'notify').length > 0;
    reporter.expect(!told, '/notify', 'nobody is told of events: the engine makes no notices; leave it out');
    reporter.expect(server.workflow === undefined, '/workflow', 'the engine runs no workflows; leave it out');
    return reporter.diagnostics;
  });

const ofScreens = ({ screens }: Linked): Diagnostic[] =>
  screens.flatMap(({ value, file, pointer: at }) =>
    value.panels === undefined
      ? []
      : [
          {
            file: file.path,
            pointer: pointer(at, 'panels'),
            reason: 'no page shows panels: give the screen a "search", or a page of its own in src/domain',
          },
        ],
  );

export const unsupported: Validation = (linked) => [
  ...ofTypes(linked),
  ...ofScreens(linked),
  ...diagnosticsOf(linked.steps, 'the engine runs no workflows, so a step kind has no effect; leave it out'),
  ...diagnosticsOf(linked.imports, 'the engine imports no files, so an import kind has no effect; leave it out'),
];
