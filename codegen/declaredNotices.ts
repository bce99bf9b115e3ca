// Lists every event that a declaration names, for changes of items, actions and transitions. Pure.

import type { Linked } from 'codegen/Linked.ts';
import type { EventNotice } from 'src/model/schema/TypeServer.ts';

export interface DeclaredNotice {
  readonly notice: EventNotice;
  readonly file: string;
  readonly pointer: string;
}

export const declaredNotices = ({ types, actions }: Linked): DeclaredNotice[] => [
  ...Object.values(types).flatMap(({ server, states, source }) => [
    ...server.events.map((notice) => ({ notice, file: source.server.path, pointer: '/events' })),
    ...(states?.transitions ?? []).flatMap(({ event, name }) =>
      event ? [{ notice: event, file: source.states?.path ?? '', pointer: `/transitions/${name}/event` }] : [],
    ),
  ]),
  ...Object.values(actions).flatMap(({ value, file, pointer }) =>
    value.event ? [{ notice: value.event, file: file.path, pointer }] : [],
  ),
];
