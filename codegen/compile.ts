// The compiler as one call: read, check, link, validate, plan, emit. World in, outputs out; main writes them. A world with an error
// produces no output.

import { check } from 'codegen/check.ts';
import { emitters } from 'codegen/emitters.ts';
import { diagnose } from 'codegen/diagnose.ts';
import { CompileFailure, type Diagnostic } from 'codegen/diagnostics.ts';
import type { Output } from 'codegen/Output.ts';
import { plan, type Plan } from 'codegen/plan.ts';
import { read } from 'codegen/readSources.ts';
import type { World } from 'codegen/World.ts';

/** Throws a CompileFailure with all diagnostics of the first step that has an error. */
export const planOf = (world: World): Plan & { readonly warnings: readonly Diagnostic[] } => {
  const source = read(world);
  const diagnostics = check(source);
  if (diagnostics.length > 0) throw new CompileFailure(diagnostics);
  const { linked, diagnostics: found } = diagnose(source);
  if (found.some(({ warning }) => warning !== true)) throw new CompileFailure(found);
  return { ...plan(world, source, linked), warnings: found };
};

export const compile = async (world: World): Promise<{ plan: ReturnType<typeof planOf>; outputs: Output[] }> => {
  const planned = planOf(world);
  const outputs: Output[] = [];
  for (const emit of emitters) outputs.push(...(await emit(planned)));
  return { plan: planned, outputs };
};
