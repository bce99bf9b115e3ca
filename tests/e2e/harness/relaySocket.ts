// A relay in the page's own socket: a test sees every message, changes or holds back what passes, and adds messages or a close of its own.
// Called by *.e2e.ts for what a real server does too rarely to wait for, such as the warning that a session ends.
import type { Page, WebSocketRoute } from 'playwright-core';

type Change = (message: string) => string | undefined;

export interface SocketRelay {
  /** Messages of the page since the relay began, whether they were passed on or not. */
  readonly sent: readonly string[];
  /** Codes with which the page has closed its sockets. */
  readonly closeCodes: readonly (number | undefined)[];
  /** Changes each message of the page; undefined holds it back. */
  changeSent: Change;
  /** Changes each message of the server; undefined holds it back. */
  changeReceived: Change;
  /** Gives the page a message as if the server had sent it. */
  push(o: string, b: unknown): void;
  /** Closes the page's socket as the server would. */
  close(code: number, reason: string): Promise<void>;
}

const unchanged: Change = (message) => message;

/** Relays every socket that the page opens from its next document on. */
export const relaySocket = async (page: Page): Promise<SocketRelay> => {
  const sent: string[] = [];
  const closeCodes: (number | undefined)[] = [];
  let current: WebSocketRoute | undefined;
  const open = (): WebSocketRoute => {
    if (!current) throw new Error('the page has opened no socket yet');
    return current;
  };
  const relay: SocketRelay = {
    sent,
    closeCodes,
    changeSent: unchanged,
    changeReceived: unchanged,
    push: (o, b) => open().send(JSON.stringify({ o, b })),
    close: (code, reason) => open().close({ code, reason }),
  };
  await page.routeWebSocket(/\/ws$/, (socket) => {
    current = socket;
    const server = socket.connectToServer();
    socket.onMessage((message) => {
      sent.push(String(message));
      const changed = relay.changeSent(String(message));
      if (changed !== undefined) server.send(changed);
    });
    server.onMessage((message) => {
      const changed = relay.changeReceived(String(message));
      if (changed !== undefined) socket.send(changed);
    });
    let isClosed = false;
    socket.onClose((code, reason) => {
      // Comes again once the server's side has closed.
      if (isClosed) return;
      isClosed = true;
      closeCodes.push(code);
      // A page may close with a code of its own; one that the protocol keeps for itself cannot be passed on.
      const passes = code === 1000 || (code !== undefined && code >= 3000);
      void server.close(passes ? { code, ...(reason !== undefined && { reason }) } : {});
    });
  });
  return relay;
};
