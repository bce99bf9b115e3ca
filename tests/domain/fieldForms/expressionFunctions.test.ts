// Functions and operators of form expressions, each with ordinary values and with the values at its limits.
import { describe, expect, it } from 'vitest';
import type { FormAnswers, Question } from 'src/domain/geokeeper/forms/FieldFormModel.ts';
import type { SessionOptions } from 'src/domain/geokeeper/forms/fillSession.ts';
import { computed, formOf, sessionOf } from 'tests/domain/fieldForms/sessionOf.ts';

/** Value of an expression as text, so that a number, a truth value and an empty answer differ. */
const textOf = (expression: string, options: Partial<SessionOptions> = {}): string => {
  const { value, detail } = computed(`concat('', ${expression})`, options);
  return detail === undefined ? String(value ?? '') : `error: ${detail}`;
};

const cases = (rows: readonly (readonly [string, string])[]): void => {
  it.each(rows)('[GEO-01] %s is %s', (expression, expected) => {
    expect(textOf(expression)).toBe(expected);
  });
};

describe('operators', () => {
  cases([
    ['7 + 3 * 2', '13'],
    ['(7 + 3) * 2', '20'],
    ['9 - 4 - 3', '2'],
    ['9 div 2', '4.5'],
    ['9div2', '4.5'],
    ['9 mod 4', '1'],
    ['-9 mod 4', '-1'],
    ['9 mod -4', '1'],
    ['9 mod 0', 'NaN'],
    ['1 div 0', 'Infinity'],
    ['-1 div 0', '-Infinity'],
    ['0 div 0', 'NaN'],
    ['--4', '4'],
    ["'12' * '3'", '36'],
    ["'12a' + 1", 'NaN'],
    ["'' + 1", 'NaN'],
    ['true() + 2', '3'],
    ['0.1 + 0.2 = 0.3', 'true'],
    ['3 = 3.0', 'true'],
    ["3 = '3'", 'true'],
    ["'3' = '3.0'", 'false'],
    ["'a' = 'A'", 'false'],
    ["'a' != 'b'", 'true'],
    ["true() = 'false'", 'true'],
    ["'10' > '9'", 'true'],
    ["'b' > 'a'", 'false'],
    ['2 <= 2', 'true'],
    ['2 >= 3', 'false'],
    ['5 > 4 > 3', 'false'],
    ['1 or 0', 'true'],
    ['1 and 0', 'false'],
    ['1or0', 'true'],
    ['false() or true() and false()', 'false'],
    ["true() or date('no date')", 'true'],
    ["'a' or 'b'", 'true'],
    ['.5 + 0.', '0.5'],
    ['“typed” = ‘typed’', 'true'],
  ]);
});

describe('conversions', () => {
  cases([
    ["number('7.50')", '7.5'],
    ["number(' 7 ')", '7'],
    ["number('7,5')", '7.5'],
    ["number('1e3')", 'NaN'],
    ["number('+7')", 'NaN'],
    ["number('7 m')", 'NaN'],
    ["number('')", 'NaN'],
    ['number(true())', '1'],
    ["number('1970-01-11')", '10'],
    ["number(date('1970-01-11'))", '10'],
    ["number('1970-01-11T12:00:00Z')", '10.5'],
    ["int('7.9')", '7'],
    ['int(-7.9)', '-7'],
    ["int('')", 'NaN'],
    ['string(0.0000001)', '0.0000001'],
    ['string(1000000000000000000000)', '1000000000000000000000'],
    ['string(-0)', '0'],
    ['string(true())', 'true'],
    ["boolean('false')", 'true'],
    ["boolean('')", 'false'],
    ['boolean(0)', 'false'],
    ['boolean(0 div 0)', 'false'],
    ["boolean-from-string('true')", 'true'],
    ["boolean-from-string('True')", 'false'],
    ["boolean-from-string('1')", 'true'],
    ["boolean-from-string('yes')", 'false'],
    ['boolean-from-string(1.0)', 'true'],
    ['boolean-from-string(1.5)', 'false'],
    ["not('')", 'true'],
    ['not(2)', 'false'],
  ]);
});

