// Copies a text to the clipboard and shows a tick for two seconds. If the browser refuses, it says so.

import { useEffect, useState } from 'react';
import { useClient } from 'src/client/useClient.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { DELAYS } from 'src/client/ui/Loading.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

interface CopyButtonProps {
  readonly text: string;
  readonly label: string;
  /** True when copying is the main action of the surrounding part. */
  readonly main?: boolean;
}

export const CopyButton = ({ text, label, main = false }: CopyButtonProps) => {
  const { alerts } = useClient();
  const messages = useMessages();
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return undefined;
    const timer = setTimeout(() => setCopied(false), DELAYS.copyTick);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      alerts.announce(messages.format('copy.done'));
    } catch {
      // No permission, or a page without a secure line: the text can still be selected by hand.
      alerts.warn('copy.refused');
    }
  };
  return (
    <Button
      size={main ? 'medium' : 'small'}
      variant={main ? 'outlined' : 'minimal'}
      icon={copied ? 'tick' : 'duplicate'}
      onClick={() => void copy()}
    >
      {copied ? messages.format('copy.done') : label}
    </Button>
  );
};
