// Judges what may be written but is served by nothing in the engine: it is refused, so that nobody relies on words without effect.
// Whoever builds the part takes its line out.

import type { Finding } from 'codegen/Finding.ts';
import { listAt, pointer } from 'codegen/json.ts';
import { tellerOf, type Judgement } from 'codegen/judge/Judgement.ts';
import type { Declared, Linked } from 'codegen/Linked.ts';

const findingsOf = (declared: Readonly<Record<string, Declared<unknown>>>, reason: string): Finding[] =>
  Object.values(declared).map(({ file, pointer: at }) => ({ file: file.path, pointer: at, reason }));

const ofTypes = ({ types }: Linked): Finding[] =>
  Object.values(types).flatMap(({ source, server }) => {
    const teller = tellerOf(source.server);
    const told = listAt(source.server.json, 'notify').length > 0;
    teller.expect(!told, '/notify', 'nobody is told of events: the engine makes no notices; leave it out');
    teller.expect(server.workflow === undefined, '/workflow', 'the engine runs no workflows; leave it out');
    return teller.findings;
  });

const ofScreens = ({ screens }: Linked): Finding[] =>
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

export const unserved: Judgement = (linked) => [
  ...ofTypes(linked),
  ...ofScreens(linked),
  ...findingsOf(linked.steps, 'the engine runs no workflows, so a step kind has no effect; leave it out'),
  ...findingsOf(linked.imports, 'the engine imports no files, so an import kind has no effect; leave it out'),
];
