// `act/examineSite` on `admin.state`: a task of an administrator of the site that checks all records and files, and repairs what can be
// computed again or taken from a backup. Its file is the report.

import type { Endpoints } from 'src/model/generated/endpoints.ts';
import { isItemId } from 'src/model/item/itemId.ts';
import { demandSiteAdmin } from 'src/server/access/actions/refuseActing.ts';
import { diagnosisLines, NOTHING_WRONG, remainingText } from 'src/server/doctor/diagnosisText.ts';
import { examine } from 'src/server/doctor/doctor.ts';
import { endpoint, type SiteCheckNeeds } from 'src/server/doctor/SiteCheckNeeds.ts';
import type { TaskAction, TaskRun } from 'src/server/TaskHandler.ts';

type CheckInput = Endpoints['examineSite']['input'];

/** Name of the check in the audit of reads: the report names records, also PRIVATE ones. */
const CHECK_CHANNEL = 'examineSite';

/** Returns the lines of the report. */
const checkSite = async ({
  context,
  input,
  subject,
  signal,
  progress,
}: TaskRun<SiteCheckNeeds, CheckInput>): Promise<readonly string[]> => {
  const { services, db } = await context();
  const lines: string[] = [];
  const named = new Set<string>();
  const diagnosis = await examine(
    { ...services, validators: services.domain.validators },
    {
      repair: input.repair === true,
      report: (line) => lines.push(line),
      onNamed: (id) => named.add(id),
      progress: (done, total) => progress({ done, total }),
      signal,
    },
  );
  const stored = await services.items.findMany(db, [...named].filter(isItemId));
  await services.audit.record(
    CHECK_CHANNEL,
    stored.map(({ id, u }) => ({ subject, id, u })),
  );
  return [...lines, ...diagnosisLines(diagnosis), remainingText(diagnosis) ?? NOTHING_WRONG];
};

const examineSiteAction: TaskAction<SiteCheckNeeds, CheckInput> = {
  admit: async (context) => await Promise.resolve(demandSiteAdmin(context.subject)),
  async begin({ subject }) {
    demandSiteAdmin(subject);
    return await Promise.resolve(undefined);
  },
  async run(run) {
    const lines = await checkSite(run);
    const { now } = await run.context();
    const day = now.toISOString().slice(0, 'YYYY-MM-DD'.length);
    const content = Buffer.from(`${lines.join('\n')}\n`);
    return { file: { name: `check-${day}.txt`, type: 'text/plain; charset=utf-8', content } };
  },
};

export const examineSite = endpoint('examineSite', examineSiteAction);
