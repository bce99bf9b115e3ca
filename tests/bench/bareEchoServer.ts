// Socket server with the least possible work: answers each frame with its sequence. Started by sockets.bench.ts.

import { WebSocketServer } from 'ws';

const server = new WebSocketServer({ port: 0, host: '127.0.0.1', path: '/ws', perMessageDeflate: false });
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { o, s } = JSON.parse(data.toString()) as { readonly o: string; readonly s: string };
    socket.send(JSON.stringify({ o, s, b: {} }));
  });
});
server.on('listening', () => process.send?.((server.address() as { readonly port: number }).port));
