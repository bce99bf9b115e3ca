// Requests that the page starts before its scripts have loaded are used once, and only if their token is still stored.
import { describe, expect, it, vi } from 'vitest';
import { createEarlyRequests, type Early } from 'src/client/connection/earlyRequests.ts';

const address = new URL('ws://site.test/ws');

const begun = (readyState = 0) => {
  const raw = { url: address.href, readyState, OPEN: 1, onopen: () => {}, onmessage: () => {}, close: vi.fn() };
  const answers = [{ o: 'search/ids', b: '{"max":50}', answer: Promise.resolve({ o: 'search/ids' }) }];
  const early: Early = { token: 'mine', socket: raw as unknown as WebSocket, messages: ['{"o":"authed"}'], answers };
  return { raw, early };
};

describe('early requests', () => {
  it('[CONN-01] hand over the socket once, with what it has received and the token it has sent', () => {
    const { raw, early } = begun(1);
    const requests = createEarlyRequests(early, () => 'mine');
    expect(requests.takeSocket(address)).toEqual({ raw, received: ['{"o":"authed"}'], token: 'mine' });
    expect(requests.takeSocket(address)).toBeUndefined();
    expect(raw.close).not.toHaveBeenCalled();
  });

  it.each([
    ['another tab has stored another token', 1, 'theirs', address],
    ['another tab has signed out', 1, null, address],
    ['it is closed by now', 3, 'mine', address],
    ['it leads elsewhere', 1, 'mine', new URL('ws://site.test/other')],
  ])('[AUTH-03] leave the socket where %s', (_why, readyState, stored, to) => {
    const { raw, early } = begun(readyState);
    expect(createEarlyRequests(early, () => stored).takeSocket(to)).toBeUndefined();
    expect(raw.close).toHaveBeenCalledOnce();
    expect(raw.onopen).toBeNull();
  });

  it('[SRCH-01] give the answer to exactly what was asked, once', async () => {
    const requests = createEarlyRequests(begun().early, () => 'mine');
    expect(requests.takeAnswer('search/ids', { max: 49 })).toBeUndefined();
    expect(await requests.takeAnswer('search/ids', { max: 50 })).toEqual({ o: 'search/ids' });
    expect(requests.takeAnswer('search/ids', { max: 50 })).toBeUndefined();
  });

  it('[AUTH-03] give no answer to another token', () => {
    const requests = createEarlyRequests(begun().early, () => 'theirs');
    expect(requests.takeAnswer('search/ids', { max: 50 })).toBeUndefined();
  });

  it('are none where nothing was begun', () => {
    const requests = createEarlyRequests(undefined, () => null);
    expect([requests.takeSocket(address), requests.takeAnswer('search/ids', null)]).toEqual([undefined, undefined]);
  });
});
