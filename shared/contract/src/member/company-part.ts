import { z } from 'zod'
import { body, call } from '../core/call'
import { ref } from '../core/fields'
import { member } from './permits'

/**
 * What an area knows of a company, formatted by the server: facts, and a few rows with the number of all. Every area adds its
 * part on the server (`addCompanyPart`) and the page shows it, without knowing the area.
 */
export const companyPart = z.object({
  key: z.string(),
  title: z.string(),
  /** Where the area works on it; null when there is no such page. */
  link: z.string().nullable(),
  /** Where the rows belong to several memberships of the company, whose lists are opened one by one: a way to each, instead of `link`. */
  links: z.array(z.object({ label: z.string(), link: z.string() })).optional(),
  facts: z.array(z.object({ label: z.string(), value: z.string() })),
  columns: z.array(z.object({ title: z.string(), align: z.enum(['left', 'right']) })),
  rows: z.array(z.array(z.string())),
  /** All rows that there are; the part shows the first of them. */
  total: z.number().int(),
})

/** The parts of all areas whose permit the person has, in their order. */
export const selectCompanyParts = call({
  path: '/member/company/selectCompanyParts',
  title: '查看公司全貌',
  access: member('company:read'),
  request: body({ companyId: ref('公司', 'company') }),
  response: z.array(companyPart),
})
