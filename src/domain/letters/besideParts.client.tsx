// The page of a letter, or of a letter from a template with example values, next to the text as it is typed.

import { observer } from 'mobx-react-lite';
import { useState } from 'react';
import { Button, LivePreview, useClient, useMessages, type FieldPartProps } from 'src/client/extend.ts';
import { parseItemId } from 'src/model/item/itemId.ts';
import type { Values } from 'src/model/item/Item.ts';

type BesideProps = Pick<FieldPartProps, 'draft' | 'id'>;

const namedTexts = (values: Values, names: readonly string[]): Values =>
  Object.fromEntries(
    names.map((name) => {
      const value = values[name];
      return [name, typeof value === 'string' ? value : ''];
    }),
  );

interface PreviewProps extends BesideProps {
  readonly action: string;
  readonly right: string;
  readonly names: readonly string[];
}

const PreviewBeside = observer(({ draft, id, action, right, names }: PreviewProps) => {
  const { items } = useClient();
  const messages = useMessages();
  const [shown, setShown] = useState(false);
  if (draft.id === undefined || !items.may(draft.id, right)) return null;
  const { type, number } = parseItemId(draft.id);
  return (
    <>
      {shown && (
        <div className="kf-beside" id={`${id}__page`}>
          <LivePreview
            title={messages.type(type)}
            task={{ action, input: { _t: type, _i: number, ...namedTexts(draft.values, names) } }}
          />
        </div>
      )}
      <div className="kf-below">
        <Button
          size="small"
          icon="document"
          aria-expanded={shown}
          aria-controls={shown ? `${id}__page` : undefined}
          onClick={() => setShown(!shown)}
        >
          {messages.format(shown ? 'letters.besideHide' : 'letters.besideShow')}
        </Button>
      </div>
    </>
  );
});

export const LetterBeside = (props: BesideProps) => (
  <PreviewBeside
    {...props}
    action="previewLetter"
    right="preview"
    names={['subject', 'salutation', 'body', 'signature']}
  />
);

export const TemplateBeside = (props: BesideProps) => (
  <PreviewBeside {...props} action="previewTemplate" right="update" names={['subject', 'body', 'signature']} />
);
