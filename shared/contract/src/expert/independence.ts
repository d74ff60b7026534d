import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, optionalText, ref, text, withMeta, year } from '../core/fields'
import { files } from '../core/files'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { appointmentLookup, directorBaseLookup } from './lookups'
import { appointment as permit } from './permits'

/**
 * What an independent director checks of themselves each year, by the rule and from the day on which it holds. A check bears the day of its
 * rule; when the rule changes, another entry comes first here, and what was answered under the old one is read with the old words.
 */
export const INDEPENDENCE_RULES = [
  {
    since: '2023-09-04',
    source: '《上市公司独立董事管理办法》（证监会令第 220 号）第六条',
    items: [
      { label: '任职关系', text: '（一）本人或者配偶、父母、子女、主要社会关系在上市公司或者其附属企业任职' },
      { label: '持股关系', text: '（二）本人或者配偶、父母、子女直接或者间接持有上市公司已发行股份 1% 以上，或者是前十名股东中的自然人股东' },
      { label: '股东单位任职', text: '（三）本人或者配偶、父母、子女在持有上市公司 5% 以上股份的股东或者前五名股东处任职' },
      { label: '关联企业任职', text: '（四）本人或者配偶、父母、子女在上市公司控股股东、实际控制人的附属企业任职' },
      { label: '业务往来', text: '（五）与上市公司及其控股股东、实际控制人或者其附属企业有重大业务往来，或者在有重大业务往来的单位及其控股股东、实际控制人处任职' },
      { label: '中介服务', text: '（六）为上市公司及其控股股东、实际控制人或者其附属企业提供财务、法律、咨询、保荐等服务' },
      { label: '近十二个月情形', text: '（七）最近十二个月内曾有前六项所列情形' },
      { label: '其他情形', text: '（八）法律、行政法规、证监会规定、交易所业务规则和公司章程规定的不具备独立性的其他情形' },
    ],
  },
] as const

const RULE = INDEPENDENCE_RULES[0]
/** Items of the rule that holds now, in their order. */
export const CHECK_ITEMS = ['item1', 'item2', 'item3', 'item4', 'item5', 'item6', 'item7', 'item8'] as const
/** First year for which checks are made: that of the rule. */
export const CHECKS_FROM = 2023

export const checkAnswer = choice('回答', { no: '否', yes: '是' }, { no: 'green', yes: 'amber' })
export const checkConclusion = choice('自查结论', { fit: '符合', explain: '需说明', unfit: '不符合' }, { fit: 'green', explain: 'amber', unfit: 'red' })
/** What the board says of a check. That somebody is not independent follows from no answer: the board alone decides it. */
export const boardConclusion = choice('评估结论', { agreed: '认可自查结论', unfit: '不符合独立性要求' }, { agreed: 'green', unfit: 'red' })

/** What the company's step is given. */
export const assessment = { boardConclusion: choiceField(boardConclusion), boardOpinion: withMeta(text('董事会评估意见', 500), { show: 'longText' }) }

const fill = 'appointment:check:fill'
const assess = 'appointment:check:assess'
export const checkStatus = statusMachine(
  '自查状态',
  { unfilled: ['未填', 'grey'], pending: ['待提交', 'amber'], waiting: ['待公司评估', 'blue'], returned: ['退回', 'red'], completed: ['已完成', 'green'] },
  [
    { from: ['unfilled'], to: 'pending', verb: 'fill', label: '开始填写', permit: fill, single: true },
    { from: ['pending', 'returned'], to: 'waiting', verb: 'submit', label: '提交', permit: fill },
    { from: ['waiting'], to: 'completed', verb: 'assess', label: '评估', permit: assess, separate: true, input: assessment },
    { from: ['waiting'], to: 'returned', verb: 'sendBack', label: '退回', permit: assess, reason: 'required', reasonLabel: '退回原因', separate: true },
  ],
)

