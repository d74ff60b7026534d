import { z } from 'zod'
import { body, call } from '../core/call'
import { fee } from '../fee/permits'
import { member } from './permits'

// What the home page asks of this area. The host loads these calls with its first page, so they stand apart from the resources.

const figures = z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() }))

/** Standing members by status, those within the person's data scope. */
export const countMembers = call({ path: '/member/member/countMembers', title: '会员数量', access: member('member:read'), home: 'number', request: body({}), response: figures })

/** Bills of this year that are open, and those that are overdue. */
export const countDues = call({ path: '/fee/bill/countDues', title: '会费收缴情况', access: fee('bill:read'), home: 'number', request: body({}), response: figures })

/** Number for the home page: companies within the person's data scope, by listing status. */
export const countCompanies = call({
  path: '/member/company/countCompanies',
  title: '公司数量',
  access: member('company:read'),
  home: 'number',
  request: body({}),
  response: z.array(z.object({ label: z.string(), value: z.number().int(), link: z.string() })),
})
