// List of all checks between files. Linked in, diagnostics out.

import type { Diagnostic } from 'codegen/diagnostics.ts';
import type { Validation } from 'codegen/validate/Validation.ts';
import { exportMappings } from 'codegen/validate/exportMappings.ts';
import { icons } from 'codegen/validate/iconNames.ts';
import { invitations } from 'codegen/validate/invitationPaths.ts';
import { importKinds } from 'codegen/validate/importKinds.ts';
import { migrations } from 'codegen/validate/migrations.ts';
import { parts } from 'codegen/validate/parts.ts';
import { properties } from 'codegen/validate/properties.ts';
import { reports } from 'codegen/validate/reports.ts';
import { screens } from 'codegen/validate/screens.ts';
import { purposes } from 'codegen/validate/purposes.ts';
import { servers } from 'codegen/validate/servers.ts';
import { states } from 'codegen/validate/states.ts';
import { values } from 'codegen/validate/values.ts';
import { views } from 'codegen/validate/views.ts';
import { zipPaths } from 'codegen/validate/zipPathPatterns.ts';
import { workflows } from 'codegen/validate/declaredWorkflows.ts';
import { messageKeys } from 'codegen/validate/messageKeys.ts';
import type { Linked } from 'codegen/Linked.ts';

const validations: readonly Validation[] = [
  properties,
  values,
  views,
  servers,
  zipPaths,
  invitations,
  exportMappings,
  states,
  workflows,
  migrations,
  screens,
  purposes,
  reports,
  importKinds,
  parts,
  icons,
  messageKeys,
];

export const validate = (linked: Linked): Diagnostic[] => validations.flatMap((each) => each(linked));
