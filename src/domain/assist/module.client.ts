// The area of help on the spot in the browser. Its code loads when a person asks for help, and when an agent opens a request.

import type { ClientArea } from 'src/client/extend.ts';
import { lazyOf } from 'src/client/extendLazy.ts';

export const assistClientArea: ClientArea = {
  helpParts: [
    {
      ...{ key: 'askForHelp', icon: 'lifesaver' },
      isShown: ({ user, site }) => user !== undefined && site.assist,
      dialog: lazyOf(async () => (await import('src/domain/assist/client/askForHelp.client.tsx')).AskForHelpDialog),
    },
  ],
  overPage: {
    assist: lazyOf(async () => (await import('src/domain/assist/client/helpOverPage.client.tsx')).HelpOverPage),
  },
  ownPages: {
    'assist-screen': lazyOf(
      async () => (await import('src/domain/assist/client/agent/assistPage.client.tsx')).AssistPage,
    ),
  },
  pageParts: [
    {
      ...{ key: 'answerHelp', position: 'work' },
      isShown: ({ type, user }) => type.name === 'AssistSession' && user !== undefined,
      component: lazyOf(async () => (await import('src/domain/assist/client/agent/answerPart.client.tsx')).AnswerPart),
    },
    {
      ...{ key: 'playRecording', position: 'work' },
      isShown: ({ type }) => type.name === 'AssistRecording',
      component: lazyOf(
        async () => (await import('src/domain/assist/client/agent/recordedHelp.client.tsx')).RecordedHelpPart,
      ),
    },
  ],
};
