import type { FastifyInstance } from 'fastify'
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client'
import type { Platform } from '../platform'

/** Counts and times of calls, pool and process under /metrics; only when the configuration asks for it. */
export function metrics(app: FastifyInstance, platform: Platform) {
  const register = new Registry()
  collectDefaultMetrics({ register })
  const calls = new Counter({ name: 'console_calls_total', help: 'Calls by path and return code', labelNames: ['path', 'code'], registers: [register] })
  const seconds = new Histogram({
    name: 'console_call_seconds',
    help: 'Seconds a call took',
    labelNames: ['path'],
    buckets: [0.005, 0.02, 0.05, 0.1, 0.3, 1, 3, 10],
    registers: [register],
  })
  new Gauge({
    name: 'console_database_waiting',
    help: 'Requests that wait for a database connection',
    registers: [register],
    collect() {
      this.set(platform.pool.waitingCount)
    },
  })
  app.get('/metrics', async (_request, reply) => reply.header('content-type', register.contentType).send(await register.metrics()))
  return {
    observe(path: string, code: string, ms: number) {
      calls.inc({ path, code })
      seconds.observe({ path }, ms / 1000)
    },
  }
}
