// What a socket server on this machine cannot be faster than: `ws` and the driver with nothing in between. It answers a number
// with that row of a table. Started by read.bench.ts with the folder of the database's socket and the table's name.

import pg from 'pg';
import { WebSocketServer } from 'ws';

const [host = '', table = ''] = process.argv.slice(2);
const driver = new pg.Client({ host, user: 'keeper', database: 'keeper' });
await driver.connect();
const server = new WebSocketServer({ port: 0, host: '127.0.0.1', perMessageDeflate: false });
const text = `select * from ${table} where i = $1`;
server.on('connection', (socket) => {
  socket.on('message', (data: Buffer) => {
    const { i } = JSON.parse(data.toString()) as { readonly i: number };
    void driver.query({ name: 'row', text, values: [i] }).then(({ rows }) => socket.send(JSON.stringify(rows[0])));
  });
});
server.on('listening', () => process.send?.((server.address() as { readonly port: number }).port));