describe('choices between values', () => {
  cases([
    ["if(1 > 2, 'yes', 'no')", 'no'],
    ["if('no', 'yes', 'no')", 'yes'],
    ["if(true(), 1, date('no date'))", '1'],
    ["coalesce('', 'second', 'third')", 'second'],
    ["coalesce('first', date('no date'))", 'first'],
    ["coalesce('', '')", ''],
    ["coalesce(number('x'), 4)", '4'],
    ['checklist(2, 3, true(), 0, 1)', 'true'],
    ['checklist(2, 3, true(), 0, 0)', 'false'],
    ["checklist(-1, 0, '', 0)", 'true'],
    ['checklist(1, -1, 1, 1, 1)', 'true'],
    ['weighted-checklist(3, 5, 1, 2, 0, 9, 1, 1.5)', 'true'],
    ['weighted-checklist(4, 5, 1, 2, 0, 9)', 'false'],
    ['weighted-checklist(-1, 1, 1, 2)', 'false'],
    ["once('kept')", 'kept'],
    ["once(number('x'))", ''],
  ]);
});

describe('texts', () => {
  cases([
    ["concat('a', 1, true())", 'a1true'],
    ['concat()', ''],
    ["join(', ', 'a', '', 'b')", 'a, , b'],
    ["join('-')", ''],
    ["substr('heron', 1, 3)", 'er'],
    ["substr('heron', -2)", 'on'],
    ["substr('heron', 0, -1)", 'hero'],
    ["substr('heron', 4, 2)", ''],
    ["substr('heron', 0, 99)", 'heron'],
    ["substring('heron', 2)", 'eron'],
    ["substring('heron', 2, 3)", 'ero'],
    ["substring('heron', 1.5, 2.6)", 'ero'],
    ["substring('heron', 0, 3)", 'he'],
    ["substring('heron', 0 div 0, 3)", ''],
    ["substring('heron', 2, 0 div 0)", ''],
    ["substring('heron', -42, 1 div 0)", 'heron'],
    ["substring('heron', -1 div 0, 1 div 0)", ''],
    ["substring('heron', 9)", ''],
    ["substring-before('12/05', '/')", '12'],
    ["substring-before('12/05', '-')", ''],
    ["substring-after('12/05', '/')", '05'],
    ["substring-after('12/05', '')", '12/05'],
    ["translate('bar', 'abc', 'AB')", 'BAr'],
    ["translate('a-b-c', '-', '')", 'abc'],
    ["contains('', '')", 'true'],
    ["starts-with('heron', 'he')", 'true'],
    ["starts-with('heron', 'on')", 'false'],
    ["ends-with('heron', 'on')", 'true'],
    ["ends-with('heron', 'heron!')", 'false'],
    ["string-length('')", '0'],
    ["normalize-space('  two   words\t')", 'two words'],
    ["regex('A-12', '[A-Z]-\\d+')", 'true'],
    ["regex('xA-12', '[A-Z]-\\d+')", 'false'],
    ["regex('', '.*')", 'true'],
    ["digest('heron', 'SHA-1', 'hex')", '58c71771b13fabdff3145343c3a58f9b0de78791'],
    ["digest('', 'MD5', 'hex')", 'd41d8cd98f00b204e9800998ecf8427e'],
    ["digest('', 'md5')", '1B2M2Y8AsgTpgAmY7PhCfg=='],
    ["base64-decode('aGVyb24=')", 'heron'],
    ["base64-decode('%%')", ''],
    ['string-length(uuid())', '36'],
    ['string-length(uuid(7))', '7'],
    ['uuid() = uuid()', 'false'],
  ]);
});

describe('selections', () => {
  cases([
    ["selected('red green', 'green')", 'true'],
    ["selected('red green', 'gre')", 'false'],
    ["selected('red', ' red ')", 'true'],
    ["selected('', 'red')", 'false'],
    ["is-selected('red', 'red')", 'true'],
    ["selected-at('red green', 0)", 'red'],
    ["selected-at('red green', 2)", ''],
    ["selected-at('red green', -1)", ''],
    ["count-selected('red  green ')", '2'],
    ["count-selected('')", '0'],
  ]);
});

