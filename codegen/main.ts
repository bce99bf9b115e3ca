// The command line of the compiler (commands.ts). The lists of kinds are written first, since loading the compiler reads them.

import { fileURLToPath } from 'node:url';
import { writeFolderLists } from 'codegen/folderLists.ts';

writeFolderLists(fileURLToPath(new URL('..', import.meta.url)));
const { run } = await import('codegen/commands.ts');
process.exitCode = await run(process.argv.slice(2));
