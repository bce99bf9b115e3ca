// List of artefacts. Each is made by one file of emit/; a new artefact is a new line here.

import { accessPage } from 'codegen/emit/accessPage.ts';
import { apiDocuments } from 'codegen/emit/apiDocuments.ts';
import { endpoints } from 'codegen/emit/endpoints.ts';
import { displays } from 'codegen/emit/displays.ts';
import { fixtures } from 'codegen/emit/fixtures.ts';
import { forms } from 'codegen/emit/forms.ts';
import { icons } from 'codegen/emit/iconPaths.ts';
import { messages } from 'codegen/emit/messages.ts';
import { registry } from 'codegen/emit/registries.ts';
import { programClient } from 'codegen/emit/programClient.ts';
import { statesPage } from 'codegen/emit/statesPage.ts';
import { types } from 'codegen/emit/types.ts';
import { validators } from 'codegen/emit/validators.ts';
import { wire } from 'codegen/emit/wire.ts';
import type { Output } from 'codegen/Output.ts';
import type { Plan } from 'codegen/plan.ts';

export type Emitter = (plan: Plan) => Output[] | Promise<Output[]>;

export const emitters: readonly Emitter[] = [
  registry,
  messages,
  types,
  programClient,
  validators,
  forms,
  displays,
  fixtures,
  wire,
  endpoints,
  apiDocuments,
  icons,
  accessPage,
  statesPage,
];
