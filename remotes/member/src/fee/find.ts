import { memberCategory } from '@assoc/contract/member/category'
import { duesBill } from '@assoc/contract/member/dues-bill'
import { balance } from '@assoc/contract/member/payment'
import { api, yuan } from '@assoc/http'
import type { RemoteOption } from '@assoc/ui/data'

const HITS = 20

/** Members by number, company or stock code, for those who work on fees. */
export const findMembers = async (keyword: string): Promise<RemoteOption[]> =>
  (await api(balance.list, { ...(keyword ? { keyword } : {}), pageSize: HITS, sort: { field: 'memberNo', order: 'asc' } })).items.map((m) => ({ value: m.memberId, label: `${m.memberName}（${m.memberNo}）` }))

/** Categories in use. */
export const findCategories = async (keyword: string): Promise<RemoteOption[]> =>
  (await api(memberCategory.list, { ...(keyword ? { keyword } : {}), categoryStatus: 'enabled', pageSize: 100 })).items.map((c) => ({ value: c.categoryId, label: c.categoryName }))

/** Bills that still ask for money. */
export const findOpenBills = async (keyword: string): Promise<RemoteOption[]> =>
  (await api(duesBill.list, { ...(keyword ? { keyword } : {}), billStatus: ['due', 'part'], pageSize: HITS })).items.map((b) => ({ value: b.billId, label: `${b.billYear} 年 ${b.memberName}，欠缴 ${yuan(b.unpaidAmount)} 元` }))
