// Posts to a route of the accounts. Called by tests of how people get in.
import type { Json } from 'src/model/item/Item.ts';

export interface Answer {
  readonly status: number;
  /** The access token in the header of the answer. */
  readonly token: string | null;
  /** The body of the envelope; the whole answer where there is no envelope. */
  readonly body: Readonly<Record<string, Json>>;
}

/** Posts `body` as JSON to `/api/{path}` of the server at `url`. */
export const postJson = async (url: string, path: string, body: Json): Promise<Answer> => {
  const answer = await fetch(`${url}/api/${path}`, { method: 'POST', body: JSON.stringify(body) });
  const read = (await answer.json()) as { readonly b?: Answer['body'] };
  return { status: answer.status, token: answer.headers.get('access-token'), body: read.b ?? (read as Answer['body']) };
};
