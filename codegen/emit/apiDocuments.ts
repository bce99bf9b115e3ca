// Prints the two descriptions of the API, which the server offers at /api/openapi.json and /api/asyncapi.json.

import { asyncapi } from 'codegen/emit/asyncapi.ts';
import { openapi } from 'codegen/emit/openapi.ts';
import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';

export const apiDocuments = (plan: Plan): Output[] =>
  Object.entries({ openapi: openapi(plan), asyncapi: asyncapi(plan) }).map(([name, document]) => ({
    path: `${plan.world.out}/${name}.json`,
    text: `${JSON.stringify(document, null, 1)}\n`,
  }));
