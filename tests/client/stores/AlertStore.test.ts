// Snackbar, live region and dialogs.
import { observable, runInAction } from 'mobx';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { systemTimers } from 'src/base/timers.ts';
import { IgnoredError, networkError, noReplyInTime, problemOfAnswer } from 'src/client/connection/ClientProblem.ts';
import { AlertStore } from 'src/client/stores/AlertStore.ts';
import { warnUntil } from 'src/client/workflow/warnUntil.ts';
import { DialogStore } from 'src/client/stores/DialogStore.ts';
import { Problem, problem } from 'src/model/problems.ts';

beforeEach(() => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

describe('AlertStore', () => {
  it('[SHELL-12] [SHELL-16] takes notices away after 6 s, and errors never', () => {
    const alerts = new AlertStore(systemTimers);
    alerts.info('app.serverUpdated');
    alerts.success('app.applied');
    alerts.error(problem('notAllowed'));
    expect(alerts.alerts.map(({ type, timeout }) => [type, timeout])).toEqual([
      ['INFO', 6000],
      ['SUCCESS', 6000],
      ['ERROR', undefined],
    ]);
    vi.advanceTimersByTime(5999);
    expect(alerts.alerts).toHaveLength(3);
    vi.advanceTimersByTime(1);
    expect(alerts.alerts).toMatchObject([{ type: 'ERROR', message: 'errors.notAllowed' }]);
    alerts.dismiss(alerts.alerts[0]?.key ?? '');
    expect(alerts.alerts).toEqual([]);
  });

  it('[ERR-01] takes a warning away once what it is about is mended', () => {
    const alerts = new AlertStore(systemTimers);
    const isMended = observable.box(false);
    const values = { problems: 'Title: Fill this in' };
    warnUntil(alerts, () => isMended.get(), { message: 'workflow.lacksHere', values });
    alerts.warn('app.draftsNotKept');
    expect(alerts.alerts).toHaveLength(2);
    runInAction(() => isMended.set(true));
    expect(alerts.alerts).toMatchObject([{ message: 'app.draftsNotKept' }]);
  });

  it.each([
    [problem('notFound'), 'errors.notFound'],
    [networkError(), 'errors.networkError'],
    [noReplyInTime(), 'errors.wsMsgTimeout'],
    [problemOfAnswer({ userMessage: 'noOrg' }), 'errors.noOrg'],
    [problemOfAnswer('nonsense'), 'errors.emptyResponse'],
    ['something', 'errors.generalFailure'],
    [new Error('x'), 'error.notCaught'],
    [undefined, 'error.notCaught'],
  ])('[ERR-01] %s is shown as %s', (thrown, message) => {
    const alerts = new AlertStore(systemTimers);
    alerts.error(thrown);
    expect(alerts.alerts).toMatchObject([{ type: 'ERROR', message }]);
  });

  it('[ERR-01] keeps the server’s own text for the details, and plain parameters for the message', () => {
    const alerts = new AlertStore(systemTimers);
    alerts.error(new Problem('rateLimited', { retryAfter: 3, errors: [] }, 'from the server'));
    expect(alerts.alerts).toMatchObject([{ values: { retryAfter: 3 }, systemMessage: 'from the server' }]);
  });

  it('[ERR-01] does not show what the server could not read', () => {
    const alerts = new AlertStore(systemTimers);
    alerts.error(problem('parseRequestFailed'));
    expect(alerts.alerts).toEqual([]);
    expect(console.error).toHaveBeenCalledOnce();
  });

  it('[ERR-01] does not show what is thrown to be ignored', () => {
    const alerts = new AlertStore(systemTimers);
    alerts.error(new IgnoredError(new DOMException('no workers here', 'SecurityError')));
    expect(alerts.alerts).toEqual([]);
    expect(console.error).not.toHaveBeenCalled();
  });

  it('shows the same thing once, for its full time', () => {
    const alerts = new AlertStore(systemTimers);
    alerts.info('app.serverUpdated');
    vi.advanceTimersByTime(4000);
    alerts.info('app.serverUpdated');
    vi.advanceTimersByTime(4000);
    expect(alerts.alerts).toHaveLength(1);
  });

  it('announces the same words again as a change', () => {
    const alerts = new AlertStore(systemTimers);
    const heard = ['3 results', '3 results', '3 results'].map((text) => {
      alerts.announce(text);
      return alerts.announcement;
    });
    expect(heard.map((text) => text.trim())).toEqual(['3 results', '3 results', '3 results']);
    expect(heard[0]).not.toBe(heard[1]);
    expect(heard[1]).not.toBe(heard[2]);
  });
});

describe('DialogStore', () => {
  it('[SHELL-14] shows one dialog at a time and gives each its answer', async () => {
    const dialogs = new DialogStore();
    const sure = dialogs.confirm({ title: 'a', danger: true });
    const told = dialogs.systemMessage('from the server');
    expect(dialogs.current).toMatchObject({ kind: 'confirm', title: 'a', danger: true });
    dialogs.current?.answer(false);
    expect(await sure).toBe(false);
    expect(dialogs.current).toMatchObject({
      kind: 'systemMessage',
      title: 'components.KSysMsg.title',
      text: 'from the server',
    });
    dialogs.current?.answer(true);
    await told;
    expect(dialogs.current).toBeUndefined();
  });
});
