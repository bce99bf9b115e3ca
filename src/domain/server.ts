// What the areas of this product add in code on the server, by registered name. Read by server/main.ts; an area adds its line here.

import { meetingState } from 'src/domain/organisations/meetingState.ts';
import { fullName } from 'src/domain/research/fullName.ts';
import { validators } from 'src/generated/validators.ts';
import type { Domain } from 'src/server/extend.ts';

export const domain: Domain = {
  computed: { fullName },
  clocks: { meetingState },
  validate: {},
  beforeSave: {},
  afterCommit: {},
  migrate: {},
  actions: {},
  predicates: {},
  validators,
};
