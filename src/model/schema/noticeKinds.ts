// The kinds of notices. They are apart from the client's registry because the first page does not need them: a module that needs them
// imports this file, and runs after they have loaded.

import { NOTICE_KINDS } from 'src/model/generated/noticeKinds.ts';
import type { Registry } from 'src/model/schema/Registry.ts';

/** Returns how each kind of notice is sent by default. A registry that is not of the product has them itself. */
export const noticeKindsOf = ({ notices }: Registry): Registry['notices'] =>
  Object.keys(notices).length > 0 ? notices : NOTICE_KINDS;
