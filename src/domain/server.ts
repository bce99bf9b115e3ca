// Server part of the domain: all areas, with what is generated from their declarations. Read by server/main.ts. The compiler lists each
// `<area>/module.server.ts` and the files of endpoints.

import { clocks, computed } from 'src/domain/computed.ts';
import { AREAS } from 'src/domain/generated/areas.server.ts';
import { ENDPOINTS } from 'src/domain/generated/domainFiles.server.ts';
import type {} from 'src/generated/endpoints.ts';
import { validators } from 'src/generated/validators.ts';
import { domainOf, type Domain } from 'src/server/extend.ts';

export const domain: Domain = domainOf(AREAS, { computed, clocks, endpoints: ENDPOINTS, validators });
