// The button on the page of a request for help that opens the page with which an agent helps.

import { observer } from 'mobx-react-lite';
import { MainButton, type PagePartProps, useClient, useMessages } from 'src/client/extend.ts';
import 'src/domain/assist/client/assistMessages.client.ts';

/** Path of the page with which an agent helps. */
const SCREEN_PATH = '/assist-screen';

export const AnswerPart = observer(({ item }: PagePartProps) => {
  const { session, navigation } = useClient();
  const { format } = useMessages();
  const isOwn = item['askedBy'] === session.user?.$id;
  if (item['state'] === 'ENDED' || isOwn) return null;
  return (
    <p>
      <MainButton icon="lifesaver" onClick={() => void navigation.go(`${SCREEN_PATH}?c0=${item.$id}`)}>
        {format('assist.agent.answer')}
      </MainButton>
    </p>
  );
});
