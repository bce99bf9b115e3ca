// Failures of the start that the operator can correct, each as one sentence that names the setting. Called by main.

import { isProblem } from 'src/model/problems.ts';
import { ConfigError, type Config, type ListenAddress } from 'src/server/config.ts';
import { UnfitServer } from 'src/server/store/checkServer.ts';

const systemErrorCode = (error: unknown): string => {
  const { code } = error as { readonly code?: unknown };
  return typeof code === 'string' ? code : '';
};

/**
 * Errors of the socket, and SQLSTATE classes 08 (connection), 28 (authorization), 3D (no such database), 53300 (too many connections) and 57P
 * (starting up or shutting down).
 */
const CANNOT_CONNECT =
  /^(?:ECONNREFUSED|ECONNRESET|ECONNABORTED|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EPROTO|EHOSTUNREACH|ENETUNREACH|EPIPE|08\w{3}|28\w{3}|3D000|53300|57P\w{2})$/;

/** Reasons without the host name, user name and password that the driver's own messages may repeat. */
const REASONS: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens at its address',
  ENOTFOUND: 'its host is unknown',
  EAI_AGAIN: 'its host name cannot be looked up now',
  ETIMEDOUT: 'its host does not answer',
  '28P01': 'the server refuses its user or password',
  '28000': 'the server refuses its user or password',
  '3D000': 'the server has no database of its name',
};

/** The database reports a connection that takes too long as the problem `timeout`. */
const isTimeoutProblem = (error: unknown): boolean => isProblem(error) && error.key === 'timeout';

/** Returns why a database does not fit; every other error as it is. */
export const unfitFailure = (error: unknown): unknown =>
  error instanceof UnfitServer ? new ConfigError(`the database cannot be used: ${error.message}`) : error;

/** Returns why the database of DATABASE_URL cannot be opened; every other error as it is. */
export const openFailure = (error: unknown, { databaseUrl }: Pick<Config, 'databaseUrl'>): unknown => {
  if (databaseUrl === undefined) return unfitFailure(error);
  const code = systemErrorCode(error);
  if (!CANNOT_CONNECT.test(code) && !isTimeoutProblem(error)) return unfitFailure(error);
  const reason = REASONS[code] ?? (code === '' ? 'its host does not answer' : `connecting fails with ${code}`);
  return new ConfigError(`the database of DATABASE_URL cannot be reached: ${reason}`);
};

interface ListenNames {
  readonly port: string;
  readonly host: string;
}

const listenProblem = (error: unknown, { port, host }: ListenNames): unknown => {
  switch (systemErrorCode(error)) {
    case 'EADDRINUSE':
      return new ConfigError(`${port} is taken by another program`);
    case 'EACCES':
      return new ConfigError(`${port} needs rights that this process does not have`);
    case 'EADDRNOTAVAIL':
    case 'ENOTFOUND':
    case 'EAI_AGAIN':
      return new ConfigError(`${host} is no address of this machine`);
    default:
      return error;
  }
};

/** Returns why the server cannot listen; every other error as it is. */
export const listenFailure = (error: unknown, { port, host }: Pick<Config, 'port' | 'host'>): unknown =>
  listenProblem(error, { port: `PORT ${port}`, host: `HOST ${host}` });

/** Returns why the server for returned emails cannot listen; every other error as it is. */
export const returnFailure = (error: unknown, { port, host }: ListenAddress): unknown =>
  listenProblem(error, { port: `RETURN_LISTEN: port ${port}`, host: `RETURN_LISTEN: ${host}` });
