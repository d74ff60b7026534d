import { z } from 'zod'
import { body, call, signedIn } from '../core/call'
import { choice, choiceField, flag, int, optionalText, text, withMeta } from '../core/fields'
import { DOCUMENTS, fileItem, files } from '../core/files'
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

/** A document that a business asks for, and what it may be (domain A7). */
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
  view: 'member/DataItem',
  facts: ['bizType', 'requiredFlag', 'fileExts', 'maxSizeMb'],
  sortable: ['sortNo', 'itemName'],
  access: { read: member('dataItem:read'), insert: member('dataItem:update'), update: member('dataItem:update'), remove: member('dataItem:update'), export: member('dataItem:read') },
  status: { field: 'dataItemStatus', machine: dataItemStatus },
})

/** MB that an upload may have at most, whatever an item allows, and files that one item holds. */
export const PAPER_MB = 50
export const PAPER_FILES = 10
/** What holds documents that belong to no item. */
export const OTHER_PAPERS = '其他材料'
/** Formats and size of documents that belong to no item. */
export const OTHER_RULE = { exts: DOCUMENTS, maxMb: 20, max: PAPER_FILES }
/** The item of a director's entry that has a field of its own, for résumés are packed by themselves. */
export const RESUME_ITEM = '独立董事简历'

/** Files of one item of a record; `itemKey` is the item's id, null for documents that belong to none. */
export const paperSlot = z.strictObject({ itemKey: z.string().regex(/^\d{1,18}$/, '资料项不正确').nullable(), itemName: z.string().trim().max(50), files: z.array(fileItem).max(PAPER_FILES, `每项最多 ${PAPER_FILES} 个文件`) })
export type PaperSlot = z.output<typeof paperSlot>

/** All documents of a record, as uploads are checked before each is put to its item. */
export const papers = (label: string) => files(label, { max: 60, maxMb: PAPER_MB }).optional()
/** The same documents by item: what forms send. Null as long as there is none, as a form sends a field that nobody has touched. */
export const paperSlots = (label: string) => withMeta(z.array(paperSlot).max(40, `${label}的项数过多`), { label }).nullish()

/** Items in use of a business in their order, for the form that asks for them. */
export const selectPaperItems = call({
  path: '/member/dataItem/selectPaperItems',
  title: '查询应交资料项',
  access: signedIn,
  request: body({ bizType: choiceField(dataItemFor) }),
  response: z.array(z.object({ itemKey: z.string(), itemName: z.string(), requiredFlag: z.boolean(), fileExts: z.array(choiceField(fileKind)), maxSizeMb: z.number().int() })),
})
