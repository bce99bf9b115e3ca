// The server's entry. The search worker begins to read its snapshot while the rest of the program is loaded, which takes a second.

import { argv, env } from 'node:process';
import { dataDirOf } from 'src/server/dataDir.ts';
import { startSnapshotWorker } from 'src/server/search/snapshot/startSnapshotWorker.ts';

const [, , ...args] = argv;
const searchWorker = new URL('./searchWorker.js', import.meta.url);
const snapshotWorker = args.length === 0 ? startSnapshotWorker(searchWorker, dataDirOf(env)) : undefined;
const { runCommandLine } = await import('src/server/commandLine.ts');
await runCommandLine(args, snapshotWorker);
