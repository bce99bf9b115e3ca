// The header that names a downloaded file.

/** RFC 6266 and 8187: a plain name for old clients, followed by the exact name. */
export const dispositionOf = (kind: 'inline' | 'attachment', name: string): string => {
  const plain = name.replaceAll(/[^\w .-]/g, '_').slice(0, 100) || 'file';
  const exact = encodeURIComponent(name.replaceAll(/\p{Surrogate}/gu, '\uFFFD')).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${plain}"; filename*=UTF-8''${exact}`;
};
