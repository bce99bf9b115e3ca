// Texts of the declarations: every message about a wrong form names the right one, and the name of a type fits into a sentence.

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createIntl } from 'react-intl';
import { describe, expect, it } from 'vitest';
import { messagesOf } from 'src/client/ui/declaredMessages.ts';
import { layoutFor } from 'src/client/fields/session/layout.ts';
import messages from 'src/generated/messages.en.json' with { type: 'json' };
import { registry } from 'src/generated/registry.client.ts';
import type { Property } from 'src/model/schema/Property.ts';
import { ruleOfError } from 'src/model/schema/ruleOfError.ts';
import { formTabsOf } from 'src/model/schema/formTabs.ts';

type Properties = Readonly<Record<string, Property>>;

const patternsOf = (properties: Properties, pointer = ''): readonly (readonly [pointer: string, pattern: string])[] =>
  Object.values(properties).flatMap(({ name, many, pattern, properties: members = {} }) => {
    const at = `${pointer}/${name}${many ? '/0' : ''}`;
    return [...(pattern === undefined ? [] : [[at, pattern] as const]), ...patternsOf(members, at)];
  });

const messageFor = (keyword: string, params: Readonly<Record<string, string>>, at = '', properties: Properties = {}) =>
  ruleOfError({ keyword, params, instancePath: at }, properties)?.message;

/** Every `keyword` with a text value anywhere in the declared item types and what they share. */
const declared = (keyword: string): readonly string[] => {
  const files = readdirSync('schemas', { recursive: true, encoding: 'utf8' }).filter(
    (name) => name.endsWith('.schema.json') && !name.startsWith('meta') && !name.endsWith('wire.schema.json'),
  );
  const found = new Set<string>();
  for (const file of files)
    JSON.parse(readFileSync(join('schemas', file), 'utf8'), (key, value: unknown) => {
      if (key === keyword && typeof value === 'string') found.add(value);
      return value;
    });
  return [...found];
};

describe('words of the product', () => {
  it('[EXPERIENCE] name the form that a pattern or a format asks for', () => {
    const silent = Object.values(registry.types).flatMap(({ name, properties }) =>
      patternsOf(properties)
        .filter(([at, pattern]) => {
          const message = messageFor('pattern', { pattern }, at, properties) ?? '';
          return message === 'errors.pattern' || !(message in messages);
        })
        .map(([at]) => `${name}${at}`),
    );
    expect(silent).toEqual([]);
    const formats = declared('format').map((format) => messageFor('format', { format }) ?? '');
    expect(formats.length).toBeGreaterThan(9);
    expect(formats.filter((id) => id === 'errors.pattern' || !(id in messages))).toEqual([]);
  });

  it('[EXPERIENCE] leave no declared pattern without a property that names its form', () => {
    const ofProperties = Object.values(registry.types).flatMap(({ properties }) =>
      patternsOf(properties).map(([, pattern]) => pattern),
    );
    const others = declared('pattern').filter((pattern) => !ofProperties.includes(pattern));
    expect(others.map((pattern) => messageFor('pattern', { pattern }))).toEqual(['errors.languageTag']);
  });

  it('[EXPERIENCE] have the name of every type as in a sentence, for one and for many', () => {
    const { typeInSentence } = messagesOf(createIntl({ locale: 'en', messages }));
    expect([typeInSentence('ArchiveEntry'), typeInSentence('ArchiveEntry', 2)]).toEqual([
      'archive entry',
      'archive entries',
    ]);
    expect([typeInSentence('Lexeme'), typeInSentence('LOVValue')]).toEqual(['word', 'value']);
    const capital = Object.keys(registry.types).filter((type) => /^\p{Lu}/u.test(typeInSentence(type)));
    expect(capital).toEqual([]);
  });

  it('[EXPERIENCE] keep what only administrators understand to themselves', () => {
    const technical = ['menuPackage', 'hash', 'uuid'];
    const shown = Object.values(registry.types).flatMap((type) =>
      layoutFor(formTabsOf(type), false).flatMap(({ groups }) =>
        groups.flatMap(({ rows }) => rows.flat().map(({ path }) => path)),
      ),
    );
    expect(shown.filter((path) => technical.includes(path))).toEqual([]);
  });
});
