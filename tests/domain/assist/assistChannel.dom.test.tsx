// Tests the parts of the channel without a server: delays, batches, what an agent's control may touch, and the fading of lines.
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { eventWithTime } from 'rrweb';
import { AnnotationTrail } from 'src/domain/assist/client/AnnotationTrail.client.ts';
import { reconnectDelay } from 'src/domain/assist/client/AssistSocket.client.ts';
import { EventBatches } from 'src/domain/assist/client/eventBatches.client.ts';
import { RemoteControl } from 'src/domain/assist/client/RemoteControl.client.ts';
import { ASSIST } from 'src/domain/assist/protocol.ts';

const EVENT: eventWithTime = { type: 1, data: {}, timestamp: 0 };

beforeEach(() => void vi.useFakeTimers({ shouldAdvanceTime: true }));

afterEach(() => {
  vi.useRealTimers();
  document.body.innerHTML = '';
});

describe('the constants of the channel', () => {
  it('[ASSIST-02] attempts to connect wait 1 to 25 seconds, 30 times', () => {
    const delays = Array.from({ length: ASSIST.reconnect.attempts }, (_, at) => [
      reconnectDelay(at + 1, 0),
      reconnectDelay(at + 1, 1),
    ]).flat();
    expect(delays).toHaveLength(60);
    expect(Math.min(...delays)).toBe(1000);
    expect(Math.max(...delays)).toBe(25_000);
  });

  it('[ASSIST-02] batches are compressed from 5,000 events on and split above 10,000', async () => {
    const texts: number[] = [];
    const zipped: number[] = [];
    const batches = new EventBatches({
      collect: () => {},
      sendText: (payload) => void texts.push((JSON.parse(payload) as { events: unknown[] }).events.length),
      sendBinary: (frame) => void zipped.push(new DataView(frame.buffer).getUint32(5)),
      unsentBytes: () => 0,
      onDropped: () => {},
    });
    batches.begin(1);
    for (let at = 0; at < 4999; at += 1) batches.add(EVENT);
    await vi.waitFor(() => expect(texts).toEqual([4999]));
    for (let at = 0; at < 12_000; at += 1) batches.add(EVENT);
    await vi.waitFor(() => expect([texts, zipped]).toEqual([[4999, 2000], [2]]));
  });

  it('[ASSIST-02] changes that the recorder holds are sent 40 times a second, until there are none', async () => {
    vi.useFakeTimers();
    const texts: string[] = [];
    let held = 60;
    const batches = new EventBatches({
      collect: () => {
        if (held > 0) batches.add({ ...EVENT, timestamp: held });
        held -= 1;
      },
      sendText: (payload) => void texts.push(payload),
      sendBinary: () => {},
      unsentBytes: () => 0,
      onDropped: () => {},
    });
    batches.begin(3);
    batches.add(EVENT);
    await vi.advanceTimersByTimeAsync(1000);
    expect([39, 40, 41]).toContain(texts.length);
    expect(JSON.parse(texts[1] ?? '')).toMatchObject({ mask: 3, batch: 2, events: [{ timestamp: 59 }] });
    await vi.advanceTimersByTimeAsync(2000);
    expect([texts.length, held, vi.getTimerCount()]).toEqual([60, -1, 0]);
  });

  it('[ASSIST-02] a line fades 4 seconds after its end', () => {
    const trail = new AnnotationTrail();
    trail.draw('annotation_start', { x: 1, y: 1 }, 'agent');
    trail.draw('annotation_move', { x: 2, y: 2 }, 'agent');
    trail.draw('annotation_end', { x: 3, y: 3 }, 'agent');
    vi.advanceTimersByTime(3999);
    expect(trail.lines.map(({ points }) => points.length)).toEqual([3]);
    vi.advanceTimersByTime(1);
    expect(trail.lines).toEqual([]);
  });
});

describe('control by an agent', () => {
  const nodes = new Map<number, Node>();
  const causes: (string | undefined)[] = [];
  const control = (): RemoteControl => {
    const made = new RemoteControl(
      (node) => nodes.get(node),
      (element) => element.closest('[data-item="Book-2"]') === null,
      (cause) => void causes.push(cause),
    );
    made.setAgent({ id: 'a1', name: 'Ada', user: 'User-2' });
    return made;
  };
  const place = (html: string): HTMLElement[] => {
    document.body.innerHTML = html;
    const placed = [...document.body.querySelectorAll<HTMLElement>('[data-node]')];
    for (const element of placed) nodes.set(Number(element.dataset['node']), element);
    return placed;
  };

  it('[ASSIST-01] clicks and types as the person would, and names the agent as the cause of writes', () => {
    const [button, field] = place('<button data-node="1">Save</button><input data-node="2">');
    const clicked = vi.fn();
    button?.addEventListener('click', clicked);
    const typed: string[] = [];
    field?.addEventListener('input', ({ target }) => void typed.push((target as HTMLInputElement).value));
    const made = control();
    made.perform('click', { x: 1, y: 1, node: 1 }, 'a1');
    made.perform('input', { node: 2, value: 'typed by the agent' }, 'a1');
    expect([clicked.mock.calls.length, typed]).toEqual([1, ['typed by the agent']]);
    expect(causes.at(-1)).toBe('a1');
  });

  it('[ASSIST-01] touches no question, password, file, private field or hidden item, and obeys no other agent', () => {
    const clicked = vi.fn();
    document.addEventListener('click', clicked);
    place(`<div data-assist><button data-node="1"></button></div><input type="password" data-node="2">
      <input type="file" data-node="3"><div data-private><input data-node="4"></div>
      <div data-item="Book-2"><input data-node="5"></div><input data-node="6">`);
    const made = control();
    for (const node of [1, 2, 3, 4, 5]) {
      made.perform('click', { x: 1, y: 1, node }, 'a1');
      if (node !== 3) made.perform('input', { node, value: 'x' }, 'a1');
    }
    made.perform('click', { x: 1, y: 1, node: 6 }, 'a2');
    made.perform('input', { node: 6, value: 'x' }, 'a2');
    made.stop();
    made.perform('click', { x: 1, y: 1, node: 6 }, 'a1');
    document.removeEventListener('click', clicked);
    expect(clicked).not.toHaveBeenCalled();
    const values = [...document.querySelectorAll('input')].map(({ value }) => value);
    expect(values).toEqual(['', '', '', '', '']);
  });
});
