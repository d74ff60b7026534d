import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { agrees } from '../core/field-rules'
import { choice, choiceField, flag, ref, withMeta } from '../core/fields'
import { board, companyType, listStatus } from '../member/company-kinds'
import { CODE_OF_SCHEME } from '../member/industry-code'
import { jurisdiction } from '../member/jurisdiction'
import { categoryLookup, companyLookup, poolPersonLookup } from '../member/lookups'
import { postType } from '../member/posts'
import { audienceLookup } from '../message/lookups'
import { formRoundLookup } from './lookups'
import { form } from './permits'

// To whom a round is sent, and whom it is about. Both are frozen when it begins.

export const respondentKind = choice('填报对象', { members: '全体会员公司', companies: '指定公司', rule: '按条件选择的公司', audience: '收件人分组中的公司', posts: '按职务选择的人员', accounts: '指定账号', directors: '公司的董事' })
/** Whose companies are meant by conditions. */
export const ruleRange = choice('单位范围', { member: '会员公司', other: '非会员公司', any: '全部公司' })
export const subjectKind = choice('评价对象', { none: '无', companies: '公司', persons: '独立董事', peers: '同一公司的其他董事', association: '协会' })

/** Most that a round is about. */
export const SUBJECTS_MOST = 200
/** Most tasks of one round: respondents times subjects. */
export const TASKS_MOST = 100_000

const BY_MARKS = ['rule', 'posts'] as const
const marks = <S extends z.ZodType>(schema: S, required = false): S => onlyWhen(schema, 'respondentKind', BY_MARKS, required)

/** Marks of companies; an empty list means any. Of an audience they are copied when the round is written, so that it stays what its maker saw. */
export const ruleFields = {
  audienceId: onlyWhen(ref('收件人分组', audienceLookup).nullish(), 'respondentKind', ['audience'], true),
  rulePosts: onlyWhen(withMeta(z.array(choiceField(postType)).max(20), { label: '职务', options: postType.labels }), 'respondentKind', ['posts'], true),
  ruleRange: marks(choiceField(ruleRange).nullish(), true),
  ruleCategoryIds: marks(withMeta(z.array(ref('会员类别', categoryLookup)).max(50), { label: '会员类别' })),
  ruleBoards: marks(withMeta(z.array(choiceField(board)).max(20), { label: '板块', options: board.labels })),
  ruleCompanyTypes: marks(withMeta(z.array(choiceField(companyType)).max(20), { label: '公司类型', options: companyType.labels })),
  ruleListStatuses: marks(withMeta(z.array(listStatus.schema).max(20), { label: '上市状态', options: listStatus.labels })),
  ruleIndustries: marks(withMeta(z.array(z.string().trim().regex(CODE_OF_SCHEME.capco.pattern, CODE_OF_SCHEME.capco.message)).max(50), { label: '行业代码' })),
  ruleJurisdictions: marks(withMeta(z.array(choiceField(jurisdiction)).max(40), { label: '辖区', options: jurisdiction.labels })),
}

const ofDirectors = (value: unknown, { respondentKind: asked }: Record<string, unknown>) => (value === 'peers' && asked !== 'directors' ? '董事互评的填报对象须为公司的董事' : null)

export const subjectFields = {
  subjectKind: agrees(choiceField(subjectKind), ofDirectors),
  subjectCompanyIds: onlyWhen(withMeta(z.array(ref('公司', companyLookup)).max(SUBJECTS_MOST, `最多选择 ${SUBJECTS_MOST} 家公司`), { label: '评价的公司' }), 'subjectKind', ['companies'], true),
  subjectPersonIds: onlyWhen(withMeta(z.array(ref('独立董事', poolPersonLookup)).max(SUBJECTS_MOST, `最多选择 ${SUBJECTS_MOST} 人`), { label: '评价的独立董事' }), 'subjectKind', ['persons'], true),
  /** Otherwise nobody is asked about the company that they act for, or about themselves. */
  selfFlag: flag('允许自评'),
}

/** What a new round begins with. */
export const NEW_RESPONDENTS = {
  audienceId: null, rulePosts: [], ruleRange: 'member' as const, ruleCategoryIds: [], ruleBoards: [], ruleCompanyTypes: [], ruleListStatuses: [], ruleIndustries: [], ruleJurisdictions: [],
  subjectKind: 'none' as const, subjectCompanyIds: [], subjectPersonIds: [], selfFlag: false,
}

/** Whom a round would be sent to if it began now; of one that has begun, whom it was sent to. */
export const previewFormRespondents = call({
  path: '/form/round/previewFormRespondents',
  title: '预览填报对象',
  access: form('round:read'),
  request: body({ roundId: ref('发放', formRoundLookup) }),
  response: z.object({
    respondents: withMeta(z.number().int(), { label: '填报对象' }),
    tasks: withMeta(z.number().int(), { label: '填报任务' }),
    /** Companies for which no account acts, and people in the register with these posts without an account: nobody could fill in for them. */
    unreached: withMeta(z.number().int(), { label: '没有账号' }),
    /** The first of them by name. */
    names: z.array(z.string()),
  }),
})
