// Socket server with the least possible work: `ws` and the driver, as the lower limit for a socket server on this machine. It answers a
// number with the row that the product's own statement returns for it. Started by read.bench.ts with the folder of the database's socket
// and the statement, whose first parameter is the mask of readable levels.

import pg from 'pg';
import { WebSocketServer } from 'ws';

const [host = '', text = ''] = process.argv.slice(2);
const driver = new pg.Client({ host, user: 'keeper', database: 'keeper' });
await driver.connect();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const mask = Buffer.alloc(64, 0xff);
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { i } = JSON.parse(data.toString()) as { readonly i: number };
    void driver
      .query({ name: 'row', text, values: [mask, i] })
      .then(({ rows }) => socket.send(JSON.stringify(rows[0])));
  });
});
server.on('listening', () => process.send?.((server.address() as { readonly port: number }).port));