describe('numbers', () => {
  cases([
    ['round(2.5)', '3'],
    ['round(-2.5)', '-2'],
    ['round(-2.6)', '-3'],
    ['round(1.005, 2)', '1.01'],
    ['round(1249, -2)', '1200'],
    ['round(1250, -2)', '1300'],
    ["round('')", 'NaN'],
    ['round(1 div 0)', 'Infinity'],
    ['round(3.14159, 31)', 'NaN'],
    ['floor(-1.5)', '-2'],
    ['ceiling(-1.5)', '-1'],
    ['abs(-3)', '3'],
    ['pow(2, 10)', '1024'],
    ['pow(-8, 1 div 3)', 'NaN'],
    ['sqrt(2.25)', '1.5'],
    ['sqrt(-1)', 'NaN'],
    ['log(exp(2))', '2'],
    ['log10(1000)', '3'],
    ['exp10(-2)', '0.01'],
    ['round(sin(pi()), 9)', '0'],
    ['cos(0)', '1'],
    ['round(tan(pi() div 4), 9)', '1'],
    ['asin(2)', 'NaN'],
    ['acos(1)', '0'],
    ['round(atan(1) * 4, 5)', '3.14159'],
    ['round(atan2(-1, 0), 5)', '-1.5708'],
    ['max(3, 12, -4)', '12'],
    ["max(3, '', 'x')", '3'],
    ["max('')", 'NaN'],
    ["min(3, '2', -4)", '-4'],
    ['random() < 1 and random() >= 0', 'true'],
  ]);
});

describe('dates', () => {
  cases([
    ["date('2026-05-01') < date('2026-05-02')", 'true'],
    ["date('2026-05-01') + 1 = date('2026-05-02')", 'true'],
    ["'2026-05-01' + 1 = '2026-05-02'", 'true'],
    ["'2026-05-02' - '2026-05-01'", '1'],
    ["date('2024-02-29')", '2024-02-29'],
    ["date('')", ''],
    ['date(31)', '1970-02-01'],
    ['date(-1)', '1969-12-31'],
    ["date-time('2026-05-01T10:00:00+02:00')", '2026-05-01T08:00:00.000+00:00'],
    ["decimal-date-time('1970-01-02T12:00:00Z')", '1.5'],
    ['decimal-date-time(4)', '4'],
    ["decimal-time('12:00:00.000')", '0.5'],
    ["decimal-time('2026-05-01T18:00:00Z')", '0.75'],
    ["decimal-time('')", ''],
    ["format-date('2026-03-07', '%Y-%m-%d')", '2026-03-07'],
    ["format-date('2026-03-07', '%y %n %e %b %a')", '26 3 7 Mar Sat'],
    ["format-date('', '%Y')", ''],
    ["format-date-time('2026-03-07T04:05:06.789', '%H %h %M %S %3')", '04 4 05 06 789'],
    ["format-date('2026-03-07', '100%%')", '100%'],
    ["format-date('2026-03-07', 'week %W')", 'week 10'],
    ["today() = date('2026-05-01')", 'true'],
    ["now() = '2026-05-01T20:30:00Z'", 'true'],
  ]);

  it.each([
    ["date('2026-02-30')", 'not a date'],
    ["date('soon')", 'not a date'],
    ["format-date('2026-03-07', '%Q')", 'not a part of a date'],
    ["decimal-time('25:00')", 'not a date'],
  ])('[GEO-01] %s is a problem', (expression, detail) => {
    expect(computed(expression).detail).toContain(detail);
  });

  it('[GEO-01] dates are days of the time zone, however far it is from UTC', () => {
    const auckland = { timeZone: 'Pacific/Auckland' };
    expect(textOf("number(date('1970-01-01'))", auckland)).toBe('0');
    expect(textOf('date(6)', auckland)).toBe('1970-01-07');
    expect(textOf("date-time('2026-01-01T00:00:00Z')", auckland)).toBe('2026-01-01T13:00:00.000+13:00');
    expect(textOf("decimal-date-time('1970-01-02T12:00:00+12:00')", auckland)).toBe('1');
  });

  it('[GEO-01] a time with the offset of another zone is moved, and a time of the other half of the year is not', () => {
    const berlin = { timeZone: 'Europe/Berlin' };
    expect(textOf("decimal-time('06:00:00.000+02:00')", berlin)).toBe('0.25');
    expect(textOf("decimal-time('06:00:00.000+01:00')", berlin)).toBe('0.25');
    expect(textOf("decimal-time('04:00:00.000Z')", berlin)).toBe('0.25');
    expect(textOf("decimal-time('21:00:00.000-07:00')", berlin)).toBe('0.25');
  });
});

