import { yearNow } from '@assoc/contract/core/day'
import type { EvalTarget } from '@assoc/contract/expert/scheme'
import type { Answers } from '@assoc/contract/form/engine/answers'
import { startRun } from '@assoc/contract/form/engine/run'
import { writeAudit } from '../../../platform/audit/audit'
import type { Db } from '../../../platform/database/database'
import { clerksWith } from '../../../platform/identity/people'
import type { Seed } from '../../../platform/seed'
import { formCalled, seedOwnedAnswers, openOwnedRound, selfReview, type DemoOwned } from '../../form/api'
import { insertDeclarations, insertScheme, linkPool, noteAnswers, noteDeclareNumbers, type DemoDeclaration, type DemoScheme } from './demo.repository'
import { declarantsOf, noteRound, schemeOf } from './repository'
import { DECLARATIONS } from './resource'

interface Plan extends Omit<DemoScheme, 'templateId' | 'versionNo'> {
  target: EvalTarget
  count: number
  statusOf(n: number): string
}

const OPEN = ['submitted', 'draft', 'reviewing', 'submitted', 'rechecking', 'returned', 'submitted', 'draft', 'withdrawn', 'rechecking']
const year = yearNow()
const PLANS: readonly Plan[] = [
  { name: `${year}上市公司董事会最佳实践申报`, target: 'board', year: year - 1, status: 'applying', from: -20, to: 30, count: 600, statusOf: (n) => OPEN[n % OPEN.length] ?? 'draft' },
  { name: `${year - 1}上市公司董事会秘书履职申报`, target: 'secretary', year: year - 1, status: 'scoring', from: -120, to: -60, count: 800, statusOf: (n) => (n % 40 === 7 ? 'disqualified' : 'scoring') },
  { name: `${year - 1}上市公司独立董事履职申报`, target: 'independent', year: year - 1, status: 'scoring', from: -120, to: -60, count: 600, statusOf: () => 'scoring' },
]

const FILLED: Partial<Record<string, DemoOwned['status']>> = { draft: 'draft', withdrawn: 'submitted', returned: 'returned', scoring: 'certified', disqualified: 'submitted' }

/** What a declarant answers, each a little otherwise. */
const given = (n: number): Answers => ({ k8h3rd: String(7 + (n % 3) * 2), k1w6bn: String(3 + (n % 2)), k3p8vx: 'yes', k9d5ne: ['o1', 'o3'], k4u7ho: 'yes', k2s1ka: String(2 + (n % 4)), k5r9tb: `${year}-02-${String(1 + (n % 20)).padStart(2, '0')}` })

/** Contents that the demo has, as the engine hands them in. */
const contents = (): string[] => Array.from({ length: 60 }, (_, n) => JSON.stringify(startRun(selfReview, given(n), { today: `${year}-03-01` }).submission().answers))

/** Declarations of a scheme whose way the log of the demo tells, besides those of people who have an account. */
const LOGGED = 150

/** The way to each status: verbs with the statuses that they lead to. */
const SUBMITTED = [['submit', 'submitted']] as const
const REVIEWED = [...SUBMITTED, ['accept', 'reviewing']] as const
const PASSED = [...REVIEWED, ['passFirst', 'rechecking']] as const
const WAYS: Partial<Record<string, readonly (readonly [verb: string, to: string])[]>> = {
  submitted: SUBMITTED, reviewing: REVIEWED, returned: [...REVIEWED, ['returnFirst', 'returned']], rechecking: PASSED, scoring: [...PASSED, ['passSecond', 'scoring']], disqualified: [...PASSED, ['disqualify', 'disqualified']], withdrawn: [['withdraw', 'withdrawn']],
}
/** Who carried steps out: declarants and local associations have no account in the demo. */
const PEOPLE: Partial<Record<string, string>> = { submit: '甄填报', withdraw: '甄填报', accept: '卜初审', passFirst: '卜初审', returnFirst: '卜初审' }

async function writeLog(db: Db, { userId }: { userId: string }, declared: readonly { recordId: string; status: string }[]): Promise<void> {
  const entries = declared.flatMap(({ recordId, status }) =>
    (WAYS[status] ?? []).map(([verb, to], i, way) => ({
      recordType: 'declaration', recordId, verb, before: { declareStatus: way[i - 1]?.[1] ?? 'draft' }, after: { declareStatus: to },
      reason: verb === 'returnFirst' ? '独立董事专门会议次数与公告不一致，请核对' : verb === 'disqualify' ? '评价期内被公开谴责' : null,
      actor: PEOPLE[verb] ? { userId: null, userName: PEOPLE[verb] } : { userId, userName: '平自律' },
    })),
  )
  await writeAudit(db, { userId, userName: '平自律', ip: '', requestId: '', path: '', title: '变更申报状态' }, entries)
}

async function seedScheme(db: Db, plan: Plan, maker: { userId: string; deptId: string }, form: { templateId: string; versionNo: number }, first: number): Promise<number> {
  const schemeId = await insertScheme(db, { ...plan, ...form }, maker)
  const scheme = schemeId && (await schemeOf(db, schemeId))
  if (!schemeId || !scheme) return 0
  const roundId = await openOwnedRound(db, { kind: DECLARATIONS, name: `${plan.name}表`, ...form, startTime: scheme.applyStart, endTime: scheme.applyEnd, deptId: maker.deptId })
  await noteRound(db, schemeId, roundId)
  const rows = (await declarantsOf(db, plan.target, plan.count)).map((one, n): DemoDeclaration => {
    const status = plan.statusOf(n)
    return { personId: one.personId, poolId: one.poolId, companyId: one.companyId, jurisdiction: one.jurisdiction, no: `SB${plan.year}-${String(first + n + 1).padStart(4, '0')}`, status, score: status === 'draft' ? null : 70 + (n % 30), reason: status === 'returned' ? '独立董事专门会议次数与公告不一致，请核对' : null }
  })
  const ids = await insertDeclarations(db, schemeId, rows, maker)
  const written = contents()
  const answers = await seedOwnedAnswers(db, roundId, rows.map((row, n) => ({ ownerId: ids[n] ?? '', subject: row.personId, companyId: row.companyId, status: FILLED[row.status] ?? 'submitted', content: written[n % written.length] ?? '{}' })), maker.userId)
  await noteAnswers(db, answers)
  await writeLog(db, maker, rows.flatMap(({ status, poolId }, n) => (n < LOGGED || poolId !== null ? [{ recordId: ids[n] ?? '', status }] : [])))
  return rows.length
}

/** Declarations of the demo association under three schemes. */
export const declarationDemo: Seed = {
  name: 'declaration.demo',
  order: 66,
  demo: true,
  async run(db) {
    const [maker] = await clerksWith(db, 'EVAL_OP')
    const form = await formCalled(db, selfReview.title)
    if (!maker || !form || form.versionNo === null) return
    await linkPool(db)
    let count = 0
    for (const plan of PLANS) count += await seedScheme(db, plan, maker, { templateId: form.templateId, versionNo: form.versionNo }, count)
    await noteDeclareNumbers(db, year - 1, count)
  },
}
