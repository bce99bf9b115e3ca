// Valid contents of an envelope, and the answers to all other texts.

import { describe, expect, it } from 'vitest';
import { Problem } from 'src/model/problems.ts';
import { requestAddress } from 'src/model/wire/addressOf.ts';
import { parseEnvelope, splitOperation } from 'src/model/wire/envelope.ts';
import { cpuTime } from 'tests/ownTime.ts';

const outcome = (text: string): unknown => {
  try {
    return parseEnvelope(text);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    const entries = error.params?.['errors'] as readonly { path: string; message: string }[] | undefined;
    return entries ? `${error.key} ${entries.map(({ path, message }) => `${path}:${message}`).join(' ')}` : error.key;
  }
};

const nested = (depth: number): string => `{"o":"update","b":${'['.repeat(depth)}${']'.repeat(depth)}}`;

describe('parseEnvelope', () => {
  it('takes an envelope with every member', () => {
    const text =
      '{"o":"create/Book","b":{"title":"A"},"s":"7","v":"1","key":"0f8fad5b-d9cb-469f-a165-70867728950e","erred":false}';
    expect(outcome(text)).toEqual(JSON.parse(text));
  });

  it.each([
    ['', 'parseRequestFailed'],
    ['{', 'parseRequestFailed'],
    ['null', 'parseRequestFailed'],
    ['7', 'parseRequestFailed'],
    ['"ping"', 'parseRequestFailed'],
    ['[]', 'parseRequestFailed'],
    ['{}', 'parseRequestFailed'],
    ['{"o":""}', 'parseRequestFailed'],
    ['{"o":7}', 'parseRequestFailed'],
    [`{"o":"${'x'.repeat(501)}"}`, 'parseRequestFailed'],
    ['{"o":"ping","b":NaN}', 'parseRequestFailed'],
    ['{"o":"ping"}{"o":"ping"}', 'parseRequestFailed'],
    ['{"o":"ping","x":1}', 'invalid /x:errors.unknownProperty'],
    ['{"o":"ping","constructor":1}', 'invalid /constructor:errors.unknownProperty'],
    ['{"o":"ping","s":7}', 'invalid /s:errors.wrongType'],
    ['{"o":"ping","v":{}}', 'invalid /v:errors.wrongType'],
    ['{"o":"ping","key":"once"}', 'invalid /key:errors.wrongType'],
    ['{"o":"ping","erred":"yes"}', 'invalid /erred:errors.wrongType'],
    ['{"o":"update","b":{"a":1e999}}', 'invalid /b/a:errors.wrongType'],
    [String.raw`{"o":"update","b":{"a":"\ud800"}}`, 'invalid /b/a:errors.invalidText'],
    [String.raw`{"o":"update","b":{"a/b":["\u0000"]}}`, 'invalid /b/a~1b/0:errors.invalidText'],
    [String.raw`{"o":"update","b":{"\udfff":1}}`, 'invalid /b:errors.invalidText'],
    ['{"o":"update","b":{"__proto__":{"admin":true}}}', 'invalid /b:errors.invalidText'],
    ['{"__proto__":{"o":"ping"}}', 'parseRequestFailed'],
    [nested(66), 'invalid :errors.tooDeep'],
    [nested(200_000), 'invalid :errors.tooDeep'],
  ])('[ERR-01] answers %s with %s', (text, expected) => {
    expect(outcome(text)).toEqual(expected);
  });

  it('takes a body of 63 levels, and brackets inside text at any number', () => {
    expect(outcome(nested(63))).toMatchObject({ o: 'update' });
    expect(outcome(`{"o":"update","b":"${'['.repeat(1000)}${String.raw`\"{{`}"}`)).toMatchObject({ o: 'update' });
  });

  it('lets the last of two equal keys win, as JSON does, and pollutes nothing', () => {
    expect(outcome('{"o":"ping","o":"read/Book-1","b":{"constructor":{"prototype":{"x":1}}}}')).toMatchObject({
      o: 'read/Book-1',
    });
    expect(({} as { x?: number }).x).toBeUndefined();
  });

  it.each([
    ['{"o":"ping","s":"7","x":1}', { o: 'ping', s: '7' }],
    ['{ "b" : {"s":"no","o":"no"}, "s" : "7" , "o" : "re\\u0061d/Book-1" }', { o: 'read/Book-1', s: '7' }],
    ['{"b":["s","8"],"v":"s","s":"7"}', { o: '', s: '7' }],
    ['{"b":"\\",\\"s\\":\\"8\\"","s":"7"}', { o: '', s: '7' }],
    [`{"o":"update","b":${'['.repeat(300)}${']'.repeat(300)},"s":"7"}`, { o: 'update', s: '7' }],
    ['{"o":7,"s":7}', { o: '' }],
    ['{"o":"x","s":"\\ud800"}', { o: 'x' }],
    [`{"s":"${'s'.repeat(65)}"}`, { o: '' }],
    ['{"o":"ping","s":"7"', { o: 'ping', s: '7' }],
    ['{"o":"pi', { o: '' }],
    ['nonsense', { o: '' }],
    ['null', { o: '' }],
    ['', { o: '' }],
  ])('finds whom the refusal of %s belongs to', (text, expected) => {
    expect(requestAddress(text)).toEqual(expected);
  });

  const keys = (count: number): string => Array.from({ length: count }, (_, at) => `"k${at}":1`).join(',');

  it('takes 19,000 keys and an area of 99,000 points, and names the place of what is wrong in them', () => {
    expect(outcome(`{"o":"update","b":{${keys(19_000)}}}`)).toMatchObject({ o: 'update' });
    expect(outcome(`{"o":"update","b":[${'[1,2],'.repeat(99_000)}1]}`)).toMatchObject({ o: 'update' });
    expect(outcome(`{"o":"update","b":[${'1,'.repeat(150_000)}"\\u0000"]}`)).toBe(
      'invalid /b/150000:errors.invalidText',
    );
  });

  it.each([
    ['20,001 keys', `{"o":"update","b":{${keys(20_001)}}}`],
    ['450,001 values', `{"o":"update","b":[${'1,'.repeat(450_001)}1]}`],
    ['quotes without end', `{"o":"update","b":${'"'.repeat(1_200_000)}`],
    ['escaped quotes without end', `{"o":"update","b":"${String.raw`\"`.repeat(600_000)}"}`],
  ])('refuses %s before parsing: the text behind them need not even be JSON', (_what, text) => {
    expect(outcome(text)).toBe('tooLarge');
    expect(outcome(`${text.slice(0, -1)}!`)).toBe('tooLarge');
  });

  it('refuses what is absurdly deep at once, however large', () => {
    const started = cpuTime();
    expect(outcome(nested(4_000_000))).toBe('invalid :errors.tooDeep');
    expect(requestAddress(nested(4_000_000))).toEqual({ o: 'update' });
    expect(cpuTime() - started).toBeLessThan(1_500);
  });

  it('splits an operation from its arguments', () => {
    expect(splitOperation('addWatch/Book-1/7')).toEqual({ name: 'addWatch', args: ['Book-1', '7'] });
    expect(splitOperation('update')).toEqual({ name: 'update', args: [] });
    expect(splitOperation('read/')).toEqual({ name: 'read', args: [''] });
  });
});
