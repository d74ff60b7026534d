import { z } from 'zod'
import { choice, flag, withMeta } from '../core/fields'
import { files } from '../core/files'
import { statusMachine } from '../core/status-machine'
import { BY_EVALUATION } from './permits'

const [own, first, second] = ['declaration:mine:update', 'declaration:first:audit', 'declaration:second:audit'] as const

/** Points that a declarant gives themselves, in hundredths at most. */
export const selfScore = withMeta(
  z
    .number({ error: '请填写自评分' })
    .min(0, '自评分不能小于 0')
    .max(200, '自评分不能大于 200')
    .refine((n) => Math.abs(n * 100 - Math.round(n * 100)) < 1e-6, '自评分最多两位小数'),
  { label: '自评分' },
)
const PROMISED = '请确认真实性承诺后再提交'
export const promise = withMeta(flag('真实性承诺').refine((said) => said, PROMISED), { label: '真实性承诺' })
export const stampedScan = files('盖章扫描件', { exts: ['pdf', 'jpg', 'png'], max: 3, least: 1 })

/** Working days within which what was sent back is handed in again; they may lie behind the end of applying. */
export const CORRECTION_DAYS = 5

/** How the rules of a scheme turned out. */
export const ruleResult = choice('条件结果', { pass: '符合', fail: '不符合' })

/** What becomes of a declaration (domain E4). What was handed in is looked at twice, by different people. */
export const declareStatus = statusMachine(
  '申报状态',
  {
    draft: ['草稿', 'grey'],
    submitted: ['已提交', 'blue'],
    reviewing: ['初审中', 'amber'],
    returned: ['退回补正', 'red'],
    rechecking: ['复审中', 'violet'],
    scoring: ['评分中', 'teal'],
    publicity: ['公示中', 'blue'],
    published: ['已公布', 'green'],
    withdrawn: ['已撤回', 'grey'],
    disqualified: ['取消资格', 'red'],
  },
  [
    { from: ['draft', 'returned'], to: 'submitted', verb: 'submit', label: '提交申报', permit: own, single: true, input: { stampedScan, selfScore: selfScore.nullish(), promiseFlag: promise } },
    { from: ['draft', 'submitted', 'returned'], to: 'withdrawn', verb: 'withdraw', label: '撤回申报', permit: own, reason: 'optional', danger: true, single: true },
    { from: ['withdrawn'], to: 'draft', verb: 'resume', label: '恢复申报', permit: own, single: true },
    { from: ['submitted'], to: 'reviewing', verb: 'accept', label: '受理', permit: first, separate: true },
    { from: ['reviewing'], to: 'rechecking', verb: 'passFirst', label: '初审通过', permit: first, reason: 'optional', reasonLabel: '初审意见', separate: true },
    { from: ['reviewing'], to: 'returned', verb: 'returnFirst', label: '初审退回', permit: first, reason: 'required', reasonLabel: '退回原因', danger: true, separate: true },
    { from: ['rechecking'], to: 'scoring', verb: 'passSecond', label: '复审通过', permit: second, reason: 'optional', reasonLabel: '复审意见', separate: ['passFirst'] },
    { from: ['rechecking'], to: 'returned', verb: 'returnSecond', label: '复审退回', permit: second, reason: 'required', reasonLabel: '退回原因', danger: true, separate: ['passFirst'] },
    { from: ['reviewing', 'rechecking', 'publicity', 'published'], to: 'disqualified', verb: 'disqualify', label: '取消资格', permit: 'declaration:declare:disqualify', reason: 'required', danger: true, separate: true },
    { from: ['scoring'], to: 'publicity', verb: 'announce', label: '进入公示', permit: BY_EVALUATION, single: true },
    { from: ['publicity'], to: 'published', verb: 'publish', label: '公布', permit: BY_EVALUATION, single: true },
  ],
)

/** Which declarations a list is about: what the reader declares, or what waits for the association itself. */
export const declareRange = choice('范围', { own: '本人申报', waiting: '待协会审核' })

/** Steps of whoever declares. */
export const BY_DECLARANT: readonly string[] = ['submit', 'withdraw', 'resume']
/** Steps of the first review. */
export const IN_FIRST: readonly string[] = ['accept', 'passFirst', 'returnFirst']
/** Steps that send a declaration back. */
export const RETURNING = { reviewing: 'returnFirst', rechecking: 'returnSecond' } as const
/** Statuses in which a declaration stands in nobody's way: its declarant may begin another one under the scheme. */
export const CLOSED = ['withdrawn', 'disqualified'] as const
