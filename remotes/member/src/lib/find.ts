import { selectCompany, selectCompanyByPage } from '@assoc/contract/member/company'
import { contact, postType } from '@assoc/contract/member/contact'
import { findMembers, memberResource } from '@assoc/contract/member/member'
import { api } from '@assoc/http'
import type { RemoteOption } from '@assoc/ui/data'

/** Options of a picker. */
const OFFERED = 20

/** How a picker finds records by what was typed, and what one that is chosen already is called. */
export interface Finder {
  find: (word: string) => Promise<readonly RemoteOption[]>
  name: (id: string) => Promise<string>
}

const companyLabel = (c: { shortName: string; stockCode?: string | null; companyName: string }) => [c.shortName, c.stockCode, c.companyName].filter(Boolean).join(' · ')

export const companies: Finder = {
  find: async (keyword) => (await api(selectCompanyByPage, { keyword, pageSize: OFFERED })).items.map((c) => ({ value: c.companyId, label: companyLabel(c) })),
  name: async (companyId) => companyLabel(await api(selectCompany, { companyId })),
}

const contactLabel = (c: { name: string; postType: keyof typeof postType.labels }) => `${c.name} · ${postType.labels[c.postType]}`

/** People who serve at one company. */
export const contactsOf = (companyId: string | null): Finder => ({
  find: async (keyword) =>
    companyId ? (await api(contact.list, { companyId, contactStatus: 'serving', ...(keyword ? { keyword } : {}), pageSize: OFFERED })).items.map((c) => ({ value: c.contactId, label: contactLabel(c) })) : [],
  name: async (contactId) => contactLabel(await api(contact.read, { contactId })),
})

export const members: Finder = {
  find: async (keyword) => (await api(findMembers, { keyword })).map((m) => ({ value: m.memberId, label: `${m.memberName} · ${m.memberNo}` })),
  name: async (memberId) => {
    const { memberName, memberNo } = await api(memberResource.read, { memberId })
    return `${memberName} · ${memberNo}`
  },
}
