// Hints for new people on home, in one line that unfolds, until they hide them.

import { observer } from 'mobx-react-lite';
import { Button } from 'src/client/ui/Button.tsx';
import { useMessages } from 'src/client/ui/declaredMessages.ts';
import { useClient } from 'src/client/useClient.ts';

export const Guidance = observer(() => {
  const { session, alerts } = useClient();
  const messages = useMessages();
  if (!session.user || session.user.hideGuidance) return null;
  const hide = (): void => {
    session.setPreference('hideGuidance', true).catch((thrown: unknown) => alerts.error(thrown));
  };
  return (
    <section className="kk-guidance" aria-labelledby="kk-guidance">
      <details className="kk-fill">
        <summary>
          <h3 id="kk-guidance">{messages.format('home.guidance.title')}</h3>
        </summary>
        <ul>
          {['find', 'columns', 'edit', 'share'].map((point) => (
            <li key={point}>{messages.format(`home.guidance.${point}`)}</li>
          ))}
        </ul>
      </details>
      <Button size="small" variant="minimal" onClick={hide}>
        {messages.format('home.guidance.hide')}
      </Button>
    </section>
  );
});
