// `GET /task-result/{key}`: the file that a task of the caller's own made. Of anybody else's there is no trace. Always a download.

import type { FastifyInstance } from 'fastify';
import { problem } from 'src/model/problems.ts';
import { findTask } from 'src/server/store/taskRows.ts';
import { dispositionOf } from 'src/server/transport/byteRoutes.ts';
import { limitName } from 'src/server/transport/caller.ts';
import { answering, httpCaller, sessionForBytes, type RouteContext } from 'src/server/transport/routeContext.ts';
import { USER_FILE_POLICY } from 'src/server/transport/securityHeaders.ts';

export const taskRoute = (server: FastifyInstance, routes: RouteContext): void => {
  const { services, limiter, settings } = routes;
  const { database, taskResults } = services;
  server.get(
    '/task-result/:key',
    answering(routes, async (request, reply) => {
      const session = await sessionForBytes(routes, request);
      await limiter.take(`other:${limitName(httpCaller(routes, request, session))}`, settings.limits.other);
      if (!session) throw problem('notAllowed');
      const { key } = request.params as { readonly key: string };
      const task = await findTask(database, session.userId, key);
      const size = task?.file && (await taskResults.size(task.key));
      if (!task?.file || size === undefined || size === null) throw problem('notFound');
      return await reply
        .type(task.file.type)
        .header('content-security-policy', USER_FILE_POLICY)
        .header('content-disposition', dispositionOf('attachment', task.file.name))
        .header('content-length', size)
        .send(taskResults.read(task.key));
    }),
  );
};