const item = (n: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7) => choiceField(checkAnswer, RULE.items[n].label).nullish()
const note = (n: 0 | 1 | 2 | 3 | 4 | 5 | 6 | 7, field: string) => onlyWhen(optionalText(`${RULE.items[n].label}说明`, 500), field, ['yes'], true)

/** What an independent director says of their own independence for a year, and what the board of the company makes of it (domain E2). */
export const independenceCheck = resource({
  name: 'independenceCheck',
  label: '独立性自查',
  view: 'expert/IndependenceCheck',
  base: '/expert/independenceCheck',
  id: 'checkId',
  fields: {
    item1: item(0),
    note1: note(0, 'item1'),
    item2: item(1),
    note2: note(1, 'item2'),
    item3: item(2),
    note3: note(2, 'item3'),
    item4: item(3),
    note4: note(3, 'item4'),
    item5: item(4),
    note5: note(4, 'item5'),
    item6: item(5),
    note6: note(5, 'item6'),
    item7: item(6),
    note7: note(6, 'item7'),
    item8: item(7),
    note8: note(7, 'item8'),
    signFile: files('签字文件', { exts: ['pdf'], max: 1 }),
  },
  more: {
    appointmentId: ref('任职', appointmentLookup),
    name: withMeta(z.string(), { label: '姓名' }),
    companyId: ref('公司', companyLookup),
    companyName: withMeta(z.string(), { label: '公司简称' }),
    checkYear: withMeta(z.number().int(), { label: '自查年度' }),
    ruleDate: withMeta(z.string(), { label: '自查事项施行日期', show: 'date' }),
    /** Computed by the database: of the answers while it is assessed, and of the board's word. */
    conclusion: choiceField(checkConclusion).nullable(),
    boardConclusion: choiceField(boardConclusion).nullable(),
    boardOpinion: withMeta(z.string().nullable(), { label: '董事会评估意见', show: 'longText' }),
    returnReason: withMeta(z.string().nullable(), { label: '退回原因' }),
    /** The entry of the pool whose login fills it in. */
    poolId: withMeta(z.string().nullable(), {}),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母、公司名称或代码', 50),
    checkYear: withMeta(z.coerce.number({ error: '自查年度须为年份，例如 2026' }).int('自查年度须为年份，例如 2026').min(CHECKS_FROM, `自查年度不早于 ${CHECKS_FROM} 年`).max(2100, '自查年度须为年份，例如 2026'), { label: '自查年度' }).optional(),
    conclusion: choiceField(checkConclusion, '自查结论').optional(),
    checkStatus: withMeta(z.array(checkStatus.schema), { label: '自查状态' }).optional(),
    personId: ref('董事', directorBaseLookup).optional(),
    appointmentId: ref('任职', appointmentLookup).optional(),
    companyId: ref('公司', companyLookup).optional(),
  },
  facts: ['name', 'companyName', 'checkYear', 'conclusion'],
  groups: {
    [`自查事项（${RULE.source}）`]: [...CHECK_ITEMS.flatMap((field, i) => [field, `note${i + 1}`] as [typeof field, `note${1 | 2 | 3 | 4 | 5 | 6 | 7 | 8}`]), 'signFile', 'ruleDate'],
    公司评估: ['conclusion', 'boardConclusion', 'boardOpinion', 'returnReason'],
  },
  told: ['returnReason', 'boardOpinion'],
  sortable: ['checkYear', 'updateTime'],
  access: { read: permit('check:read'), update: permit('check:fill'), export: permit('check:read') },
  status: { field: 'checkStatus', machine: checkStatus },
})

/** Makes the checks of a year for all independent directors in office: once each, whoever presses how often. */
export const makeIndependenceChecks = call({
  path: '/expert/independenceCheck/makeIndependenceChecks',
  title: '生成独立性自查',
  access: permit('check:make'),
  write: true,
  request: body({ checkYear: year('自查年度', CHECKS_FROM, 2100) }),
  response: z.object({ made: z.number().int(), already: z.number().int() }),
})
