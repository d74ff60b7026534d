import { z } from 'zod'
import { choice, choiceField, flag, int, optionalText, text, withMeta } from '../core/fields'
import { resource } from '../core/resource'
import { statusMachine } from '../core/status-machine'
import { member } from './permits'

export const dataItemFor = choice('适用业务', { join: '入会', pool: '独董入库', declare: '申报', merchant: '商户入驻' })
export const fileKind = choice('允许格式', { pdf: 'pdf', jpg: 'jpg', png: 'png', docx: 'docx', xlsx: 'xlsx' })

const update = 'member:dataItem:update'
export const dataItemStatus = statusMachine('启用状态', { enabled: ['启用', 'green'], disabled: ['停用', 'grey'] }, [
  { from: ['enabled'], to: 'disabled', verb: 'disable', label: '停用', permit: update, danger: true },
  { from: ['disabled'], to: 'enabled', verb: 'enable', label: '启用', permit: update },
])

/** A paper that a business asks for, and what it may be (domain A7). */
export const dataItem = resource({
  name: 'dataItem',
  label: '资料项',
  base: '/member/dataItem',
  id: 'dataItemId',
  fields: {
    itemName: text('资料项名称', 50),
    bizType: choiceField(dataItemFor),
    requiredFlag: flag('是否必传'),
    fileExts: withMeta(z.array(choiceField(fileKind)).min(1, '请至少选择一种格式').max(5), { label: '允许格式', options: fileKind.labels }),
    maxSizeMb: int('大小上限（MB）', 1, 200),
    sortNo: int('排序', 0, 9999),
    remark: optionalText('备注', 200),
  },
  filters: { keyword: optionalText('资料项名称', 50), bizType: dataItemFor.schema.optional(), dataItemStatus: dataItemStatus.schema.optional() },
  sortable: ['sortNo', 'itemName'],
  access: { read: member('dataItem:read'), insert: member('dataItem:update'), update: member('dataItem:update'), remove: member('dataItem:update'), export: member('dataItem:read') },
  status: { field: 'dataItemStatus', machine: dataItemStatus },
})
