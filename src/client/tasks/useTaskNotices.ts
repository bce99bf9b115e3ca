// Announces the progress of the person's tasks by quarters, and their results, in the polite live region.

import { useEffect } from 'react';
import { reaction } from 'mobx';
import { endedText, taskTitle } from 'src/client/tasks/endedText.ts';
import { useClient } from 'src/client/useClient.ts';
import { useMessages } from 'src/client/ui/declaredMessages.ts';

const PROGRESS_STEP = 25;

export const useTaskNotices = (): void => {
  const { tasks, alerts } = useClient();
  const messages = useMessages();
  useEffect(() => {
    const steps = new Map<string, number>();
    const stopSteps = reaction(
      () => tasks.running.map((task) => ({ task, step: Math.floor((task.percentageComplete ?? 0) / PROGRESS_STEP) })),
      (running) => {
        for (const { task, step } of running) {
          const before = steps.get(task.key);
          steps.set(task.key, step);
          if (before !== undefined && step > before && step * PROGRESS_STEP < 100)
            alerts.announce(
              messages.format('tasks.progress', { name: taskTitle(messages, task), percent: step * PROGRESS_STEP }),
            );
        }
      },
    );
    const stopEnds = tasks.ended.add((task) => {
      steps.delete(task.key);
      alerts.announce(endedText(messages, task));
    });
    return () => {
      stopSteps();
      stopEnds();
    };
  }, [tasks, alerts, messages]);
};
