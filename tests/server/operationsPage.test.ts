// The examples of docs/OPERATIONS.md for a production site fit the program: names of settings, limits, times, exit codes and addresses.

import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { ASSIST_SOCKET } from 'src/domain/assist/protocol.ts';
import { BAD_CONFIG, configFrom } from 'src/server/config.ts';
import { DEFAULT_LIMITS, HEARTBEAT_MS, STOP_TIMEOUT_MS } from 'src/server/limits.ts';
import { textOf } from 'tests/architecture/sourceFiles.ts';

const MIB = 1_048_576;
const page = readFileSync('docs/OPERATIONS.md', 'utf8');
const section = /\n## Install, proxy, upgrade\n([^]*?)\n## /.exec(page)?.[1] ?? '';
/** Returns the code blocks of a language. */
const blocks = (language: string): string[] =>
  [...section.matchAll(new RegExp(`\`\`\`${language}\\n([^]*?)\`\`\``, 'g'))].map(([, text = '']) => text.trim());
const [nginx = ''] = blocks('nginx');
const [unit = ''] = blocks('ini');
const numberAfter = (text: string, pattern: RegExp): number => Number(pattern.exec(text)?.[1]);

const dir = mkdtempSync(join(tmpdir(), 'keeper-page-'));
afterAll(() => rmSync(dir, { recursive: true }));

const settings = (): Record<string, string> => {
  const text = blocks('sh').find((block) => block.startsWith('DATABASE_URL=')) ?? '';
  return Object.fromEntries(text.split('\n').map((line) => line.split(/=(.*)/).slice(0, 2) as [string, string]));
};

it('[EXPERIENCE] shows settings for production that the server accepts', () => {
  const file = join(dir, 'site.json');
  writeFileSync(file, blocks('json')[0] ?? '');
  const config = configFrom({ ...settings(), SITE_CONFIG: file });
  expect(config).toMatchObject({ publicUrl: 'https://keeper.example.org', dataDir: '/var/lib/keeper', sample: false });
  expect(config.settings.trustedProxies).toEqual(['127.0.0.1', '::1']);
});

it('[EXPERIENCE] names only settings that the program reads', () => {
  const code = `${textOf('src/server/config.ts')}${textOf('src/server/dataDir.ts')}`;
  const inUnit = [...unit.matchAll(/\b([A-Z][A-Z_]+)=/g)].map(([, name = '']) => name);
  const ofCommands = [...section.matchAll(/-e ([A-Z_]+)=|ENV ([^\n]*)/g)].flatMap(([, name, list = '']) => [
    ...(name === undefined ? [] : [name]),
    ...[...list.matchAll(/([A-Z_]+)=/g)].map(([, each = '']) => each),
  ]);
  const names = [...new Set([...Object.keys(settings()), ...inUnit, ...ofCommands])].filter(
    (name) => name !== 'NODE_ENV',
  );
  expect(names).toContain('PORT');
  expect(names.filter((name) => !code.includes(`'${name}'`))).toEqual([]);
});

it('[EXPERIENCE] shows a proxy that passes the largest bodies, the sockets and the sessions of help', () => {
  const general = numberAfter(nginx, /client_max_body_size (\d+)m;/);
  expect(general * MIB).toBeGreaterThan(DEFAULT_LIMITS.httpMaxBytes);
  const openRosa = numberAfter(nginx, /\/openrosa\/ \{[^}]*client_max_body_size (\d+)g;/);
  expect(openRosa * 1_024 * MIB).toBeGreaterThanOrEqual(DEFAULT_LIMITS.uploadMaxBytes);
  expect(numberAfter(nginx, /proxy_read_timeout (\d+)s;/) * 1_000).toBeGreaterThan(HEARTBEAT_MS);
  const help = /location (\S+) \{ proxy_pass http:\/\/keeper_help; \}/.exec(nginx)?.[1] ?? '-';
  expect(ASSIST_SOCKET.startsWith(help)).toBe(true);
  expect(textOf('src/domain/assist/assistHub.server.ts')).toContain(`'${/hash \$arg_(\w+)/.exec(nginx)?.[1]}'`);
});

it('[EXPERIENCE] shows a unit that waits for a stop, and gives up where a setting is wrong', () => {
  expect(numberAfter(unit, /TimeoutStopSec=(\d+)/) * 1_000).toBeGreaterThan(STOP_TIMEOUT_MS);
  expect(numberAfter(section, /--stop-timeout (\d+)/) * 1_000).toBeGreaterThan(STOP_TIMEOUT_MS);
  expect(numberAfter(unit, /RestartPreventExitStatus=(\d+)/)).toBe(BAD_CONFIG);
});
