// Requests over HTTP: envelopes to /api/item, large answers, parts of streams, account routes and plain GETs. Used by ServerConnection,
// which decides between socket and HTTP.

import { emptyResponse, networkError, problemOfAnswer } from 'src/client/connection/ClientProblem.ts';
import type { Environment } from 'src/client/connection/environment.ts';
import type { Envelope, GetAnswers, SiteConfiguration } from 'src/model/generated/wire.ts';
import type { Json } from 'src/model/item/Item.ts';
import { type Problem, problem } from 'src/model/problems.ts';

/** One envelope of a reply, with the key of the next part, if there is one. */
export interface Part {
  readonly envelope: Envelope;
  readonly streamKey: string | undefined;
  readonly done: boolean;
}

interface HttpLinkOptions {
  readonly environment: Environment;
  readonly site: SiteConfiguration;
  readonly token: () => string | undefined;
}

export const PROBLEM_OF_STATUS: Readonly<Record<number, Problem['key']>> = {
  400: 'parseRequestFailed',
  401: 'notSignedIn',
  403: 'notAllowed',
  404: 'notFound',
  413: 'tooLarge',
  429: 'rateLimited',
};

const isObjectOrArray = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

const bodyOfFailure = (text: string): unknown => {
  try {
    const answer: unknown = JSON.parse(text);
    return isObjectOrArray(answer) ? answer.b : undefined;
  } catch {
    return undefined;
  }
};

/** Returns the problem for a failed status, with the server's text if it has one. */
const problemOfStatus = (status: number, text: string): Problem => {
  const body = bodyOfFailure(text);
  return body === undefined ? problem(PROBLEM_OF_STATUS[status] ?? 'generalFailure') : problemOfAnswer(body);
};

export class HttpLink {
  private readonly environment: Environment;
  private readonly site: SiteConfiguration;
  private readonly token: () => string | undefined;

  constructor({ environment, site, token }: HttpLinkOptions) {
    this.environment = environment;
    this.site = site;
    this.token = token;
  }

  async send(text: string, streamed: boolean): Promise<Part> {
    const headers: Record<string, string> = streamed ? { 'Stream-Reply': 'accept' } : {};
    return this.part(await this.request('/api/item', { method: 'POST', body: text, headers }));
  }

  async nextPart(streamKey: string): Promise<Part> {
    const part = await this.part(await this.request(`/api/stream/${encodeURIComponent(streamKey)}`, {}));
    return { ...part, streamKey };
  }

  /** Fetches a reply or push that was too large for the socket; `o` is `lrg/{key}`. */
  async large(o: string): Promise<Envelope> {
    const { envelope } = await this.part(await this.request(`/ws-${o}`, {}));
    return envelope;
  }

  async fetchJson<P extends keyof GetAnswers & string>(path: P): Promise<GetAnswers[P]> {
    const response = await this.request(path, {});
    return JSON.parse(await response.text()) as GetAnswers[P];
  }

  /** Returns the response as a stream, for a file. Rejects with the signal's reason when it is aborted first. */
  open(path: string, body: Json, signal?: AbortSignal): Promise<Response> {
    return this.request(path, { method: 'POST', body: JSON.stringify(body), ...(signal && { signal }) });
  }

  /** Returns also the response, because sign-in reads its header. */
  async post(path: string, body: Json): Promise<{ readonly response: Response; readonly answer: Json }> {
    const response = await this.open(path, body);
    const text = await response.text();
    const answer = text === '' ? {} : (JSON.parse(text) as Json);
    if (isObjectOrArray(answer) && answer.erred === true) throw problemOfAnswer(answer.b);
    return { response, answer };
  }

  private async part(response: Response): Promise<Part> {
    const text = await response.text();
    if (text === '') throw emptyResponse('POST response data is empty');
    return {
      envelope: JSON.parse(text) as Envelope,
      streamKey: response.headers.get('Stream-Key') ?? undefined,
      done: response.headers.get('Stream-Done') === 'true',
    };
  }

  private async request(path: string, init: RequestInit): Promise<Response> {
    const response = await this.fetchInTime(path, init);
    if (response.ok) return response;
    throw problemOfStatus(response.status, await response.text());
  }

  private async fetchInTime(path: string, init: RequestInit): Promise<Response> {
    const token = this.token();
    const headers = new Headers({ 'Content-Type': 'application/json', ...(init.headers as Record<string, string>) });
    if (token !== undefined) headers.set('Authorization', `Bearer ${token}`);
    const abort = new AbortController();
    const stop = this.environment.timers.after(this.site.httpTimeout, () => abort.abort());
    const signal = init.signal ? AbortSignal.any([abort.signal, init.signal]) : abort.signal;
    try {
      return await this.environment.fetch(path, { ...init, headers, signal });
    } catch {
      init.signal?.throwIfAborted();
      throw networkError();
    } finally {
      stop();
    }
  }
}
