import type { FastifyInstance } from 'fastify'
import { sql } from 'kysely'
import type { Gauge as GaugeOf, Registry as RegistryOf } from 'prom-client'
import type { Db } from '../database/database'
import type { Platform } from '../platform'

/** Counts and times of calls, pool and process under /metrics; only when the configuration asks for it, and only then is the library loaded. */
export async function metrics(app: FastifyInstance, platform: Platform) {
  const { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
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
  processSeries(Gauge, register, platform)
  databaseSeries(Gauge, register, platform)
  app.get('/metrics', async (_request, reply) => reply.header('content-type', register.contentType).send(await register.metrics()))
  return {
    observe(path: string, code: string, ms: number) {
      calls.inc({ path, code })
      seconds.observe({ path }, ms / 1000)
    },
  }
}

/** What this process knows without asking. */
function processSeries(Gauge: typeof GaugeOf, register: RegistryOf, { pool, config, revocations }: Platform): void {
  const gauge = (name: string, help: string, value: () => number) =>
    new Gauge({
      name,
      help,
      registers: [register],
      collect() {
        this.set(value())
      },
    })
  new Gauge({
    name: 'console_database_connections',
    help: 'Connections of this process by what they do',
    labelNames: ['state'],
    registers: [register],
    collect() {
      this.set({ state: 'used' }, pool.totalCount - pool.idleCount)
      this.set({ state: 'idle' }, pool.idleCount)
    },
  })
  gauge('console_database_connections_max', 'Connections that this process opens at most', () => config.poolSize)
  gauge('console_revocations_live', '1 while notices of revocation arrive at this process', () => Number(revocations.live))
}

/** What stands in the database, and so is the same in every process: panels take the maximum. */
function databaseSeries(Gauge: typeof GaugeOf, register: RegistryOf, platform: Platform): void {
  const facts = reader(platform)
  const gauge = (name: string, help: string, labelName: string | null, values: (facts: Facts) => Record<string, number>) =>
    new Gauge({
      name,
      help,
      labelNames: labelName ? [labelName] : [],
      registers: [register],
      async collect() {
        // A number of earlier would look as if all were well.
        this.reset()
        const known = await facts()
        if (!known) return labelName ? undefined : this.remove()
        for (const [label, value] of Object.entries(values(known))) this.set(labelName ? { [labelName]: label } : {}, value)
      },
    })
  gauge('console_jobs', 'Jobs by state; failed ones have used up their tries', 'state', (f) => ({ waiting: f.waiting, running: f.running, planned: f.planned, failed: f.failed }))
  gauge('console_jobs_oldest_seconds', 'Seconds the oldest job has waited that could begin', null, (f) => ({ all: f.oldest_job }))
  gauge('console_job_processes', 'Processes that do jobs and were seen in the last 30 seconds', null, (f) => ({ all: f.processes }))
  gauge('console_outbox_messages', 'Messages by status, those that need nothing left out', 'status', (f) => ({ queued: f.queued, sending: f.sending, failed: f.undelivered, unknown: f.unknown }))
  gauge('console_outbox_oldest_seconds', 'Seconds the oldest queued message has waited', null, (f) => ({ all: f.oldest_message }))
  gauge('console_sessions', 'Sessions that are not over, and of these the ones seen in the last five minutes', 'state', (f) => ({ open: f.open, active: f.active }))
  gauge('console_database_bytes', 'Size of the database', null, (f) => ({ all: f.bytes }))
  new Gauge({
    name: 'console_database_up',
    help: '1 when the database answered this process within two seconds',
    registers: [register],
    async collect() {
      this.set(Number((await facts()) !== null))
    },
  })
}

type Facts = Record<
  | 'waiting' | 'running' | 'planned' | 'failed' | 'oldest_job' | 'processes'
  | 'queued' | 'sending' | 'undelivered' | 'unknown' | 'oldest_message' | 'open' | 'active' | 'bytes',
  number
>

/** Milliseconds for which an answer serves all series of one scrape, and those of a second Prometheus. */
const FRESH_MS = 1_000
const PATIENCE_MS = 2_000

/** Asks once a scrape, never twice at a time; null when no answer comes in time: a full pool must not hold up /metrics. */
function reader({ db }: Platform): () => Promise<Facts | null> {
  let pending: Promise<Facts | null> | null = null
  let known: { facts: Promise<Facts | null>; until: number } | null = null
  return () => {
    if (known && known.until > performance.now()) return known.facts
    pending ??= ask(db)
      .catch(() => null)
      .finally(() => (pending = null))
    let timer: NodeJS.Timeout
    const late = new Promise<null>((resolve) => (timer = setTimeout(() => resolve(null), PATIENCE_MS).unref()))
    const facts = Promise.race([pending, late]).finally(() => clearTimeout(timer))
    known = { facts, until: performance.now() + FRESH_MS + PATIENCE_MS }
    void facts.then(() => known && (known.until = performance.now() + FRESH_MS))
    return facts
  }
}

async function ask(db: Db): Promise<Facts> {
  const { rows } = await sql<Record<keyof Facts, string | number>>`
    select j.*, o.*, s.*, pg_database_size(current_database()) as bytes,
      (select count(*) from job_process where seen_time > now() - interval '30 seconds') as processes
    from (
      select count(*) filter (where locked_at is not null) as running,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at <= now()) as waiting,
        count(*) filter (where locked_at is null and attempts < max_attempts and run_at > now()) as planned,
        count(*) filter (where locked_at is null and attempts >= max_attempts) as failed,
        coalesce(extract(epoch from now() - min(run_at) filter (where locked_at is null and attempts < max_attempts and run_at <= now())), 0) as oldest_job
      from graphile_worker._private_jobs
    ) j, (
      select count(*) filter (where outbox_status = 'queued') as queued, count(*) filter (where outbox_status = 'sending') as sending,
        count(*) filter (where outbox_status = 'failed') as undelivered, count(*) filter (where outbox_status = 'unknown') as unknown,
        coalesce(extract(epoch from now() - min(create_time) filter (where outbox_status = 'queued')), 0) as oldest_message
      from outbox where outbox_status in ('queued', 'sending', 'failed', 'unknown')
    ) o, (
      select count(*) as open, count(*) filter (where last_seen_time > now() - interval '5 minutes') as active
      from session where end_time is null and expire_time > now()
    ) s`.execute(db)
  return Object.fromEntries(Object.entries(rows[0] ?? {}).map(([name, value]) => [name, Number(value)])) as Facts
}