describe('positions', () => {
  cases([
    ["round(distance('0 0', '0 90'))", '10018696'],
    ["round(distance('0 0;0 45;0 90'))", '10018696'],
    ["distance('10 10')", '0'],
    ["area('0 0;0 1')", '0'],
    ["round(area('0 0;0 1;1 1;1 0') div 1000000)", '12391'],
    ["round(area('60 10;60 10.01;60.01 10.01;60.01 10'))", '619501'],
    ["area('0 0;0 1;1 1;1 0') = area('0 0;0 1;1 1;1 0;0 0')", 'true'],
    ["area('0 0;1 0;1 1;0 1;0 0') > 0", 'true'],
    ["enclosed-area('0 0;0 1')", '0'],
    ["geofence('0.5 0.5', '0 0;0 1;1 1;1 0;0 0')", 'true'],
    ["geofence('1.5 0.5', '0 0;0 1;1 1;1 0;0 0')", 'false'],
    ["geofence('0.5 0.5', '0 0;0 1;1 1;1 0;2 0')", 'false'],
    ["geofence('', '0 0;0 1;1 1;1 0;0 0')", 'false'],
  ]);

  it.each(["area('north')", "distance('91 0', '0 0')", "geofence('0 0', '')"])(
    '[GEO-01] %s is a problem',
    (expression) => {
      expect(computed(expression).detail).toMatch(/position/);
    },
  );
});

const PLOTS: readonly Question[] = [
  { name: 'which', type: 'integer' },
  { name: 'empty', type: 'text' },
  {
    name: 'plot',
    type: 'repeat',
    questions: [
      { name: 'size', type: 'integer' },
      { name: 'at', type: 'calculate', calculation: 'position(..)' },
      { name: 'tree', type: 'repeat', questions: [{ name: 'height', type: 'integer' }] },
    ],
  },
];

const ANSWERS: FormAnswers = {
  which: 2,
  plot: [{ size: 4, tree: [{ height: 10 }, { height: 12 }] }, { size: 7, tree: [{ height: 20 }] }, {}],
};

describe('questions and entries', () => {
  it.each<readonly [string, string]>([
    ['${which} + 1', '3'],
    ['${empty}', ''],
    ["${empty} = ''", 'true'],
    ['${empty} + 1', 'NaN'],
    ['boolean(${empty})', 'false'],
    ['count(${plot})', '3'],
    ['count(/data/plot)', '3'],
    ['count(${size})', '3'],
    ['count-non-empty(${size})', '2'],
    ['sum(${size})', '11'],
    ['sum(/data/plot/size)', '11'],
    ['sum(${height})', '42'],
    ['max(${height})', '20'],
    ['min(${height})', '10'],
    ["join('|', ${size})", '4|7|'],
    ['${size} = 7', 'true'],
    ['${size} = 5', 'false'],
    ['${size} > 6', 'true'],
    ['/data/plot[2]/size', '7'],
    ['/data/plot[size = 7]/tree/height', '20'],
    ['/data/plot[position() = 1]/size', '4'],
    ['/data/plot[last()]/at', '3'],
    ['count(/data/plot[size > 5])', '1'],
    ['count(/data/plot/tree)', '3'],
    ['count(/data/*)', '6'],
    ['count(${size} | ${height})', '6'],
    ['count(${size} | ${size})', '3'],
    ['${plot}[number(${which})]/size', '7'],
    ['${plot}[position() = ${which}]/size', '7'],
    ['indexed-repeat(${size}, ${plot}, 1)', '4'],
    ['indexed-repeat(${size}, ${plot}, ${which})', '7'],
    ['indexed-repeat(${size}, ${plot}, ${empty})', '4'],
    ['indexed-repeat(${size}, ${plot}, 9)', ''],
    ['indexed-repeat(${height}, ${plot}, 1, ${tree}, 2)', '12'],
    ['indexed-repeat(/data/plot/tree/height, /data/plot, 2, /data/plot/tree, 1)', '20'],
    ['position(/data/plot[3])', '3'],
    ['checklist(2, 3, ${size})', 'true'],
    ['weighted-checklist(11, 11, ${size}, ${size})', 'true'],
    ['string-length(/data/which)', '1'],
    ['/data/nothing', ''],
    ['current()/../which', '2'],
    ['../which', '2'],
    ['child::which', ''],
  ])('[GEO-01] %s is %s', (expression, expected) => {
    const form = formOf([...PLOTS, { name: 'result', type: 'calculate', calculation: `concat('', ${expression})` }]);
    const node = sessionOf(form, { answers: ANSWERS }).node('result');
    expect(node?.problem?.detail).toBeUndefined();
    expect(node?.value ?? '').toBe(expected);
  });

  it('[GEO-01] an entry reads its own questions and the questions around it', () => {
    const inner: Question = {
      name: 'own',
      type: 'calculate',
      calculation:
        "concat(${size}, '/', count(../tree), '/', sum(${height}), '/', ${which}, '/', sum(/data/plot/size))",
    };
    const plots = PLOTS.map((each) =>
      each.name === 'plot' ? { ...each, questions: [...(each.questions ?? []), inner] } : each,
    );
    const session = sessionOf(formOf(plots), { answers: ANSWERS });
    expect(session.node('plot/0/own')?.value).toBe('4/2/22/2/4');
    expect(session.node('plot/1/own')?.value).toBe('7/1/20/2/7');
  });

  it('[GEO-01] the functions without a parameter read the question of the expression', () => {
    const form = formOf([
      {
        name: 'word',
        type: 'text',
        constraint: "string-length() < 4 and normalize-space() = string() and string() != ''",
      },
      { name: 'figure', type: 'integer', constraint: 'number() > 3' },
    ]);
    const session = sessionOf(form);
    session.set('word', 'elk');
    session.set('figure', 4);
    expect(session.problems()).toEqual([]);
    session.set('word', 'heron');
    session.set('figure', 2);
    expect(session.problems().map(({ path }) => path)).toEqual(['word', 'figure']);
  });
});

