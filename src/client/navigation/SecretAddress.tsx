// A secret address right after it was created: the warning, the address to copy, and a button that closes it. It is never shown again.

import { useId, type ReactNode } from 'react';
import { CopyButton } from 'src/client/navigation/CopyButton.tsx';
import { Button } from 'src/client/ui/Button.tsx';
import { Band } from 'src/client/ui/Notice.tsx';

interface SecretAddressProps {
  readonly address: string;
  readonly words: {
    /** Says what the address gives to those who know it. */
    readonly secret: string;
    readonly address: string;
    readonly copy: string;
    readonly done: string;
  };
  readonly close: () => void;
  /** Shown between the warning and the address. */
  readonly children?: ReactNode;
}

export const SecretAddress = ({ address, words, close, children }: SecretAddressProps) => {
  const id = useId();
  return (
    <div className="kk-account" role="status">
      <Band tone="warning">{words.secret}</Band>
      {children}
      <div className="kk-field">
        <label htmlFor={id}>{words.address}</label>
        <input
          id={id}
          className="bp6-input bp6-fill"
          readOnly
          value={address}
          onFocus={({ target }) => target.select()}
        />
      </div>
      <p className="kk-account-links">
        <CopyButton text={address} label={words.copy} main />
        <Button intent="primary" onClick={close}>
          {words.done}
        </Button>
      </p>
    </div>
  );
};
