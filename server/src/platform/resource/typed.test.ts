import { resource, signedIn, statusMachine, text, type FieldsOf, type RowOf } from '@assoc/contract'
import { z } from 'zod'
import { derivedStep, derivedUpdate, insertFields } from './actions'
import type { Action, ResourceRuntime, ResourceOptions } from './definition'
import { findRow } from './rows.repository'

// The compiler is the test: each `@ts-expect-error` is a fault of its own as soon as what stands below it is let through. Names that
// the contract does not know are what a renamed field, filter, status or verb leaves behind on the server.

const loanStatus = statusMachine('状态', { open: ['借出', 'amber'], back: ['归还', 'green'] }, [
  { from: ['open'], to: 'back', verb: 'giveBack', label: '归还', permit: 'fee:payment:verify' },
])
const loan = resource({
  name: 'loan',
  label: '借阅',
  base: '/loan',
  id: 'loanId',
  fields: { title: text('书名', 100), days: z.number() },
  more: { dueDate: z.string() },
  filters: { keyword: z.string().optional(), lateBy: z.number().optional() },
  sortable: ['title'],
  access: { read: signedIn, insert: signedIn, update: signedIn, remove: signedIn },
  status: { field: 'loanStatus', machine: loanStatus },
})

type Options = ResourceOptions<typeof loan, 'dict', 'shelf'>
const whole: Options = { table: 'dict', order: { field: 'dueDate', direction: 'asc' } }

test('options take the names of the contract alone', () => {
  const good: Options = {
    ...whole,
    changedAt: 'remark',
    columns: { dueDate: 'dict_code', lateBy: 'version', shelf: 'remark' },
    todos: [{ label: '', status: 'open', permit: 'fee:payment:verify', view: 'member/DuesBill' }],
    handover: { label: '', order: 1, open: ['open'], view: 'member/DuesBill', name: 'title' },
    nameOf: (row) => row.title,
    may: (_who, row, verb) => verb !== 'giveBack' || row.loanStatus === 'open',
    before: {
      insert: (_action, fields) => {
        fields.dueDate = fields.title.padEnd(fields.days)
        fields.shelf = 'A'
      },
      change: (_action, row, step) => {
        if (step.verb === 'giveBack' && step.to === 'back') row.dueDate.trim()
      },
    },
  }
  const bad: Options[] = [
    // @ts-expect-error no such field of the row
    { ...whole, columns: { dueDay: 'dict_code' } },
    // @ts-expect-error no such column of the table
    { ...whole, columns: { dueDate: 'due_day' } },
    // @ts-expect-error no such column of the table
    { ...whole, createdBy: 'made_by' },
    // @ts-expect-error no such field of the row
    { ...whole, json: ['papers'] },
    // @ts-expect-error no such filter
    { ...whole, filters: { late: () => undefined } },
    // @ts-expect-error the filter's value is a number
    { ...whole, filters: { lateBy: (value: string) => value } },
    // @ts-expect-error no such field to put the list in order by
    { ...whole, order: { field: 'dueDay', direction: 'asc' } },
    // @ts-expect-error no such status
    { ...whole, todos: [{ label: '', status: 'lent', permit: 'fee:payment:verify', view: 'member/DuesBill' }] },
    // @ts-expect-error no such status
    { ...whole, handover: { label: '', order: 1, open: ['lent'], view: 'member/DuesBill' } },
    // @ts-expect-error no such field of the row
    { ...whole, nameOf: (row) => row.name },
    // @ts-expect-error no such verb
    { ...whole, may: (_who, _row, verb) => verb !== 'return' },
    // @ts-expect-error no such field of the row
    { ...whole, may: (_who, row) => row.state === 'open' },
    // @ts-expect-error a text means records, each with what tells it apart
    { ...whole, named: () => Promise.resolve(['7']) },
    // @ts-expect-error no such column of the table
    { ...whole, derive: () => ({ search_words: '' }) },
    // @ts-expect-error no such field of the form
    { ...whole, before: { insert: (_action, fields) => void fields.name } },
    // @ts-expect-error the field is a number
    { ...whole, before: { insert: (_action, fields) => void fields.days.trim() } },
    // @ts-expect-error a change need not bring it
    { ...whole, before: { update: (_action, _row, fields) => void fields.title.trim() } },
    // @ts-expect-error no such verb
    { ...whole, before: { change: (_action, _row, step) => void (step.verb === 'return') } },
    // @ts-expect-error no such field of the row
    { ...whole, after: { change: (_action, row) => void row.state } },
    // @ts-expect-error no such field of the row
    { ...whole, after: { remove: (_action, row) => void row.state } },
  ]
  expect(Object.keys(good).length).toBeGreaterThan(bad[0] ? Object.keys(bad[0]).length : 0)
})

test('those who call a mounted resource name what it has', () => {
  const calls = (m: ResourceRuntime<typeof loan>, action: Action) => [
    () => insertFields(m, action, { title: '甲', days: 1 }),
    // @ts-expect-error the form's field is missing
    () => insertFields(m, action, { title: '甲' }),
    () => derivedUpdate(m, action, '1', 1, { days: 2 }),
    // @ts-expect-error no such field
    () => derivedUpdate(m, action, '1', 1, { day: 2 }),
    () => derivedStep(m, action, '1', 'giveBack'),
    // @ts-expect-error no such verb
    () => derivedStep(m, action, '1', 'return'),
    async () => (await findRow(action.db, m, action.principal, '1'))?.dueDate,
    // @ts-expect-error no such field of the row
    async () => (await findRow(action.db, m, action.principal, '1'))?.dueDay,
  ]
  // @ts-expect-error a made up row lacks what the contract's has
  const row: RowOf<typeof loan> = { title: '甲' }
  // @ts-expect-error the form does not write it
  const fields: FieldsOf<typeof loan> = { title: '甲', days: 1, dueDate: '2026-01-01' }
  expect([calls({} as never, {} as never).length, row.title, fields.days]).toEqual([8, '甲', 1])
})
