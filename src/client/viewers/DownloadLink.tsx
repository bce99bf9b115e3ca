// Link that downloads the unchanged bytes of a file.

import { AnchorButton } from '@blueprintjs/core';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { Icon } from 'src/client/ui/Icon.tsx';
import { hrefOf, fileTitle } from 'src/client/viewers/fileFacts.ts';
import type { Item } from 'src/model/item/Item.ts';

interface DownloadProps {
  readonly file: Item;
  readonly small?: boolean;
}

export const DownloadLink = ({ file, small = false }: DownloadProps) => {
  const messages = useMessages();
  const label = messages.format('viewers.downloadNamed', { name: fileTitle(file) });
  return (
    <AnchorButton
      href={hrefOf(file)}
      download={fileTitle(file)}
      icon={<Icon name="download" />}
      aria-label={label}
      title={small ? label : undefined}
      variant={small ? 'minimal' : 'outlined'}
    >
      {!small && messages.format('viewers.download')}
    </AnchorButton>
  );
};
