// A relay in the page's socket: a test sees every message, can change or withhold it, and can add messages or close the socket.
// Called by *.e2e.ts for rare events of a real server, such as the warning that a session ends.
import type { Page, WebSocketRoute } from 'playwright-core';

type Change = (message: string) => string | undefined;

export interface SocketRelay {
  /** Messages of the page since the relay began, forwarded or not. */
  readonly sent: readonly string[];
  /** Close codes of the page's sockets. */
  readonly closeCodes: readonly (number | undefined)[];
  /** Changes each message of the page; undefined withholds it. */
  changeSent: Change;
  /** Changes each message of the server; undefined withholds it. */
  changeReceived: Change;
  /** Sends the page a message as if it came from the server. */
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
      // This event occurs again after the server's side has closed.
      if (isClosed) return;
      isClosed = true;
      closeCodes.push(code);
      // A page may close with an application code; codes that the protocol reserves cannot be forwarded.
      const passes = code === 1000 || (code !== undefined && code >= 3000);
      void server.close(passes ? { code, ...(reason !== undefined && { reason }) } : {});
    });
  });
  return relay;
};
