import type { Lookup, LookupOf } from '../core/lookup'
import { memberLookup } from '../member/lookups'
import type { selectMatchCandidates } from './bank'
import type { duesBill } from './bill'
import type { letterTemplate } from './letter'
import type { balance, payment } from './payment'

// How records of fees are chosen; see ../member/lookups.ts.

/** A member, by the list of balances: those who work on fees read it, whatever they may see of memberships. */
export const feeMemberLookup: Lookup = {
  ...memberLookup,
  list: async () => (await import('./payment')).balance.list,
  read: async () => (await import('./payment')).balance.read,
  id: 'memberId',
  label: ['memberName', 'memberNo'],
  named: ['memberNo', 'memberName'],
} satisfies LookupOf<typeof balance.list>

export const balanceLookup: Lookup = { ...feeMemberLookup, entity: 'memberBalance' }

/** Bills that still ask for money. */
export const openBillLookup: Lookup = {
  entity: 'duesBill',
  list: async () => (await import('./bill')).duesBill.list,
  read: async () => (await import('./bill')).duesBill.read,
  id: 'billId',
  label: ['billNo', 'memberName', 'unpaidAmount'],
  hint: '输入账单编号、会员编号或公司名称',
  filter: { billStatus: ['due', 'part'] },
  named: ['billNo'],
  view: 'member/DuesBill',
} satisfies LookupOf<typeof duesBill.list>

/** Bills of the member of the same form, or of the same row of it, that still ask for money. */
export const memberBillLookup: Lookup = {
  entity: 'duesBill',
  list: async () => (await import('./bill')).duesBill.list,
  read: async () => (await import('./bill')).duesBill.read,
  id: 'billId',
  label: ['billYear', 'billNo', 'unpaidAmount'],
  hint: '选择账单，或输入账单编号',
  filter: { billStatus: ['due', 'part'] },
  of: { memberId: 'memberId' },
  named: ['billNo'],
  view: 'member/DuesBill',
} satisfies LookupOf<typeof duesBill.list>

/** Payments of the member of the same form that have been settled. */
export const paymentLookup: Lookup = {
  entity: 'payment',
  list: async () => (await import('./payment')).payment.list,
  read: async () => (await import('./payment')).payment.read,
  id: 'paymentId',
  label: ['payNo', 'payDate', 'amount'],
  hint: '输入缴费编号或流水号',
  filter: { payStatus: 'settled' },
  of: { memberId: 'memberId' },
  named: ['payNo'],
  view: 'member/PaymentList',
} satisfies LookupOf<typeof payment.list>

/** Payments, written down by hand, that a line of the bank may be; the line is said by who asks. */
export const matchLookup: Lookup = {
  entity: 'payment',
  list: async () => (await import('./bank')).selectMatchCandidates,
  id: 'paymentId',
  label: ['payNo', 'memberName', 'payDate', 'payStatus', 'bankSerial'],
  hint: '选择缴费记录，或输入缴费编号、公司名称查找',
  of: { lineId: 'lineId' },
} satisfies LookupOf<typeof selectMatchCandidates>

/** Templates of letters that are in use. */
export const letterTemplateLookup: Lookup = {
  entity: 'letterTemplate',
  list: async () => (await import('./letter')).letterTemplate.list,
  read: async () => (await import('./letter')).letterTemplate.read,
  id: 'templateId',
  label: ['templateName'],
  hint: '输入模板名称',
  filter: { templateStatus: 'enabled' },
  named: ['templateName'],
  view: 'member/LetterTemplate',
} satisfies LookupOf<typeof letterTemplate.list>
