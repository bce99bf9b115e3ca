// Uploads a file for the owner of the token, like any tus client. Returns its key.

const post = async (url: URL, init: RequestInit, token: string): Promise<Response> => {
  const answer = await fetch(url, {
    ...init,
    headers: {
      'tus-resumable': '1.0.0',
      authorization: `Bearer ${token}`,
      ...(init.headers as Record<string, string>),
    },
  });
  if (!answer.ok) throw new Error(`an upload was answered ${answer.status}`);
  return answer;
};

export const uploadFile = async (
  url: string,
  token: string,
  content: Buffer | string,
  name = 'places.dat',
): Promise<string> => {
  const body = Buffer.from(content as string);
  const headers = {
    'upload-length': String(body.length),
    'upload-metadata': `filename ${Buffer.from(name).toString('base64')}`,
  };
  const begun = await post(new URL('/api/upload', url), { method: 'POST', headers }, token);
  const location = begun.headers.get('location') ?? '';
  const type = { 'content-type': 'application/offset+octet-stream', 'upload-offset': '0' };
  await post(new URL(location, url), { method: 'PATCH', headers: type, body }, token);
  return location.split('/').at(-1) ?? '';
};
