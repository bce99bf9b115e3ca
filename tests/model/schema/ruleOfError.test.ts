// Messages for refused values: every rule of the specification has one.
import { describe, expect, it } from 'vitest';
import { LOWERCASE, ruleOfError, rulesOfErrors } from 'src/model/schema/ruleOfError.ts';
import type { Property } from 'src/model/schema/Property.ts';
import type { ValidationError } from 'src/model/schema/Validator.ts';

const error = (keyword: string, params: ValidationError['params'] = {}, instancePath = '/title'): ValidationError => ({
  keyword,
  params,
  instancePath,
});
const said = (keyword: string, params?: ValidationError['params']): unknown => {
  const { path: _, ...rule } = ruleOfError(error(keyword, params))!;
  return rule;
};

describe('[FORM-01] rules of errors', () => {
  it.each([
    ['maxLength', { limit: 300 }, { message: 'errors.maxLength', params: { max: 300 } }],
    ['minLength', { limit: 1 }, { message: 'errors.notBlank' }],
    ['type', { type: 'number' }, { message: 'errors.number.float' }],
    ['type', { type: 'integer' }, { message: 'errors.number.integer' }],
    ['minimum', { limit: 1 }, { message: 'errors.number.natural' }],
    ['minimum', { limit: 0 }, { message: 'errors.number.min', params: { min: 0 } }],
    ['pattern', { pattern: LOWERCASE }, { message: 'errors.lowercase' }],
    ['format', { format: 'email' }, { message: 'errors.invalidEmail' }],
    ['format', { format: 'phone' }, { message: 'errors.invalidPhone' }],
    ['format', { format: 'uri' }, { message: 'errors.invalidURL' }],
    ['format', { format: 'hex-color' }, { message: 'errors.invalidHex' }],
    ['maxItems', { limit: 3 }, { message: 'errors.array.max', params: { max: 3 } }],
    ['minItems', { limit: 2 }, { message: 'errors.array.min', params: { min: 2 } }],
    ['enum', {}, { message: 'errors.invalidChoice' }],
  ])('%s %j', (keyword, params, rule) => {
    expect(said(keyword, params)).toEqual(rule);
  });

  it('point at the member that is missing or too many', () => {
    expect(ruleOfError(error('required', { missingProperty: 'a/b' }, ''))).toEqual({
      path: '/a~1b',
      message: 'errors.required',
    });
    expect(ruleOfError(error('additionalProperties', { additionalProperty: 'x' }, '/size'))?.path).toBe('/size/x');
  });

  it('say exactly where a list must have one length', () => {
    const properties = { corners: { minItems: 4, maxItems: 4 } as Property, notes: { maxItems: 4 } as Property };
    expect(ruleOfError(error('maxItems', { limit: 4 }, '/corners'), properties)).toEqual({
      path: '/corners',
      message: 'errors.array.exactly',
      params: { count: 4 },
    });
    expect(ruleOfError(error('maxItems', { limit: 4 }, '/notes'), properties)?.message).toBe('errors.array.max');
  });

  it('leave out what another error says better, but never everything', () => {
    expect(rulesOfErrors([error('if'), error('required', { missingProperty: 'a' }, '')])).toHaveLength(1);
    expect(rulesOfErrors([error('oneOf')])).toEqual([{ path: '/title', message: 'errors.invalidValue' }]);
    expect(rulesOfErrors([error('enum'), error('enum')])).toHaveLength(1);
    expect(rulesOfErrors([])).toEqual([]);
  });
});
