// What the areas bring to the browser: the generated forms of all types, and by registered key what a declaration cannot say.
// Read by client/main; an area adds its line here.

import type { ClientDomain } from 'src/client/extend.ts';
import { forms } from 'src/generated/forms.ts';

export const domain: ClientDomain = { forms, views: {} };
