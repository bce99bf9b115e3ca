// Services that the check of the whole site needs.

import type { Validator } from 'src/model/schema/Validator.ts';
import type { DoctorNeeds } from 'src/server/doctor/doctor.ts';
import { endpointFor } from 'src/server/endpoint.ts';
import type { Audit } from 'src/server/store/audit.ts';

export interface SiteCheckNeeds extends Omit<DoctorNeeds, 'validators'> {
  readonly audit: Audit;
  readonly domain: { readonly validators: Readonly<Record<string, Validator>> };
}

export const endpoint = endpointFor<SiteCheckNeeds>();
