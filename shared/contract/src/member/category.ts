import { z } from 'zod'
import { fallback } from '../core/field-rules'
import { choice, choiceField, flag, int, optionalText, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { member } from './permits'

export const councilRole = choice('理事会身份', {
  none: '无',
  president: '会长',
  vicePresident: '副会长',
  standing: '常务理事',
  council: '理事',
  chiefSupervisor: '监事长',
  viceSupervisor: '副监事长',
  supervisor: '监事',
})

const update = 'member:category:update'
export const categoryStatus = statusMachine('启用状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update, danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
])

/** A category of members; which fee is asked of it is said by the fee standards (domain A2). */
export const memberCategory = resource({
  name: 'memberCategory',
  label: '会员类别',
  base: '/member/category',
  id: 'categoryId',
  fields: {
    categoryName: text('类别名称', 20),
    categoryLevel: int('类别层级', 1, 99),
    councilRole: choiceField(councilRole),
    voteRight: flag('表决权'),
    /** 0: no limit. */
    quota: int('名额上限', 0, 99_999),
    /** 0: as the parameter says for all. */
    exclusiveQuota: fallback(int('专属用户上限', 0, 9999), () => 0),
    remark: optionalText('备注', 200),
  },
  more: { memberCount: withMeta(z.number().int(), { label: '会员数', show: 'count' }) },
  filters: { keyword: optionalText('类别名称', 20), categoryStatus: categoryStatus.schema.optional() },
  view: 'member/MemberCategory',
  facts: ['categoryLevel', 'councilRole', 'quota', 'memberCount'],
  sortable: ['categoryLevel', 'categoryName'],
  access: { read: member('category:read'), insert: member('category:update'), update: member('category:update'), remove: member('category:update') },
  status: { field: 'categoryStatus', machine: categoryStatus },
})
