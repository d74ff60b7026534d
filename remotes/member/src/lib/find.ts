import { postType } from '@assoc/contract/member/posts'
import { api } from '@assoc/http'
import type { RemoteOption } from '@assoc/ui/data'

/** Options of a picker. */
const OFFERED = 20
/** People of one company, who are offered all at once. */
const PEOPLE = 100

/** How a picker finds records by what was typed, and what one that is chosen already is called. */
export interface Finder {
  find: (word: string) => Promise<readonly RemoteOption[]>
  name: (id: string) => Promise<string>
}

const labels = new Map<string, string>()

/** What a record is called that a finder has met; for where two versions of a form are compared. */
export const labelSeen = (kind: string, id: unknown): string => labels.get(`${kind} ${String(id)}`) ?? '（未读取名称的记录）'

/** The finder, whose answers are remembered under its kind. */
const remembering = (kind: string, { find, name }: Finder): Finder => ({
  find: async (word) => {
    const found = await find(word)
    for (const { value, label } of found) labels.set(`${kind} ${value}`, label)
    return found
  },
  name: async (id) => {
    const label = await name(id)
    labels.set(`${kind} ${id}`, label)
    return label
  },
})

// The contracts that it searches with come when somebody searches: no view has to bring them.
const company = () => import('@assoc/contract/member/company')
const people = () => import('@assoc/contract/member/contact')
const member = () => import('@assoc/contract/member/member')
const pool = () => import('@assoc/contract/member/director')

const companyLabel = (c: { shortName: string; stockCode?: string | null; companyName: string }) => [c.shortName, c.stockCode, c.companyName].filter(Boolean).join(' · ')

export const companies = remembering('company', {
  find: async (keyword) => (await api((await company()).selectCompanyByPage, { keyword, pageSize: OFFERED })).items.map((c) => ({ value: c.companyId, label: companyLabel(c) })),
  name: async (companyId) => companyLabel(await api((await company()).selectCompany, { companyId })),
})

const contactLabel = (c: { name: string; postType: keyof typeof postType.labels }) => `${c.name} · ${postType.labels[c.postType]}`

/** People who serve at one company. */
export const contactsOf = (companyId: string | null | undefined): Finder => remembering('contact', {
  find: async (keyword) =>
    companyId ? (await api((await people()).contact.list, { companyId, contactStatus: 'serving', ...(keyword ? { keyword } : {}), pageSize: PEOPLE })).items.map((c) => ({ value: c.contactId, label: contactLabel(c) })) : [],
  name: async (contactId) => contactLabel(await api((await people()).contact.read, { contactId })),
})

const personLabel = (p: { name: string; currentUnit: string }) => `${p.name} · ${p.currentUnit}`

/** People who have been taken into the pool. */
export const poolPeople = remembering('poolPerson', {
  find: async (keyword) => (await api((await pool()).directorUser.list, { keyword, poolStatus: ['listed', 'suspended'], pageSize: OFFERED })).items.map((p) => ({ value: p.directorId, label: personLabel(p) })),
  name: async (directorId) => personLabel(await api((await pool()).directorUser.read, { directorId })),
})

export const members = remembering('member', {
  find: async (keyword) => (await api((await member()).findMembers, { keyword })).map((m) => ({ value: m.memberId, label: `${m.memberName} · ${m.memberNo}` })),
  name: async (memberId) => {
    const { memberName, memberNo } = await api((await member()).memberResource.read, { memberId })
    return `${memberName} · ${memberNo}`
  },
})
