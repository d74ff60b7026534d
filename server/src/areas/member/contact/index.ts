import type { RowOf } from '@assoc/contract'
import type { Inserted } from '../../../platform/resource/definition'
import { today } from '@assoc/contract/core/day'
import { contact as contract } from '@assoc/contract/member/contact'
import type { Db } from '../../../platform/database/database'
import { refuse } from '../../../platform/errors'
import { mountResource } from '../../../platform/resource/mount'
import { findable } from '../../../platform/search/palette'
import { earlierInitials, initialsWith } from '../initials'
import { companyArrears } from '../membership/arrears.repository'
import { vacatePosts } from '../membership/posts'
import { requireCompany } from '../membership/rules'
import { emitContactLeft } from './hooks'
import { computed, endOn, found, namedBy, noteConsent, withMobile } from './repository'
import { contactMenu, demoContacts } from './seed'

type Row = RowOf<typeof contract>
type Fields = Inserted<typeof contract>

const HISTORY = '上市公司自 2026 年起不再设监事，监事仅保留历史记录，不能用于新联系人'
const EARLY = '离任日期不能早于任职日期'

const runtime = mountResource(contract, {
  table: 'contact',
  module: 'member',
  scope: { dept: 'dept_id', self: 'create_by' },
  createdBy: 'create_by',
  deptOfMaker: 'dept_id',
  changedAt: 'update_time',
  computed,
  keyword: { where: found },
  derive: initialsWith,
  filters: { mobile: withMobile, ...companyArrears },
  order: { field: 'updateTime', direction: 'desc' },
  todos: [{ label: '待核实联系人', status: 'pending', permit: 'member:contact:update' }],
  nameOf: (row) => row.name,
  constraints: {
    contact_serving_unique: () => refuse.field('mobile', '该公司已有同一职务、同一手机号码的在任联系人'),
    contact_chairman_unique: () => refuse.field('postType', '该公司已有在任的董事长或董事会秘书，请先登记前任离任'),
    contact_primary_unique: () => refuse.field('isPrimary', '该公司已有在任的主联系人，请先取消原主联系人'),
    contact_dates: () => refuse.field('endDate', EARLY),
    member_representative_id_fkey: () => refuse.inUse('该联系人是会员代表，不能删除，可以登记离任'),
    member_liaison_id_fkey: () => refuse.inUse('该联系人是会员联络员，不能删除，可以登记离任'),
  },
  may: (_who, row, verb) => verb !== 'delete' || row.contactStatus === 'pending' || row.contactStatus === 'refused' || '在任和已离任的联系人保留为任职记录，不能删除',
  before: {
    insert: async ({ db }, fields) => {
      await requireCompany(db, fields.companyId)
      if (fields.postType === 'supervisor') throw refuse.field('postType', HISTORY)
      validateDates(fields)
      validateConsent(fields)
    },
    update: async ({ db }, row, fields) => {
      if (fields.postType === 'supervisor' && row.postType !== 'supervisor') throw refuse.field('postType', HISTORY)
      validateDates({ ...row, ...fields })
      validateConsent({ ...row, ...fields })
      if (fields.companyId === undefined || fields.companyId === row.companyId) return
      await requireCompany(db, fields.companyId)
      const members = await namedBy(db, row.contactId)
      if (members.length > 0) throw refuse.field('companyId', `该联系人是会员 ${members.join('、')} 的会员代表或联络员，不能改到其他公司`)
    },
  },
  after: {
    insert: ({ db, principal }, contactId, fields) => keepConsent(db, principal.userId, contactId, {}, fields),
    update: ({ db, principal }, row, fields) => keepConsent(db, principal.userId, row.contactId, row, fields),
    change: async (action, row, step) => {
      if (step.verb !== 'leave') return
      await endOn(action.db, row.contactId, today())
      await vacatePosts(action, row.contactId, row.name)
      await emitContactLeft(action, { contactId: row.contactId, companyId: row.companyId, mobile: row.mobile })
    },
  },
})

findable(runtime.runtime, { group: '联系人', order: 3, label: 'name', hint: ['companyName', 'postName'] })

export const contact = { ...runtime, seeds: [contactMenu, earlierInitials, demoContacts] }

function validateDates(fields: Partial<Fields>): void {
  const [from, to] = [fields.startDate, fields.endDate]
  if (typeof from === 'string' && typeof to === 'string' && to < from) throw refuse.field('endDate', EARLY)
}

const CHANNELS = ['sms', 'email'] as const

/** A day of consent has a source, and is not to come. */
function validateConsent(fields: Partial<Fields>): void {
  for (const channel of CHANNELS) {
    const [day, source] = [fields[`${channel}ConsentDate`] ?? null, fields[`${channel}ConsentSource`] ?? null]
    if (typeof day === 'string' && day > today()) throw refuse.field(`${channel}ConsentDate`, '同意日期不能晚于今天')
    if (day && !source) throw refuse.field(`${channel}ConsentSource`, '请选择同意来源')
    if (!day && source) throw refuse.field(`${channel}ConsentDate`, '请填写同意日期')
  }
}

/** Whoever changes a consent stands beside it; what it was before stands in the log. */
async function keepConsent(db: Db, userId: string, contactId: string, before: Partial<Row>, fields: Partial<Fields>): Promise<void> {
  for (const channel of CHANNELS) {
    const names = [`${channel}ConsentDate`, `${channel}ConsentSource`] as const
    if (names.some((name) => name in fields && (fields[name] ?? null) !== (before[name] ?? null))) await noteConsent(db, contactId, channel, fields[`${channel}ConsentDate`] ? userId : null)
  }
}
