// The problems of one field, below its control.

import { Icon } from 'src/client/ui/Icon.tsx';

export const FieldErrors = ({ id, texts }: { readonly id: string; readonly texts: readonly string[] }) => (
  <ul id={id} className="kf-errors">
    {texts.map((text) => (
      <li key={text}>
        <Icon name="error" />
        {text}
      </li>
    ))}
  </ul>
);
