import * as calls from '@assoc/contract/rbac/connector'
import type { ResponseOf } from '@assoc/contract'
import { countTry } from '../../../platform/auth/throttle'
import { connectorOf } from '../../../platform/connectors/connector'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import { defineJob } from '../../../platform/jobs/worker'
import type { Platform } from '../../../platform/platform'
import * as repository from './repository'

type Row = ResponseOf<typeof calls.selectConnectors>['items'][number]
const told = (time: Date | null | undefined): string | null => time?.toISOString() ?? null

function testOf(s: repository.StoredStatus | undefined): Row['test'] {
  if (!s?.test_asked) return null
  const state = s.test_done ? (s.test_good ? 'good' : 'bad') : s.lost ? 'lost' : 'running'
  return { by: s.test_name ?? '系统', asked: s.test_asked.toISOString(), state, result: state === 'lost' ? '没有结果：任务进程可能没有运行，或在测试中停止' : s.test_result }
}

/** The connectors as they are set, how they fare, and what a test of each would do for who asks. */
export async function list({ db, platform, principal }: Context<typeof calls.selectConnectors>) {
  const known = new Map((await repository.statuses(db)).map((s) => [s.kind, s]))
  const tester = await repository.testerOf(db, principal.userId)
  const items: Row[] = []
  for (const kind of calls.connectorKind.keys) {
    const connector = connectorOf(kind)
    if (!connector) continue
    const { state, provider, facts, hint } = await connector.describe(platform)
    const trial = tester ? connector.trialOf(platform, tester) : null
    const s = known.get(kind)
    items.push({
      kind, state, provider, hint, facts: [...facts],
      goodTime: told(s?.good_time), badTime: told(s?.bad_time), badReason: s?.bad_reason ?? null,
      trial: trial && 'says' in trial ? trial.says : null, obstacle: trial && 'obstacle' in trial ? trial.obstacle : null, test: testOf(s),
    })
  }
  return { items }
}

const JOB = 'connector:test'
const HOUR = 3600

/** Queues a test, for the process that does the sending. */
export async function test({ db, platform, principal, input, audit, job }: Context<typeof calls.testConnector>) {
  const { kind } = input
  const tester = await repository.testerOf(db, principal.userId)
  const trial = tester ? connectorOf(kind)?.trialOf(platform, tester) : null
  if (!trial) throw refuse.inUse(`${calls.connectorKind.labels[kind]}尚未接入，没有可以测试的`)
  if ('obstacle' in trial) throw refuse.inUse(trial.obstacle)
  // Apart from the action: what is refused counts as well.
  await countTry(platform.db, `connector:${principal.userId}`, { max: calls.TESTS_PER_HOUR.person, windowSeconds: HOUR })
  await countTry(platform.db, `connector:all:${kind}`, { max: calls.TESTS_PER_HOUR.connector, windowSeconds: HOUR })
  if (!(await repository.askTest(db, kind, principal.userId))) throw refuse.inUse('该连接正在测试，请稍候')
  audit({ recordType: 'connector', recordId: null, verb: 'test', reason: calls.connectorKind.labels[kind] })
  await job(JOB, { kind, userId: principal.userId }, { maxAttempts: 1 })
  return {}
}

/** The job: carries the test out and notes what it came to. */
export async function runTest(platform: Platform, { kind, userId }: { kind: calls.ConnectorKind; userId: string }): Promise<void> {
  const connector = connectorOf(kind)
  const tester = await repository.testerOf(platform.db, userId)
  if (!connector || !tester) return
  try {
    const result = await connector.test(platform, tester)
    await repository.endTest(platform.db, kind, true, result)
    await platform.connectors.note(kind, null)
  } catch (error) {
    const reason = (error as { message?: string }).message || '未知错误'
    await repository.endTest(platform.db, kind, false, reason)
    await platform.connectors.note(kind, reason)
  }
}

defineJob(JOB, (payload: { kind: calls.ConnectorKind; userId: string }, platform) => runTest(platform, payload))
