// Numbers of this process in Prometheus' text form. No name of a person, item or session becomes a label.

import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import type { AreaGauge } from 'src/server/http/areaSockets.ts';
import { jobCounts } from 'src/server/store/jobRows.ts';
import { addSearchMetrics, type MeasuredIndex } from 'src/server/transport/searchMetrics.ts';

export interface Metrics {
  readonly contentType: string;
  text(): Promise<string>;
  measure(operation: string, outcome: string, milliseconds: number): void;
  socketOpened(): void;
  socketClosed(code: number): void;
  /** Adds a number that is read at each request for the metrics. */
  addGauge(gauge: AreaGauge): void;
}

export const createMetrics = (measured: MeasuredIndex): Metrics => {
  const { database } = measured;
  const register = new Registry();
  addSearchMetrics(register, measured);
  collectDefaultMetrics({ register });
  const requests = new Counter({
    name: 'keeper_requests_total',
    help: 'Requests by operation and outcome.',
    labelNames: ['operation', 'outcome'],
    registers: [register],
  });
  const seconds = new Histogram({
    name: 'keeper_request_seconds',
    help: 'Time from parse to reply.',
    labelNames: ['operation'],
    buckets: [0.001, 0.005, 0.02, 0.1, 0.5, 2, 10],
    registers: [register],
  });
  const sockets = new Gauge({ name: 'keeper_sockets', help: 'Open sockets.', registers: [register] });
  const closed = new Counter({
    name: 'keeper_sockets_closed_total',
    help: 'Closed sockets by code.',
    labelNames: ['code'],
    registers: [register],
  });
  new Gauge({
    name: 'keeper_jobs',
    help: 'Background jobs that wait or run (queued), and that were given up after the last attempt (failed).',
    labelNames: ['state'],
    registers: [register],
    async collect() {
      const { queued, failed } = await jobCounts(database);
      this.set({ state: 'queued' }, queued);
      this.set({ state: 'failed' }, failed);
    },
  });
  return {
    contentType: register.contentType,
    text: () => register.metrics(),
    measure(operation, outcome, milliseconds) {
      requests.inc({ operation, outcome });
      seconds.observe({ operation }, milliseconds / 1000);
    },
    socketOpened: () => {
      sockets.inc();
    },
    socketClosed(code) {
      sockets.dec();
      closed.inc({ code: String(code) });
    },
    addGauge({ name, help, counts, read }) {
      const config = { name, help, registers: [register] };
      if (counts) {
        new Counter({
          ...config,
          collect() {
            this.reset();
            this.inc(read());
          },
        });
      } else {
        new Gauge({
          ...config,
          collect() {
            this.set(read());
          },
        });
      }
    },
  };
};
