// Problems by JSON pointer as the tree of encoded strings that RJSF hands down to fields.

import type { ErrorSchema } from '@rjsf/utils';
import { encodeProblem, type FormProblem } from 'src/client/forms/rules/FormProblem.ts';
import { partsOf } from 'src/client/forms/rules/pointer.ts';

interface Node {
  [name: string]: Node | string[];
}

const nodeAt = (root: Node, parts: readonly string[]): Node => {
  let at = root;
  for (const part of parts) {
    const next = at[part];
    at = next !== undefined && !Array.isArray(next) ? next : (at[part] = {});
  }
  return at;
};

/** A problem shows at the field that `fieldOf` names: a field for a whole value has none below it. */
export const errorSchemaOf = (
  problems: readonly FormProblem[],
  fieldOf: (parts: readonly string[]) => readonly string[],
): ErrorSchema => {
  const root: Node = {};
  for (const problem of problems) {
    const node = nodeAt(root, fieldOf(partsOf(problem.path)));
    const encoded = encodeProblem(problem);
    const list = Array.isArray(node.__errors) ? node.__errors : [];
    node.__errors = list.includes(encoded) ? list : [...list, encoded];
  }
  return root as ErrorSchema;
};
