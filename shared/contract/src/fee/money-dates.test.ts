import type { z } from 'zod'
import { isCall, metaOf, shapeOf } from '../index'
import { today, yearNow } from '../core/day'
import * as balanceRequest from './balance'
import * as bank from './bank'
import * as bankStatement from './bank-statement'
import * as duesBill from './bill'
import * as feeStandard from './standard'
import * as invoice from '../invoice/invoice'
import * as invoiceApply from '../invoice/apply'
import * as invoiceCreditNote from '../invoice/credit-note'
import * as payment from './payment'
import * as reduction from './reduction'
import * as unpaidImport from './unpaid-import'

// Everything that enters money or speaks of it by day: a new date of these files is under the rule, or this test names it.
const FILES = { balanceRequest, bank, bankStatement, duesBill, feeStandard, invoice, invoiceApply, invoiceCreditNote, payment, reduction, unpaidImport }

/** Bounds of a search are no dates of money. */
const isBound = (name: string) => /(From|To)$/.test(name) && name !== 'deferTo'

const callsOf = (file: object): { path: string; request: z.ZodType }[] =>
  Object.values(file).flatMap((one: unknown) => (isCall(one) ? [one] : typeof one === 'object' && one !== null ? Object.values(one).filter(isCall) : []))
const fields = Object.values(FILES).flatMap((file) => callsOf(file).flatMap(({ path, request }) => Object.entries(shapeOf(request) ?? {}).map(([name, schema]) => ({ path, name, schema }))))
const dates = fields.filter(({ name, schema }) => metaOf(schema).show === 'date' && !isBound(name))

test('the dates of money are found', () => {
  expect([...new Set(dates.map((d) => d.name))].sort()).toEqual(['deferTo', 'dueDate', 'issueDate', 'paidDate', 'payDate', 'publishDate', 'receivedDate', 'resolutionDate'])
})

test.each(dates.map((d) => [d.path, d.name, d.schema] as const))('%s takes as %s a day within 1990 and next year alone', (_path, _name, schema) => {
  const next = yearNow() + 1
  const takes = (day: string) => schema.safeParse(day).success
  expect([today(), '1990-01-01', `${next}-12-31`].map(takes)).toEqual([true, true, true])
  expect(['1989-12-31', '0202-03-01', `${next + 1}-01-01`, '9999-12-31'].map(takes)).toEqual([false, false, false, false])
  expect(schema.safeParse('1989-12-31').error?.issues[0]?.message).toBe(`${metaOf(schema).label}须在 1990-01-01 至 ${next}-12-31 之间`)
})

const years = fields.filter(({ path, name }) => ['billYear', 'importYear'].includes(name) && !path.includes('query') && !/List|ByPage|export|batch/i.test(path))
test.each(years.map((d) => [d.path, d.name, d.schema] as const))('%s takes as %s no year after the next one', (_path, _name, schema) => {
  const next = yearNow() + 1
  expect([1999, 2000, next, next + 1].map((year) => schema.safeParse(year).success)).toEqual([false, true, true, false])
})
