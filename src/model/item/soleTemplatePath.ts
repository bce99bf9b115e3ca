/** Returns the first path of a template that consists of one placeholder only. */
export const soleTemplatePath = (template: string): string | undefined =>
  /^\{([^{}|]+)(?:\|[^{}]+)?\}$/.exec(template)?.[1];
