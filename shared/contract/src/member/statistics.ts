import { z } from 'zod'
import { body, call } from '../core/call'
import { choiceField, date, ref, withMeta } from '../core/fields'
import { jurisdiction } from './jurisdiction'
import { fee } from '../fee/permits'
import { member } from './permits'

/** A slice of a figure: what it is called, how many, how much, and the list that shows just these records (path and question). */
export const slice = z.object({
  key: z.string(),
  label: z.string(),
  count: z.number().int(),
  /** 分; absent where nothing is counted in money. */
  amount: z.number().int().optional(),
  link: z.string(),
})
const slices = z.array(slice)

const filters = {
  categoryId: ref('会员类别', 'memberCategory').optional(),
  jurisdiction: choiceField(jurisdiction).optional(),
}

/** Memberships that stand, within the person's data scope, and how they came and went over the years. */
export const selectMemberStat = call({
  path: '/member/statistics/selectMemberStat',
  title: '查看会员统计',
  access: member('stat:read'),
  request: body(filters),
  response: z.object({
    standing: z.number().int(),
    joinedThisYear: z.number().int(),
    leftThisYear: z.number().int(),
    byStatus: slices,
    /** 单位会员 and 个人会员. */
    byKind: slices,
    byCategory: slices,
    byJurisdiction: slices,
    byArrears: slices,
    /** The last ten years: members that joined and that left. */
    byYear: z.array(z.object({ year: z.number().int(), joined: z.number().int(), left: z.number().int(), link: z.string() })),
  }),
})

const yuan = (label: string) => withMeta(z.number().int(), { label, show: 'yuan' })

/** Dues by year, category and jurisdiction, and what is owed by its age; every figure opens its list. */
export const selectFeeStat = call({
  path: '/fee/statistics/selectFeeStat',
  title: '查看会费统计',
  access: fee('stat:read'),
  request: body({ ...filters, billYear: withMeta(z.number().int().min(1990).max(2100), { label: '年度' }).optional() }),
  response: z.object({
    billYear: z.number().int(),
    years: z.array(z.object({ year: z.number().int(), bills: z.number().int(), payable: yuan('应缴（元）'), paid: yuan('已缴（元）'), reduced: yuan('减免（元）'), unpaid: yuan('欠缴（元）'), link: z.string() })),
    byCategory: z.array(slice.extend({ paid: yuan('已缴（元）'), unpaid: yuan('欠缴（元）') })),
    byJurisdiction: z.array(slice.extend({ paid: yuan('已缴（元）'), unpaid: yuan('欠缴（元）') })),
    /** Unpaid bills by the days since they fell due. */
    ageing: slices,
    /** Money that came in the year, month by month. */
    months: z.array(z.object({ month: z.number().int(), amount: yuan('到账（元）') })),
  }),
})

/** A member's account from a day to a day: bills, payments, reductions, balance and invoices with the sums before and after, as PDF. */
export const downloadStatement = call({
  path: '/fee/statement/downloadStatement',
  title: '下载会费对账单',
  access: fee('statement:read'),
  blob: true,
  request: body({ memberId: ref('会员', 'member'), dateFrom: date('起始日期'), dateTo: date('截止日期') }),
  response: z.unknown(),
})
