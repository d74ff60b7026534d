import { z } from 'zod'
import { body, call } from '../core/call'
import { onlyWhen } from '../core/conditions'
import { choice, choiceField, flag, int, optionalText, pastInstant, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { email, isIdCard, mobile } from '../rules/identifiers'
import { LINK_FIELDS, linkFields } from './account-link'
import { paperSlots, papers } from './data-item'
import { profession } from './profession'
import { director } from './permits'

export const accountingQual = choice('会计专业条件', { cpa: '注册会计师', senior: '会计类高级职称、副教授以上或博士', experienced: '经管高级职称且会计岗位 5 年以上' })

/** An independent director needs so many years of work, and may sit on the boards of so many domestic listed companies (CSRC rules for independent directors, 2023). */
export const EXPERIENCE_YEARS = 5
export const SEATS = 3
/** Months after which somebody who was not taken may apply again. */
export const REFUSED_MONTHS = 6

const [insert, audit, manage] = ['director:user:insert', 'director:user:audit', 'director:pool:manage'] as const
export const poolStatus = statusMachine(
  '入库状态',
  {
    pending: ['待审核', 'amber'],
    returned: ['退回补正', 'violet'],
    listed: ['已入库', 'green'],
    refused: ['不予入库', 'red'],
    suspended: ['暂停展示', 'blue'],
    removed: ['已出库', 'grey'],
  },
  [
    { from: ['pending'], to: 'listed', verb: 'pass', label: '审核通过', permit: audit, reason: 'optional', separate: true },
    { from: ['pending'], to: 'returned', verb: 'sendBack', label: '退回补正', permit: audit, reason: 'required', separate: true },
    { from: ['pending'], to: 'refused', verb: 'refuse', label: '不予入库', permit: audit, reason: 'required', danger: true, separate: true },
    { from: ['returned', 'refused', 'removed'], to: 'pending', verb: 'submit', label: '重新提交', permit: insert },
    { from: ['listed'], to: 'suspended', verb: 'suspend', label: '暂停展示', permit: manage, reason: 'optional' },
    { from: ['suspended'], to: 'listed', verb: 'resume', label: '恢复展示', permit: manage, separate: true },
    { from: ['listed', 'suspended'], to: 'removed', verb: 'remove', label: '出库', permit: manage, reason: 'required', danger: true },
  ],
)

/** Somebody who is, or wants to be, an independent director (domain A13): first an application, then an entry of the pool. */
export const directorUser = resource({
  name: 'directorUser',
  label: '独立董事',
  base: '/enterprise/directorUser',
  id: 'directorId',
  fields: {
    name: text('姓名', 32),
    /** Sealed in the database. */
    idCard: personal(withMeta(z.string().trim().toUpperCase().refine((v) => isIdCard(v), '身份证号不正确'), { label: '身份证号' }), 'idCard'),
    mobile: personal(mobile(), 'mobile'),
    email: personal(email(), 'email'),
    currentUnit: text('现任职单位', 100),
    professions: withMeta(z.array(choiceField(profession)).min(1, '请至少选择一项专业').max(6), { label: '专业领域', options: profession.labels }),
    titleName: optionalText('职称', 50),
    experienceYears: int('相关工作年限', 0, 60),
    currentSeats: int('现任境内上市公司家数', 0, 20),
    isAccounting: flag('会计专业人士'),
    accountingQual: onlyWhen(choiceField(accountingQual).nullish(), 'isAccounting', [true], true),
    punished36m: flag('近 36 个月受过处罚'),
    resume: files('简历', { exts: ['pdf', 'docx'], max: 1, least: 1 }),
    /** Further documents that the data items of 独董入库 ask for; by item, and all together. */
    paperSlots: paperSlots('分项材料'),
    papers: papers('入库材料'),
    /** When the person agreed, apart from everything else, to their ID number being kept. */
    consentTime: pastInstant('单独同意时间'),
    remark: optionalText('备注', 500),
  },
  more: {
    createBy: withMeta(z.string().nullable(), {}),
    ...linkFields,
    /** Day of the last decision not to take them. */
    refusedDate: withMeta(z.string().nullable(), { label: '不予入库日期', show: 'date' }),
    /** First day on which somebody who was not taken may apply again; null for all others. */
    againDate: withMeta(z.string().nullable(), { label: '可重新提交日期', show: 'date' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('姓名、拼音首字母或单位', 50),
    profession: withMeta(profession.schema, { label: '专业领域', options: profession.labels }).optional(),
    isAccounting: withMeta(z.enum(['yes', 'no']), { label: '会计专业人士', options: { yes: '是', no: '否' } }).optional(),
    /** At most so many boards: who still has room. */
    seatsMax: withMeta(z.coerce.number().int().min(0).max(20), { label: '任职家数不多于' }).optional(),
    poolStatus: withMeta(z.array(poolStatus.schema), { label: '入库状态' }).optional(),
    /** Exact number: a part of one would tell numbers to whoever may not see them. */
    mobile: optionalText('手机号码（完整）', 20),
  },
  view: 'member/DirectorPool',
  facts: ['currentUnit', 'titleName', 'experienceYears', 'currentSeats', 'isAccounting'],
  groups: {
    个人: ['idCard', 'mobile', 'email'],
    专业与任职: ['currentUnit', 'professions', 'titleName', 'experienceYears', 'currentSeats', 'isAccounting', 'accountingQual'],
    登录: LINK_FIELDS,
    入库: ['punished36m', 'consentTime', 'refusedDate', 'againDate'],
  },
  sortable: ['experienceYears', 'currentSeats', 'updateTime'],
  access: { read: director('user:read'), insert: director('user:insert'), update: director('user:insert'), export: director('user:read') },
  status: { field: 'poolStatus', machine: poolStatus },
})

/** Résumés that one package may hold. */
export const RESUMES = 200
/** The résumés of the chosen people as one zip, each named after its person; who took whose is noted. */
export const exportResumes = call({
  path: '/enterprise/directorUser/exportResumes',
  title: '打包下载简历',
  access: director('pool:resume'),
  blob: true,
  request: body({ directorIds: z.array(ref('独立董事', 'directorUser')).min(1, '请选择人员').max(RESUMES, `一次最多打包 ${RESUMES} 份简历`) }),
  response: z.unknown(),
})
