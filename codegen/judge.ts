// All checks between files, in one list. Linked in, findings out.

import type { Finding } from 'codegen/Finding.ts';
import type { Judgement } from 'codegen/judge/Judgement.ts';
import { migrations } from 'codegen/judge/migrations.ts';
import { parts } from 'codegen/judge/parts.ts';
import { properties } from 'codegen/judge/properties.ts';
import { screens } from 'codegen/judge/screens.ts';
import { servers } from 'codegen/judge/servers.ts';
import { unserved } from 'codegen/judge/unserved.ts';
import { values } from 'codegen/judge/values.ts';
import { views } from 'codegen/judge/views.ts';
import { wording } from 'codegen/judge/wording.ts';
import type { Linked } from 'codegen/Linked.ts';

const judgements: readonly Judgement[] = [
  properties,
  values,
  views,
  servers,
  migrations,
  screens,
  parts,
  unserved,
  wording,
];

export const judge = (linked: Linked): Finding[] => judgements.flatMap((each) => each(linked));
