// Merges the step kinds of all areas: the first declaration of a kind defines it, each further one adds types to its restriction. Value in,
// value out; used by link, which makes an item type of each.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import { isObject, listAt, objectAt, pointer, stringsAt, textAt, type JsonObject } from 'codegen/json.ts';
import type { Declared } from 'codegen/Linked.ts';
import type { Source, SourceArea, SourceFile } from 'codegen/Source.ts';
import type { StepEffect, StepKind } from 'src/model/schema/Workflows.ts';

type Report = (diagnostic: Diagnostic) => void;

export interface DeclaredKind extends Declared<StepKind> {
  readonly json: JsonObject;
  readonly area: SourceArea;
}

/** Converts `RWF_ASSIGN` to `RwfAssign`. */
export const typeOfKind = (kind: string): string =>
  kind
    .split('_')
    .map((word) => word.charAt(0) + word.slice(1).toLowerCase())
    .join('');

interface Place {
  readonly kind: string;
  readonly json: JsonObject;
  readonly area: SourceArea;
  readonly file: SourceFile;
}

/** Returns the types in `for`, or undefined when the kind is for every type that has workflows. */
const restrictionOf = (json: JsonObject): string[] | undefined => ('for' in json ? stringsAt(json, 'for') : undefined);

const kindOf = ({ kind, json, area, file }: Place, subjects: readonly string[]): DeclaredKind => ({
  value: {
    kind,
    type: typeOfKind(kind),
    icon: textAt(json, 'icon') ?? '',
    for: restrictionOf(json) ?? subjects,
    adHoc: json['adHoc'] === true,
    starts: json['starts'] === 'manual' ? 'manual' : 'auto',
    required: stringsAt(json, 'required'),
    ...(Object.fromEntries(
      ['outcome', 'record', 'fills', 'readyWhen', 'moves', 'shows', 'done', 'demands', 'answers', 'assigns', 'asks']
        .filter((name) => name in json)
        .map((name) => [name, json[name]]),
    ) as Pick<
      StepKind,
      | 'outcome'
      | 'record'
      | 'fills'
      | 'readyWhen'
      | 'moves'
      | 'shows'
      | 'done'
      | 'demands'
      | 'answers'
      | 'assigns'
      | 'asks'
    >),
    onActive: listAt(json, 'onActive') as unknown as StepEffect[],
    onComplete: listAt(json, 'onComplete') as unknown as StepEffect[],
  },
  json,
  area,
  file,
  pointer: pointer('', 'kinds', kind),
});

/** Reports a restriction that another area removes, which is probably a mistake. */
const widened = (before: DeclaredKind, { kind, json, file }: Place, report: Report): DeclaredKind => {
  const at = { file: file.path, pointer: pointer('', 'kinds', kind) };
  for (const member of Object.keys(json).filter((each) => each !== 'for'))
    report({
      file: at.file,
      pointer: pointer(at.pointer, member),
      reason: `${kind} is declared in ${before.file.path}: another area's declaration adds types by "for" and nothing else`,
    });
  const more = restrictionOf(json);
  if (more) return { ...before, value: { ...before.value, for: [...new Set([...before.value.for, ...more])] } };
  if ('for' in before.json)
    report({ ...at, reason: `${kind} is for some types only in ${before.file.path}: write "for"`, warning: true });
  return before;
};

/** Returns the step kinds in the order of their declaration. */
export const stepKindsOf = (source: Source, subjects: readonly string[], report: Report): DeclaredKind[] => {
  const kinds = new Map<string, DeclaredKind>();
  const base = new Set(Object.keys(objectAt(source.step.schema.json, 'properties')));
  for (const area of source.areas) {
    const { steps: file } = area;
    for (const [kind, json] of Object.entries(objectAt(file?.json ?? {}, 'kinds'))) {
      if (file === undefined || !isObject(json)) continue;
      const place = { kind, json, area, file };
      for (const name of Object.keys(objectAt(json, 'properties')).filter((each) => base.has(each)))
        report({
          file: file.path,
          pointer: pointer('', 'kinds', kind, 'properties', name),
          reason: `every step has ${name} already`,
        });
      const before = kinds.get(kind);
      if (!before)
        for (const member of ['number', 'icon'].filter((each) => !(each in json)))
          report({ file: file.path, pointer: pointer('', 'kinds', kind), reason: `"${member}" is missing` });
      kinds.set(kind, before ? widened(before, place, report) : kindOf(place, subjects));
    }
  }
  return [...kinds.values()];
};
