// The browser's own file dialog behind a button: returns a hidden input and the function that opens it.

import { useRef, type ReactNode } from 'react';

interface FileChoiceOptions {
  readonly accept?: string | undefined;
  readonly multiple?: boolean;
  readonly onFiles: (files: readonly File[]) => void;
}

export interface FileChoice {
  readonly input: ReactNode;
  readonly open: () => void;
}

export const useFileChoice = ({ accept, multiple = false, onFiles }: FileChoiceOptions): FileChoice => {
  const input = useRef<HTMLInputElement>(null);
  return {
    open: () => input.current?.click(),
    input: (
      <input
        ref={input}
        type="file"
        hidden
        accept={accept}
        multiple={multiple}
        onChange={({ target }) => {
          onFiles([...(target.files ?? [])]);
          // The same file can be chosen again.
          target.value = '';
        }}
      />
    ),
  };
};
