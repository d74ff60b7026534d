import { API_BASE, shapeOf, type Call } from '@assoc/contract'
import { sql } from 'kysely'
import type { z } from 'zod'
import { isBook, readSheet } from '../../src/platform/excel/testing'
import { OWN_HEADERS, type Session } from '../harness'
import { bodyOf } from './sample'
import { ALL_PERMITS, boundCalls, buildWorld, isOpen, MODULES, named, type World } from './world'

// Whoever holds every permit reads, lists and exports everything, and finds no mobile number, mail address, ID card or bank account of
// anybody whole: those are shown by the calls that say so (`reveals`), one at a time, and each look is logged.

/** Columns of the database that hold numbers and addresses of people, by their names. */
const COLUMNS = /(mobile|phone|email|id_card|account|target|recipient|contact)/
/** What such a value looks like: a mobile number, a mail address, an ID card, a number of a bank account. */
const VALUE = /1[3-9]\d{9}|[\w.+-]+@[\w-]+(?:\.[\w-]+)+|\d{17}[\dXx]|\d{12,19}/
const EVERY_VALUE = /(?<![\w.+-])(?:1[3-9]\d{9}|[\w.+-]{1,64}@[\w-]{1,64}(?:\.[\w-]{1,32}){1,4}|\d{17}[\dXx]|\d{12,19})(?![\w@])/g

/** Calls that answer such values whole, each with its reason. */
const OFFICE = 'the office address that a company publishes of itself'
const OWN_ACCOUNT = 'the account is the association’s own'
const MAILBOX = 'a unit names a mailbox of its own for invoices, and the form says so'
const WHOLE: Record<string, string> = {
  '/member/company/selectCompany': OFFICE,
  '/member/company/selectCompanyByPage': OFFICE,
  '/member/company/exportCompany': OFFICE,
  '/soleManager/change/selectChangeTarget': OFFICE,
  '/fee/bankLine/selectBankLineByPage': OWN_ACCOUNT,
  '/fee/bankLine/selectBankLine': OWN_ACCOUNT,
  '/fee/bankLine/exportBankLine': OWN_ACCOUNT,
  '/fee/letter/selectIssuer': OWN_ACCOUNT,
  '/message/audience/selectAudience': 'numbers that were typed as recipients are sent to as they stand, by whoever writes',
  '/invoice/head/selectInvoiceHeadByPage': MAILBOX,
  '/invoice/head/selectInvoiceHead': MAILBOX,
  '/invoice/head/exportInvoiceHead': MAILBOX,
}

let world: World
let anna: Session
let known: Set<string>
let answered = 0

beforeAll(async () => {
  world = await buildWorld()
  const { db } = world.server.platform
  anna = await world.server.person({ permits: ALL_PERMITS, scopes: Object.fromEntries(MODULES.map((m) => [m, 'all' as const])) })
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as table, column_name as column from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and t.table_type = 'BASE TABLE' and data_type in ('text', 'character varying')`.execute(db)
  known = new Set()
  for (const { table, column } of columns.filter((c) => COLUMNS.test(c.column) && !/^(audit_|login_log)/.test(c.table))) {
    const { rows } = await sql<{ v: string }>`select distinct ${sql.ref(column)} as v from ${sql.table(table)} where ${sql.ref(column)} is not null limit 20000`.execute(db)
    for (const { v } of rows) if (new RegExp(`^(?:${VALUE.source})$`).test(v)) known.add(v)
  }
})
afterAll(() => world.stop())

/** The valid body with the fewest fields, and the longest page. */
function least(call: Call): Record<string, unknown> {
  const body = { ...bodyOf(call, { ref: world.anyId, self: anna.userId }) } as Record<string, unknown>
  for (const field of Object.keys(body)) {
    const { [field]: _left, ...rest } = body
    if (call.request.safeParse(rest).success) delete body[field]
  }
  return 'pageSize' in (shapeOf(call.request as z.ZodType) ?? {}) ? { ...body, pageSize: 200 } : body
}

/** Values of people that stand whole in a text. */
const wholeIn = (text: string): string[] => [...new Set((text.match(EVERY_VALUE) ?? []).filter((v) => known.has(v)))]

async function textOf(call: Call): Promise<string> {
  const response = await world.server.raw(`${API_BASE}${call.path}`, { method: 'POST', as: anna, headers: { 'content-type': 'application/json', ...OWN_HEADERS }, body: JSON.stringify(least(call)) })
  if (response.headers.get('x-return-code') === '000000') answered += 1
  const bytes = Buffer.from(await response.arrayBuffer())
  if (!isBook(bytes)) return bytes.toString('utf8')
  return (await readSheet(bytes, 100_000)).map((row) => row.join('\t')).join('\n')
}

const reading = boundCalls.filter((call) => !isOpen(call) && !call.multipart && !call.reveals && (!call.write || call.blob))

test('there are values to be found, of each kind', () => {
  const all = [...known]
  for (const kind of [/^1[3-9]\d{9}$/, /@/]) expect(all.filter((v) => kind.test(v)).length).toBeGreaterThan(20)
  expect(wholeIn(`写给 ${all[0]}，`)).toEqual([all[0]])
  expect(wholeIn('写给 199****0001，j**@example.com')).toEqual([])
})

test.each(named(reading))('%s tells nobody’s number or address whole', async (path, call) => {
  const found = wholeIn(await textOf(call))
  // An exception that is none any more goes from the list.
  if (path in WHOLE) expect(found).not.toEqual([])
  else expect(found.slice(0, 3)).toEqual([])
})

test('most of the calls had something to tell', () => {
  expect(answered / reading.length).toBeGreaterThan(0.7)
})
