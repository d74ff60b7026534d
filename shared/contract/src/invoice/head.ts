import { z } from 'zod'
import { choice, choiceField, flag, optionalText, ref, text, withMeta } from '../core/fields'
import { address } from '../core/kinds'
import { personal } from '../core/personal'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { email, isTaxNo, mobile, orEmpty, phone } from '../rules/identifiers'
import { feeMemberLookup } from '../fee/lookups'
import { invoice } from './permits'

export const headType = choice('抬头类型', { company: '企业单位', other: '个人/非企业单位' })

/** Steps that follow from what provider, mail server and clock say have this permit, which nobody holds. */
export const BY_SYSTEM = 'invoice:system'

const update = 'invoice:head:update'
export const headStatus = statusMachine('状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update, reason: 'optional' },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
])

/** To whom a member's invoices are written (domain B6). An invoice keeps what it was written with. */
export const invoiceHead = resource({
  name: 'invoiceHead',
  label: '发票抬头',
  base: '/invoice/head',
  id: 'headId',
  fields: {
    memberId: withMeta(ref('会员', feeMemberLookup), { alsoCalled: ['会员单位'] }),
    headType: choiceField(headType),
    title: withMeta(text('发票抬头', 100, 2), { alsoCalled: ['抬头', '抬头名称', '购方名称', '购买方名称'] }),
    /** A company must have it. */
    taxNo: orEmpty(withMeta(z.string().trim().toUpperCase().refine(isTaxNo, '纳税人识别号不正确'), { label: '纳税人识别号', alsoCalled: ['税号', '购方税号', '统一社会信用代码'] })),
    bankName: withMeta(optionalText('开户银行', 100), { alsoCalled: ['开户行', '银行'] }),
    bankAccount: personal(orEmpty(withMeta(z.string().trim().regex(/^\d{8,30}$/, '银行账号须为 8–30 位数字'), { label: '银行账号', alsoCalled: ['账号', '银行帐号', '开户账号'] })), 'bankCard'),
    regAddress: withMeta(address('注册地址', 200), { alsoCalled: ['地址', '公司地址'] }),
    regPhone: orEmpty(phone('注册电话')),
    receiveEmail: email('收票邮箱'),
    receiveMobile: personal(orEmpty(mobile('收票手机')), 'mobile'),
    isDefault: flag('默认抬头'),
    remark: optionalText('备注', 200),
  },
  more: {
    memberNo: withMeta(z.string(), { label: '会员编号' }),
    memberName: withMeta(z.string(), { label: '会员名称' }),
    updateTime: withMeta(z.string(), { label: '更新时间', show: 'instant' }),
  },
  filters: {
    keyword: optionalText('抬头、税号、会员编号或公司名称', 50),
    memberId: ref('会员', 'member').optional(),
    headType: headType.schema.optional(),
    headStatus: headStatus.schema.optional(),
  },
  view: 'member/InvoiceHead',
  facts: ['memberName', 'headType', 'taxNo', 'isDefault'],
  sortable: ['updateTime'],
  access: { read: invoice('head:read'), insert: invoice('head:update'), update: invoice('head:update'), export: invoice('head:read'), import: invoice('head:update') },
  status: { field: 'headStatus', machine: headStatus },
})
