// First import of readerProcess.ts: blocks the network and child processes, so that no file can make the libraries use them. Without
// `fetch`, the libraries also load their own parts from disk.

import childProcess from 'node:child_process';
import dgram from 'node:dgram';
import dns from 'node:dns';
import { syncBuiltinESMExports } from 'node:module';
import net from 'node:net';

const throwClosed = (): never => {
  throw new Error('the process that reads a file has no network');
};

net.Socket.prototype.connect = throwClosed;
net.createServer = throwClosed;
dgram.createSocket = throwClosed;
Object.assign(dns, { lookup: throwClosed });
Object.assign(childProcess, {
  spawn: throwClosed,
  exec: throwClosed,
  execFile: throwClosed,
  fork: throwClosed,
  spawnSync: throwClosed,
});
for (const name of ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest']) Reflect.deleteProperty(globalThis, name);
syncBuiltinESMExports();
