import { z } from 'zod'
import { call, body } from '../core/call'
import { choice, choiceField, date, optionalText, ref, text, withMeta } from '../core/fields'
import { lines } from '../core/kinds'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { LINK_FIELDS, linkFields } from '../member/account-link'
import { companyLookup } from '../member/lookups'
import { email, isIdCard, mobile, orEmpty } from '../rules/identifiers'
import { expert as permit } from './permits'

export const expertField = choice('专业领域', { governance: '公司治理', disclosure: '信息披露', accounting: '会计', law: '法律', finance: '金融', capital: '资本运作', investor: '投资者关系', technology: '技术', essay: '征文评审' })

/** How an expert is bound to a company or another unit: at work there, on its board, for pay within the last 24 months. */
export const tieKind = choice('关联关系', { employer: '任职单位', directorship: '担任董事、监事或高管', client: '近 24 个月有偿服务', holding: '持股或近亲属任职', other: '其他' })
/** Months for which a tie that has ended still counts. */
export const TIE_MONTHS = 24

const audit = 'expert:pool:audit'
export const expertStatus = statusMachine(
  '专家状态',
  { pending: ['待审核', 'amber'], serving: ['在聘', 'green'], suspended: ['暂停', 'blue'], refused: ['未通过', 'red'], dismissed: ['已解聘', 'grey'] },
  [
    { from: ['pending'], to: 'serving', verb: 'appoint', label: '聘任', permit: audit, reason: 'optional', separate: true },
    { from: ['pending'], to: 'refused', verb: 'refuse', label: '不予聘任', permit: audit, reason: 'required', danger: true, separate: true },
    { from: ['serving'], to: 'suspended', verb: 'suspend', label: '暂停', permit: audit, reason: 'required' },
    { from: ['suspended'], to: 'serving', verb: 'resume', label: '恢复', permit: audit, reason: 'optional' },
    { from: ['serving', 'suspended'], to: 'dismissed', verb: 'dismiss', label: '解聘', permit: audit, reason: 'required', danger: true },
    { from: ['refused', 'dismissed'], to: 'pending', verb: 'submit', label: '重新提交', permit: 'expert:pool:update' },
  ],
)

/** Whether somebody can be asked to review. */
export const availability = choice('可参与评审', { full: '可参与', limited: '部分时间可参与', none: '本年度不能参与' }, { full: 'green', limited: 'amber', none: 'grey' })

/** How long the appointment still runs. */
export const termState = choice('聘期', { running: '聘期内', ending: '30 天内到期', over: '已到期' }, { running: 'green', ending: 'amber', over: 'red' })
/** Days ahead of the end of an appointment in which it is told as ending. */
export const ENDING_DAYS = 30

/** Somebody who reviews works for the association (domain D4). */
export const expert = resource({
  name: 'expert',
  label: '专家',
  fileTitle: '专家名册',
  view: 'expert/ExpertManage',
  base: '/expert/expert',
  id: 'expertId',
  fields: {
    name: withMeta(text('姓名', 32), { alsoCalled: ['专家姓名'] }),
    unit: withMeta(text('工作单位', 100), { alsoCalled: ['单位', '单位名称'] }),
    titleName: withMeta(optionalText('职称/职务', 50), { alsoCalled: ['职称', '职务'] }),
    fields: withMeta(z.array(choiceField(expertField)).min(1, '请至少选择一个专业领域').max(8), { label: '专业领域', options: expertField.labels }),
    mobile: personal(mobile(), 'mobile'),
    email: personal(email(), 'email'),
    /** For fees alone, so they may be missing until one is paid; both are encrypted. */
    idCard: personal(orEmpty(withMeta(z.string().trim().toUpperCase().refine((v) => isIdCard(v), '身份证号不正确'), { label: '身份证号', alsoCalled: ['身份证'] })), 'idCard'),
    bankCard: personal(orEmpty(withMeta(z.string().transform((v) => v.replace(/[\s-]/g, '')).refine((v) => /^\d{12,19}$/.test(v), '银行卡号须为 12 到 19 位数字'), { label: '银行卡号', alsoCalled: ['银行账号'] })), 'bankCard'),
    /** Rows of a table of their own, so that a merger of companies carries them over and works are held against them. */
    relatedCompanies: lines(
      '关联单位',
      {
        tieKind: choiceField(tieKind),
        companyId: orEmpty(ref('上市公司', companyLookup)).optional(),
        /** A unit that is not in the register of companies. */
        unit: optionalText('其他单位', 100),
        since: orEmpty(date('开始日期')).optional(),
        until: orEmpty(date('截止日期')).optional(),
        note: optionalText('说明', 100),
      },
      { max: 50 },
    ).nullish(),
    termEnd: date('聘期截止'),
    remark: optionalText('备注', 200),
  },
  more: {
    expertNo: withMeta(z.string(), { label: '专家编号' }),
    termState: choiceField(termState),
    ...linkFields,
    /** The account has never had a password, so a letter with a first one may be made. */
    awaitsPassword: withMeta(z.boolean().nullable(), {}),
    createBy: withMeta(z.string().nullable(), {}),
    /** As they have stated of themselves in the year named. */
    availability: choiceField(availability).nullable(),
    workCapacity: withMeta(z.number().int().nullable(), { label: '每月可评审件数' }),
    statementYear: withMeta(z.number().int().nullable(), { label: '最近申报年度' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('编号、姓名、拼音首字母或单位', 50),
    field: withMeta(expertField.schema, { label: '专业领域', options: expertField.labels }).optional(),
    expertStatus: withMeta(z.array(expertStatus.schema), { label: '专家状态' }).optional(),
    termState: choiceField(termState).optional(),
    mobile: optionalText('手机号码（完整）', 20),
  },
  facts: ['expertNo', 'unit', 'titleName', 'termEnd', 'termState'],
  groups: { 专长: ['unit', 'titleName', 'fields', 'relatedCompanies'], 联系方式: ['mobile', 'email'], 聘任: ['termEnd', 'termState', 'availability', 'workCapacity', 'statementYear'], 登录: LINK_FIELDS, 领取费用: ['idCard', 'bankCard'] },
  sortable: ['expertNo', 'termEnd', 'updateTime'],
  access: { read: permit('pool:read'), insert: permit('pool:update'), update: permit('pool:update'), export: permit('pool:read'), import: permit('pool:update'), actions: { letter: { label: '打印密码函', access: permit('pool:audit'), single: true } } },
  status: { field: 'expertStatus', machine: expertStatus },
})

/** Makes the first password of an expert's account and answers it as a letter; no screen shows it, and there is one only while the account has had none. */
export const printExpertLetter = call({
  path: '/expert/expert/printExpertLetter',
  title: '打印专家密码函',
  access: permit('pool:audit'),
  write: true,
  blob: true,
  secretAnswer: true,
  request: body({ expertId: ref('专家', 'expert') }),
  response: z.unknown(),
})
