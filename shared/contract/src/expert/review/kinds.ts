import { choice, instant } from '../../core/fields'
import { statusMachine } from '../../core/status-machine'

/** What a batch reviews. */
export const reviewKind = choice('评审对象', { topicStart: '课题立项', topicEnd: '课题结项', essay: '征文', secretary: '董秘履职', board: '董事会实践', independent: '独董评价', office: '董办', work: '送审件' })

export const reviewStage = choice('评审阶段', { first: '初评', final: '终评' })

/** Which works of the first stage go on to the final one. */
export const cutKind = choice('入围规则', { none: '不设', first: '取前若干名', score: '达到分数' })

/** What becomes of works that are equal at the cut. */
export const cutTies = choice('入围并列', { all: '并列的全部入围', none: '并列的全部不入围' })

/** Whether the highest and the lowest score are left out, which needs at least five valid ones. */
export const trimRule = choice('去极值规则', { none: '不去', ends: '去掉一个最高分和一个最低分' })

export const normalisation = choice('评分归一', { none: '不归一', expert: '按专家归一' })

/** Whether an expert sees the sheets of the others. */
export const seeOthers = choice('查看他人评分', { never: '不可见', afterMine: '本人提交后可见', afterEnd: '评分截止后可见' })

/** Fewest scores with which the extreme ones are left out (domain D5). */
export const TRIM_FROM = 5
/** Fewest sheets of an expert from which a mean and a spread of one's own are taken. */
export const NORMALISED_FROM = 5

/** When scoring ends, which reopening sets anew. */
export const batchEnd = instant('截止时间')

const run = 'review:batch:run'
export const batchStatus = statusMachine(
  '批次状态',
  { draft: ['草稿', 'grey'], waiting: ['待分配', 'amber'], scoring: ['评分中', 'teal'], ended: ['已截止', 'blue'], summed: ['已汇总', 'green'], published: ['已公布', 'green'] },
  [
    { from: ['draft'], to: 'waiting', verb: 'submit', label: '提交分配', permit: run },
    { from: ['waiting'], to: 'draft', verb: 'takeBack', label: '退回草稿', permit: run, reason: 'optional' },
    { from: ['waiting'], to: 'scoring', verb: 'begin', label: '开始评分', permit: run, danger: true },
    { from: ['scoring'], to: 'ended', verb: 'end', label: '截止评分', permit: run, reason: 'optional', danger: true },
    { from: ['ended'], to: 'scoring', verb: 'reopen', label: '重新开放', permit: run, reason: 'required', single: true, input: { endTime: batchEnd } },
    { from: ['ended'], to: 'summed', verb: 'sum', label: '汇总结果', permit: 'review:result:freeze', single: true },
    { from: ['summed'], to: 'ended', verb: 'unfreeze', label: '解除冻结', permit: 'review:result:freeze', reason: 'required', single: true, separate: ['sum'] },
    { from: ['summed'], to: 'published', verb: 'publish', label: '公布', permit: 'review:result:publish', single: true, separate: ['sum'], danger: true },
  ],
)

export const assignStatus = statusMachine(
  '分配状态',
  { waiting: ['待确认', 'amber'], accepted: ['已接受', 'green'], declined: ['已婉拒', 'grey'], expired: ['逾期未确认', 'red'], recused: ['已回避', 'red'], replaced: ['已替换', 'grey'] },
  [
    { from: ['waiting', 'expired'], to: 'accepted', verb: 'accept', label: '接受', permit: 'review:sheet:score' },
    { from: ['waiting', 'expired'], to: 'declined', verb: 'decline', label: '婉拒', permit: 'review:sheet:score', reason: 'required' },
    { from: ['waiting', 'accepted'], to: 'recused', verb: 'recuse', label: '回避', permit: 'review:assign:update', reason: 'required' },
    { from: ['waiting', 'accepted', 'expired', 'declined'], to: 'replaced', verb: 'replace', label: '替换', permit: 'review:assign:update', reason: 'required' },
  ],
)

export const recuseType = choice('回避情形', { unit: '同单位', family: '亲属', cooperation: '师生或合作（24 个月内）', interest: '持股、任职或业务往来', own: '本人作品', other: '其他' })
export const recuseSource = choice('回避来源', { system: '系统识别', expert: '专家申报', office: '秘书处决定' })
export const recuseStatus = statusMachine(
  '回避状态',
  { possible: ['待核实', 'amber'], confirmed: ['已回避', 'red'], dismissed: ['不构成回避', 'grey'] },
  [
    { from: ['possible'], to: 'confirmed', verb: 'confirm', label: '确认回避', permit: 'review:recusal:decide', reason: 'optional', separate: true },
    { from: ['possible'], to: 'dismissed', verb: 'dismiss', label: '不构成回避', permit: 'review:recusal:decide', reason: 'required', separate: true },
  ],
)

export const sheetStatus = statusMachine(
  '评分状态',
  { pending: ['待评分', 'amber'], draft: ['已暂存', 'blue'], submitted: ['已提交', 'green'], recused: ['已回避', 'grey'], late: ['超时未评', 'red'], struck: ['已作废', 'red'] },
  [
    { from: ['pending', 'draft'], to: 'submitted', verb: 'submit', label: '提交评分', permit: 'review:sheet:score' },
    { from: ['submitted'], to: 'draft', verb: 'return', label: '退回修改', permit: 'review:sheet:return', reason: 'required', single: true },
    { from: ['pending', 'draft'], to: 'recused', verb: 'recuse', label: '回避', permit: 'review:sheet:score', reason: 'required', single: true },
    { from: ['submitted'], to: 'struck', verb: 'strike', label: '作废', permit: 'review:recusal:decide', reason: 'required', single: true },
  ],
)

export const resultStatus = statusMachine(
  '结果状态',
  { waiting: ['待汇总', 'grey'], lacking: ['待补评', 'amber'], summed: ['已汇总', 'green'], again: ['复议中', 'red'], shown: ['公示中', 'teal'], published: ['已公布', 'green'] },
  [
    { from: ['summed', 'shown'], to: 'again', verb: 'reconsider', label: '复议', permit: 'review:result:freeze', reason: 'required', single: true },
    { from: ['again'], to: 'summed', verb: 'uphold', label: '复议完成', permit: 'review:result:freeze', reason: 'required', single: true, separate: ['reconsider'] },
  ],
)
