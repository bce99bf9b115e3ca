// Process that opens sockets for sockets.bench.ts, so that one client process does not limit the server. Started by openInProcesses.

import { openSockets, type FromSockets, type OpenSockets, type ToSockets } from 'tests/bench/manySockets.ts';

let open: OpenSockets | undefined;

const report = (message: FromSockets): void => {
  if (process.connected) process.send?.(message);
};

// A bench that fails must not leave its clients behind.
process.once('disconnect', () => process.exit());

process.on('message', (message: ToSockets) => {
  if ('wanted' in message)
    void openSockets(message.wanted, message.atOnce).then(
      (opened) => {
        open = opened;
        const { user, system } = process.cpuUsage();
        report({ cpuMs: (user + system) / 1000 });
      },
      (error: unknown) => report({ failed: String(error) }),
    );
  else void open?.close().then(() => process.exit(0));
});
