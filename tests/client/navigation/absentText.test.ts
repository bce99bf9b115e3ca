import { describe, expect, it } from 'vitest';
import { absentText } from 'src/client/navigation/absentText.ts';
import { emptyResponse, networkError, noReplyInTime } from 'src/client/connection/ClientProblem.ts';
import { problem } from 'src/model/problems.ts';

describe('[ITEM-05] an item that is not there to show', () => {
  it.each([
    [problem('notFound'), 'cells.hiddenItem'],
    [problem('notAllowed'), 'cells.hiddenItem'],
    [problem('invalidId'), 'cells.hiddenItem'],
    [networkError(), 'cells.unreadItem'],
    [noReplyInTime(), 'cells.unreadItem'],
    [problem('timeout'), 'cells.unreadNow'],
    [problem('rateLimited', { retryAfter: 2 }), 'cells.unreadNow'],
    [problem('generalFailure'), 'cells.unreadNow'],
    [emptyResponse('erred without a message'), 'cells.unreadNow'],
  ])('%s: %s', (failure, text) => {
    expect(absentText({ state: 'failed', problem: failure })).toBe(text);
  });

  it('is loading while it is read', () => {
    expect(absentText({ state: 'loading' })).toBe('app.loading');
  });

  it('is called hidden once it is gone, and deleted where the server says that', () => {
    expect(absentText({ state: 'gone' })).toBe('cells.hiddenItem');
    expect(absentText({ state: 'gone', deleted: true })).toBe('cells.deletedItem');
  });
});
