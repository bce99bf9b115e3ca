// `GET /task-result/{key}`: downloads the file that a task of the caller produced. Another user's task is answered as not found, and so is
// a task whose user has lost rights that it used.

import type { FastifyInstance } from 'fastify';
import { principalsOf } from 'src/model/access/principalsOf.ts';
import type { Subject } from 'src/model/access/Subject.ts';
import type { ItemId } from 'src/model/item/Item.ts';
import { tryParseItemId } from 'src/model/item/itemKey.ts';
import { problem } from 'src/model/problems.ts';
import { SYSTEM_TYPES } from 'src/model/schema/systemTypes.ts';
import type { ReadFilter } from 'src/server/store/readers/readFilters.ts';
import { findTask, type TaskRow } from 'src/server/store/taskRows.ts';
import { dispositionOf } from 'src/server/http/contentDisposition.ts';
import type { TaskNeeds } from 'src/server/tasks/TaskNeeds.ts';
import { httpCaller, sessionForBytes, type RouteContext } from 'src/server/http/routeContext.ts';
import { answeringProblems } from 'src/server/http/errorToHttp.ts';
import { USER_FILE_POLICY } from 'src/server/http/securityHeaders.ts';

/** It holds what was read then. An administrator may read everything; whose rights have grown still holds the earlier ones. */
const mayStillRead = (subject: Subject, { admin, file }: TaskRow): boolean => {
  if (subject.admin || admin) return subject.admin;
  const held = new Set<string>(principalsOf(subject));
  return (file?.readBy ?? []).every((principal) => held.has(principal));
};

const HELD_PER_PAGE = 1_000;

/** A file can be taken away without its item, and its bytes can be withheld from a reader of its record. */
const isTakenAway = async (
  { items, database }: TaskNeeds,
  readFilter: ReadFilter,
  ids: readonly ItemId[],
): Promise<boolean> => {
  const files = ids.filter((id) => tryParseItemId(id)?.type === SYSTEM_TYPES.file);
  const withheld = await items.withheldFiles(database, readFilter, files);
  if (withheld.size > 0) return true;
  return (await items.findMany(database, files)).some(({ properties }) => properties['trashed'] === true);
};

/** True if the subject may now read every item that the file contains, and none has been deleted. */
const holdsReadable = async (services: TaskNeeds, subject: Subject, { file }: TaskRow): Promise<boolean> => {
  const { holds = [] } = file ?? {};
  if (holds.length === 0) return true;
  const readFilter = await services.readFilters.readFilterFor(subject);
  for (let from = 0; from < holds.length; from += HELD_PER_PAGE) {
    const ids = holds.slice(from, from + HELD_PER_PAGE);
    const readable = await services.items.labels(services.database, readFilter, ids);
    if (ids.some((id) => !readable.has(id)) || (await isTakenAway(services, readFilter, ids))) return false;
  }
  return true;
};

export const taskRoute = (server: FastifyInstance, routes: RouteContext<TaskNeeds>): void => {
  const { services, limiter } = routes;
  const { database, taskResults } = services;
  server.get(
    '/task-result/:key',
    answeringProblems(routes, async (request, reply) => {
      const session = await sessionForBytes(routes, request);
      await limiter.take('other', httpCaller(routes, request, session));
      if (!session) throw problem('notAllowed');
      const { key } = request.params as { readonly key: string };
      const task = await findTask(database, session.userId, key);
      if (!task || !mayStillRead(session.subject, task)) throw problem('notFound');
      if (!(await holdsReadable(services, session.subject, task))) throw problem('notFound');
      const size = task.file && (await taskResults.size(task.key));
      if (!task.file || size === undefined || size === null) throw problem('notFound');
      return await reply
        .type(task.file.type)
        .header('content-security-policy', USER_FILE_POLICY)
        .header('content-disposition', dispositionOf('attachment', task.file.name))
        .header('content-length', size)
        .send(taskResults.read(task.key));
    }),
  );
};
