/** Returns the first path of a template that is one placeholder and nothing else. */
export const soleTemplatePath = (template: string): string | undefined =>
  /^\{([^{}|]+)(?:\|[^{}]+)?\}$/.exec(template)?.[1];
