// Replaces markdown-to-jsx in the build (vite.config.ts). @rjsf/core imports it for descriptions in Markdown, which no declaration has, and
// it would be a quarter of what a form loads.

import type { ReactNode } from 'react';

export const Markdown = ({ children }: { readonly children: ReactNode }): ReactNode => children;