describe('lists', () => {
  const ITEMS = ['elk', 'hare', 'heron', 'owl', 'pike', 'swan'];
  const form = (calculation: string) =>
    formOf(
      [
        { name: 'animal', type: 'selectOne', list: 'animals' },
        { name: 'result', type: 'calculate', calculation },
      ],
      {
        lists: {
          animals: {
            choices: ITEMS.map((name, at) => ({
              name,
              label: { en: `The ${name}`, fr: `Le ${name}` },
              columns: { legs: at % 2 === 0 ? '4' : '2' },
            })),
          },
        },
      },
    );
  const result = (expression: string, language = 'en'): unknown => {
    const node = sessionOf(form(expression), { language, answers: { animal: 'owl' } }).node('result');
    return node?.problem?.detail ?? node?.value;
  };

  it.each<readonly [string, unknown]>([
    ["count(instance('animals')/root/item)", 6],
    ["instance('animals')/root/item[name = ${animal}]/legs", '2'],
    ["count(instance('animals')/root/item[legs = 4])", 3],
    ["instance('animals')/root/item[2]/name", 'hare'],
    ["instance('animals')/root/item[legs = 4][2]/name", 'heron'],
    ["pulldata('animals', 'legs', 'name', 'heron')", '4'],
    ["pulldata('animals', 'legs', 'name', 'yak')", undefined],
    ["jr:choice-name(${animal}, '${animal}')", 'The owl'],
    ["jr:choice-name('yak', '${animal}')", 'yak'],
    ["count(randomize(instance('animals')/root/item))", 6],
  ])('[GEO-01] %s', (expression, expected) => {
    expect(result(expression)).toEqual(expected);
  });

  it('[GEO-01] names choices in the language of the session', () => {
    expect(result("jr:choice-name(${animal}, '${animal}')", 'fr')).toBe('Le owl');
  });

  it('[GEO-01] a seed gives the same order each time, and another seed another order', () => {
    const order = (seed: string): unknown =>
      result(`join(' ', randomize(instance('animals')/root/item/name, ${seed}))`);
    expect(order('42')).toBe(order("'42'"));
    expect(order('42')).not.toBe(order('7'));
    expect(String(order("'a text'")).split(' ').toSorted()).toEqual(ITEMS);
  });
});
