// Disposing of a group, notifying all listeners, and deep freezing.
import { describe, expect, it, vi } from 'vitest';
import { deepFreeze } from 'src/base/deepFreeze.ts';
import { Disposables } from 'src/base/Disposables.ts';
import { Listeners } from 'src/base/Listeners.ts';

describe('Disposables', () => {
  it('undoes the last first, and once', () => {
    const done: string[] = [];
    const disposables = new Disposables();
    disposables.add(
      () => done.push('a'),
      () => done.push('b'),
    );
    disposables.dispose();
    disposables.dispose();
    expect(done).toEqual(['b', 'a']);
  });
});

describe('Listeners', () => {
  it('tells those who listen, also the same one twice, until they leave', () => {
    const received = vi.fn();
    const listeners = new Listeners<[text: string]>();
    const leave = [listeners.add(received), listeners.add(received)];
    listeners.notify('one');
    leave[0]?.();
    listeners.notify('two');
    expect(received.mock.calls).toEqual([['one'], ['one'], ['two']]);
  });

  it('allows a listener to unsubscribe during a notification', () => {
    const listeners = new Listeners<[]>();
    const received = vi.fn();
    const leave = listeners.add(() => leave());
    listeners.add(received);
    listeners.notify();
    expect(received).toHaveBeenCalledOnce();
  });
});

describe('deepFreeze', () => {
  it('freezes all the way down', () => {
    const frozen = deepFreeze({ parts: [{ name: 'a' }], none: null });
    expect(Object.isFrozen(frozen.parts[0])).toBe(true);
    expect(() => Object.assign(frozen.parts[0] ?? {}, { name: 'b' })).toThrow(TypeError);
  });
});
