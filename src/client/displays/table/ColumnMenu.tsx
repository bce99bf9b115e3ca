// The button that opens the choice of columns. The choice loads when it opens.

import { observer } from 'mobx-react-lite';
import type { ListingPartProps } from 'src/client/listing/ListingStore.ts';
import { Button } from 'src/client/ui/Button.tsx';
import { Popover } from 'src/client/ui/Popover.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { whenLoaded } from 'src/client/ui/whenLoaded.tsx';

const ColumnChoices = whenLoaded(() =>
  import('src/client/displays/table/ColumnChoices.tsx').then((module) => module.ColumnChoices),
);

export const ColumnMenu = observer((props: ListingPartProps) => {
  const messages = useMessages();
  return (
    <Popover
      opener={(opener) => (
        <Button {...opener} icon="properties" endIcon="caret-down" className="kk-tool kk-tool-worded">
          <span className="kk-tool-word">{messages.format('table.columns')}</span>
        </Button>
      )}
      content={() => <ColumnChoices {...props} />}
    />
  );
});
