import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { choiceField, flag, id, instant, int, optionalText, ref, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { companyLookup } from '../member/lookups'
import { orEmpty } from '../rules/identifiers'
import { returnScope } from './kinds'
import { formLookup, formRoundLookup, publishedFormLookup } from './lookups'
import { form } from './permits'
import { NEW_RESPONDENTS, respondentKind, ruleFields, subjectFields } from './respondents'

/** Most companies or accounts that are chosen one by one. */
export const CHOSEN_MOST = 2000

const run = 'form:round:run'
const later = (value: unknown, { startTime }: Record<string, unknown>) => (typeof startTime === 'string' && Date.parse(String(value)) <= Date.parse(startTime) ? '截止时间须晚于开始时间' : null)
const notCertified = (value: unknown, { certifyFlag }: Record<string, unknown>) => (value === true && certifyFlag === true ? '匿名填报不能认证，请只选其中一项' : null)
const endTime = agrees(instant('截止时间'), later)

export const roundStatus = statusMachine(
  '发放状态',
  { draft: ['草稿', 'grey'], waiting: ['待开始', 'blue'], filling: ['填报中', 'teal'], paused: ['暂停', 'amber'], ended: ['已结束', 'green'], archived: ['已归档', 'grey'] },
  [
    { from: ['draft'], to: 'waiting', verb: 'release', label: '下发', permit: run },
    { from: ['waiting'], to: 'draft', verb: 'takeBack', label: '撤回', permit: run, reason: 'optional' },
    { from: ['waiting'], to: 'filling', verb: 'begin', label: '开始填报', permit: run, single: true },
    { from: ['filling'], to: 'paused', verb: 'pause', label: '暂停', permit: run, reason: 'optional' },
    { from: ['paused'], to: 'filling', verb: 'resume', label: '恢复', permit: run },
    { from: ['filling', 'paused'], to: 'ended', verb: 'end', label: '结束', permit: run, reason: 'optional', danger: true },
    { from: ['ended'], to: 'filling', verb: 'reopen', label: '重新开放', permit: run, reason: 'required', single: true, input: { endTime } },
    { from: ['ended'], to: 'archived', verb: 'archive', label: '归档', permit: run, danger: true },
  ],
)

/** A version of a form that is sent round: to whom, and until when it is filled in. */
export const formRound = resource({
  name: 'formRound',
  label: '发放',
  fileTitle: '表单发放',
  view: 'expert/FormList',
  base: '/form/round',
  id: 'roundId',
  fields: {
    roundName: text('发放名称', 100),
    templateId: ref('表单', publishedFormLookup),
    /** The newest version when left out. */
    versionNo: orEmpty(int('版本', 1, 100_000)),
    startTime: instant('开始时间'),
    endTime,
    /** Answers that are on their way at the end still count. */
    graceMinutes: int('宽限（分钟）', 0, 60),
    respondentKind: choiceField(respondentKind),
    companyIds: onlyWhen(withMeta(z.array(ref('公司', companyLookup)).max(CHOSEN_MOST, `最多选择 ${CHOSEN_MOST} 家公司`), { label: '指定公司' }), 'respondentKind', ['companies', 'directors'], true),
    /** No ref: accounts lie in the data scope of another module; the server asks for each whether it can sign in. */
    userIds: onlyWhen(withMeta(z.array(id('账号')).max(CHOSEN_MOST, `最多选择 ${CHOSEN_MOST} 个账号`), { label: '指定账号' }), 'respondentKind', ['accounts'], true),
    ...ruleFields,
    ...subjectFields,
    certifyFlag: flag('需要认证'),
    /** Days after the end in which what was handed in may still be corrected. */
    correctionDays: int('更正期（天）', 0, 30),
    returnScope: choiceField(returnScope),
    /** Those who have not handed anything in are reminded so many days before the end. */
    remindDays: orEmpty(int('截止前几天提醒', 1, 60)),
    /** Who takes part is known, what each has answered is not. */
    anonymousFlag: agrees(flag('匿名填报'), notCertified),
    remark: optionalText('备注', 200),
  },
  more: {
    formName: withMeta(z.string(), { label: '表单名称' }),
    taskCount: withMeta(z.number().int(), { label: '应交', show: 'count' }),
    submittedCount: withMeta(z.number().int(), { label: '已交', show: 'count' }),
    missingCount: withMeta(z.number().int(), { label: '未交', show: 'count' }),
    certifiedCount: withMeta(z.number().int(), { label: '已认证', show: 'count' }),
    /** Another area keeps it: it begins and ends there. */
    ownedFlag: withMeta(z.boolean(), { label: '申报材料' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('发放名称', 50),
    templateId: ref('表单', formLookup).optional(),
    roundStatus: withMeta(z.array(roundStatus.schema), { label: '发放状态' }).optional(),
    /** Those that are about somebody. */
    evaluation: flag('评价').optional(),
  },
  facts: ['formName', 'versionNo', 'endTime', 'submittedCount', 'taskCount'],
  sortable: ['startTime', 'endTime', 'updateTime'],
  access: { read: form('round:read'), insert: form('round:update'), update: form('round:update'), remove: form('round:update'), export: form('round:read') },
  status: { field: 'roundStatus', machine: roundStatus },
})

/** What a new round begins with. */
export const NEW_ROUND = { graceMinutes: 5, respondentKind: 'members', companyIds: [], userIds: [], ...NEW_RESPONDENTS, certifyFlag: false, anonymousFlag: false, correctionDays: 0, returnScope: 'listed', remindDays: 3 } as const

/** Adds respondents to a round that has begun: who should have been among them. Those who are already are passed over. */
export const addFormRespondents = call({
  path: '/form/round/addFormRespondents',
  title: '补发填报任务',
  access: form('round:run'),
  write: true,
  request: body({
    roundId: ref('发放', formRoundLookup),
    companyIds: withMeta(z.array(ref('公司', companyLookup)).max(CHOSEN_MOST), { label: '公司' }),
    userIds: withMeta(z.array(id('账号')).max(CHOSEN_MOST), { label: '账号' }),
    reason: text('补发原因', 200),
  }),
  response: z.object({ added: z.number().int() }),
})

/** For the choice of respondents: at most twenty accounts by name that can sign in. */
export const findFormAccounts = call({
  path: '/form/round/findFormAccounts',
  title: '查找填报账号',
  access: form('round:update'),
  request: body({ keyword: optionalText('关键字', 50) }),
  response: z.array(z.object({ userId: id(), realName: z.string(), loginName: z.string() })),
})
