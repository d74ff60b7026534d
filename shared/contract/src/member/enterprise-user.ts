import { z } from 'zod'
import { choiceField, optionalText, ref, text, withMeta } from '../core/fields'
import { files } from '../core/files'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { isCreditCode, mobile } from '../rules/identifiers'
import { linkFields } from './account-link'
import { companyLookup } from './lookups'
import { director } from './permits'
import { postType } from './posts'

const [insert, audit] = ['director:enterprise:insert', 'director:enterprise:audit'] as const
export const certifyStatus = statusMachine(
  '认证状态',
  { pending: ['待审核', 'amber'], certified: ['已认证', 'green'], rejected: ['已驳回', 'red'], cancelled: ['已注销', 'grey'] },
  [
    { from: ['pending'], to: 'certified', verb: 'certify', label: '通过认证', permit: audit, reason: 'optional', reasonLabel: '审核意见', separate: true },
    { from: ['pending'], to: 'rejected', verb: 'reject', label: '驳回', permit: audit, reason: 'required', reasonLabel: '审核意见', danger: true, separate: true },
    { from: ['rejected'], to: 'pending', verb: 'submit', label: '重新提交', permit: insert },
    { from: ['certified'], to: 'cancelled', verb: 'cancel', label: '注销认证', permit: audit, reason: 'required', danger: true, separate: true },
  ],
)

/** Somebody who acts for a company before the association (domain A12); the code on their documents is the company's. */
export const enterpriseUser = resource({
  name: 'enterpriseUser',
  label: '企业用户',
  base: '/soleManager/enterpriseUser',
  id: 'enterpriseId',
  fields: {
    applicantName: text('申请人', 32),
    mobile: personal(mobile(), 'mobile'),
    companyId: ref('认证公司', companyLookup),
    creditCode: withMeta(z.string().trim().toUpperCase().refine(isCreditCode, '统一社会信用代码不正确'), { label: '统一社会信用代码' }),
    postType: choiceField(postType),
    authLetter: files('授权书', { exts: ['pdf', 'jpg', 'png'], max: 3, least: 1 }),
    licenseFile: files('营业执照', { exts: ['pdf', 'jpg', 'png'], max: 3, least: 1 }),
    remark: optionalText('备注', 500),
  },
  more: {
    companyName: withMeta(z.string(), { label: '认证公司' }),
    stockCode: withMeta(z.string().nullable(), { label: '证券代码' }),
    createBy: withMeta(z.string().nullable(), {}),
    ...linkFields,
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('申请人、公司名称或代码', 50),
    postType: withMeta(z.array(postType.schema), { label: '职务类别' }).optional(),
    certifyStatus: withMeta(z.array(certifyStatus.schema), { label: '认证状态' }).optional(),
    companyId: ref('认证公司', 'company').optional(),
  },
  view: 'member/EnterpriseUserAudit',
  facts: ['companyName', 'creditCode', 'postType', 'updateTime'],
  sortable: ['updateTime'],
  access: { read: director('enterprise:read'), insert: director('enterprise:insert'), update: director('enterprise:insert'), export: director('enterprise:read') },
  status: { field: 'certifyStatus', machine: certifyStatus },
})
