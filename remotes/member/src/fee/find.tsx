import { memberCategory } from '@assoc/contract/member/category'
import { duesBill } from '@assoc/contract/fee/bill'
import { balance } from '@assoc/contract/fee/payment'
import { api, yuan } from '@assoc/http'
import { session } from '@assoc/session'
import { useAnswer, type FormField, type RemoteOption } from '@assoc/ui/data'
import type { Finder } from '../lib/find'
import { Picker } from '../lib/Picker'

const HITS = 20

const memberLabel = (m: { memberName: string; memberNo: string }) => `${m.memberName}（${m.memberNo}）`
const billLabel = (b: { billYear: number; memberName: string; unpaidAmount: number }) => `${b.billYear} 年 ${b.memberName}，欠缴 ${yuan(b.unpaidAmount)} 元`

// By the list of balances: those who work on fees read it, whatever they may see of memberships.
const findMembers = async (keyword: string): Promise<RemoteOption[]> =>
  (await api(balance.list, { keyword, pageSize: HITS, sort: { field: 'memberNo', order: 'asc' } })).items.map((m) => ({ value: m.memberId, label: memberLabel(m) }))
const nameOfMember = async (memberId: string) => memberLabel(await api(balance.read, { memberId }))

const findOpenBills = async (keyword: string): Promise<RemoteOption[]> =>
  (await api(duesBill.list, { keyword, billStatus: ['due', 'part'], pageSize: HITS })).items.map((b) => ({ value: b.billId, label: billLabel(b) }))
const nameOfBill = async (billId: string) => billLabel(await api(duesBill.read, { billId }))

const MEMBERS: Finder = { find: findMembers, name: nameOfMember }
const OPEN_BILLS: Finder = { find: findOpenBills, name: nameOfBill }

/** A member by number, company or stock code. */
export const memberField = (suggested: readonly RemoteOption[] = []): Partial<FormField> => ({
  kind: 'own',
  span: 2,
  render: <Picker finder={MEMBERS} suggested={suggested} placeholder="输入会员编号、名称或代码查找" />,
})

/** A bill that still asks for money. */
export const billField = (): Partial<FormField> => ({
  kind: 'own',
  span: 2,
  help: '只能选择待缴或部分缴纳的账单',
  render: <Picker finder={OPEN_BILLS} placeholder="输入账单编号、会员编号或公司名称查找" />,
})

/** The categories of members, as options. */
export function useCategoryOptions(): { value: string; label: string }[] {
  const { data } = useAnswer(memberCategory.list, session().has('member:category:read') ? { pageSize: 100 } : null)
  return (data?.items ?? []).map((c) => ({ value: c.categoryId, label: c.categoryName }))
}
