import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { decimalOf, decimalText, round } from '@assoc/contract/form/engine/decimal'
import { emptyDoc, readDocument, type FormDoc } from '@assoc/contract/form/engine/document'
import { problemsOf } from '@assoc/contract/form/engine/problems'
import { documentOfProposal, type Proposal } from '@assoc/contract/form/engine/proposal'
import { startRun } from '@assoc/contract/form/engine/run'
import type { Answer, Answers } from '@assoc/contract/form/engine/answers'
import { bookOf, cellName, type Book } from '../../../platform/excel/layout'
import { TableRefused } from '../../../platform/excel/limits'
import { inlineCell, rawWorkbook, zipOf } from '../../../platform/excel/testing'
import { recognised } from './recognise'

const fixture = (name: string): Promise<Book> => bookOf(readFileSync(join(__dirname, 'fixtures', `${name}.xlsx`)))
const made = () => {
  let n = 0
  return () => `q${(n += 1).toString(36).padStart(4, '0')}`
}
const all = (proposal: Proposal) => new Map(proposal.fields.map(({ id, type }) => [id, type]))
const formOf = (proposal: Proposal): { doc: FormDoc; left: number } => {
  const { doc, left } = documentOfProposal(emptyDoc('导入', { page: 'pa', section: 'sa' }), proposal, all(proposal), new Set(), made())
  return { doc, left: left.length }
}
const brief = ({ fields }: Proposal) => fields.map(({ cell, label, type, unit, decimals }) => [cell, label, type, ...(unit ? [unit] : []), ...(decimals === undefined ? [] : [decimals])])

test('labels, lists, days, numbers, merges, sizes and paper of a sheet become a form', async () => {
  const proposal = recognised(await fixture('contacts')) as Proposal
  expect(brief(proposal)).toEqual([
    ['B2', '公司名称', 'text'],
    ['D2', '证券代码', 'text'],
    ['B3', '所属板块', 'select'],
    ['D3', '登记日期', 'date'],
    ['B4', '联络人姓名', 'text'],
    ['D4', '职工人数', 'number', '人', 0],
    ['B5', '情况说明', 'textarea'],
  ])
  expect(proposal).toMatchObject({ across: true, unread: [], rows: [{ height: 14, head: true }, { height: 9 }, { height: 9 }, { height: 9 }, { height: 20 }] })
  expect(proposal.columns.map(({ width }) => Math.round(width))).toEqual([30, 44, 30, 44])
  const { doc } = formOf(proposal)
  expect(readDocument(JSON.parse(JSON.stringify(doc)))).toEqual({ doc })
  expect(problemsOf(doc).filter(({ severity }) => severity === 'error')).toEqual([])
  expect(Object.values(doc.questions).find(({ label }) => label === '所属板块')?.options).toEqual(['主板', '科创板', '创业板', '北交所'].map((label, i) => ({ value: `o${i + 1}`, label })))
  expect(Object.values(doc.table?.cells ?? {})).toContainEqual(expect.objectContaining({ text: '上市公司联络人登记表', columns: 4, align: 'center', bold: true }))
  expect(Object.values(doc.table?.cells ?? {})).toContainEqual(expect.objectContaining({ columns: 3, key: expect.any(String) }))
})

/** The form filled in with what stands in the sheet, beside the values that the program that made the sheet has computed. */
function computed(book: Book, proposal: Proposal): { cell: string; ours: string; theirs: string }[] {
  const { doc } = formOf(proposal)
  const keyOf = new Map(Object.entries(doc.questions).map(([key, { code }]) => [code, key]))
  const stored = new Map(book.sheets[0]?.cells.map((cell) => [cellName(cell.row, cell.column).toLowerCase(), cell.value]))
  const answers: Answers = {}
  for (const { id, type, unit } of proposal.fields) {
    const value = stored.get(id)
    const answer: Answer = type === 'money' ? Math.round(Number(value) * 100) : type === 'number' && unit === '%' ? String(Number(value) * 100) : String(value)
    if (type !== 'calc' && value !== null && value !== undefined) answers[keyOf.get(id) ?? ''] = answer
  }
  const run = startRun(doc, answers, { today: '2026-11-27' })
  return proposal.fields.filter(({ type }) => type === 'calc').map(({ id, cell, unit, decimals = 6 }) => {
    const theirs = Number(stored.get(id)) * (unit === '%' ? 100 : 1)
    return { cell, ours: shown(String(run.value(keyOf.get(id) ?? '')), decimals), theirs: shown(theirs.toFixed(10), decimals) }
  })
}
function shown(text: string, decimals: number): string {
  const number = decimalOf(text)
  return number ? decimalText(round(number, decimals) ?? number) : text
}

test.each([['figures', 11, []], ['functions', 11, ['B19', 'B20']]])('formulas of %s come to what LibreOffice has stored', async (name, count, lost) => {
  const book = await fixture(name)
  const proposal = recognised(book) as Proposal
  const values = computed(book, proposal)
  expect(values).toHaveLength(count)
  expect(values.map(({ cell, ours }) => [cell, ours])).toEqual(values.map(({ cell, theirs }) => [cell, theirs]))
  expect(proposal.unread.map(({ cell }) => cell)).toEqual(lost)
  expect(problemsOf(formOf(proposal).doc).filter(({ severity }) => severity === 'error')).toEqual([])
})

test('a row and a head together name a field, and a formula whose cells are not taken is left out', async () => {
  const proposal = recognised(await fixture('figures')) as Proposal
  expect(brief(proposal).slice(0, 3)).toEqual([['B3', '营业收入（本年）', 'money'], ['C3', '营业收入（上年）', 'money'], ['D3', '营业收入（增长率）', 'calc', '%', 2]])
  const taken = all(proposal)
  taken.delete('c3')
  const { left } = documentOfProposal(emptyDoc('导入', { page: 'pa', section: 'sa' }), proposal, taken, new Set(), made())
  expect(left.map(({ cell }) => cell)).toEqual(['D3', 'C5', 'C6', 'C7', 'D7', 'D5', 'D6'])
})

test('a sheet is chosen by its name, lists come from another sheet, and places without lines are found by their labels', async () => {
  const book = await fixture('two-sheets')
  const proposal = recognised(book) as Proposal
  expect(proposal.sheets.map(({ name }) => name)).toEqual(['填表', '字典'])
  expect(proposal.fields.map(({ cell, label, options }) => [cell, label, options])).toEqual([['B2', '是否建立内控制度', ['已建立', '正在建立', '未建立']], ['B3', '负责部门', undefined], ['B4', '备注', undefined]])
  expect(recognised(book, '字典')?.sheet).toBe('字典')
  expect(recognised(book, '没有')).toBeNull()
})

describe('what is no form, or more than one', () => {
  const row = (cells: string, at = 1) => `<row r="${at}">${cells}</row>`
  const sheet = (rows: string, after: string) => `${rows}</sheetData>${after}<sheetData>`
  const refused = (bytes: Uint8Array) => bookOf(bytes).catch((error: unknown) => (error instanceof TableRefused ? error.reason : String(error)))

  test('a document type, entities and what is encrypted are refused', async () => {
    const xml = '<?xml version="1.0"?><!DOCTYPE x [<!ENTITY e SYSTEM "file:///etc/passwd">]><worksheet><sheetData><row><c t="inlineStr"><is><t>&e;</t></is></c></row></sheetData></worksheet>'
    expect(await refused(zipOf([{ name: 'xl/worksheets/sheet1.xml', text: xml }]))).toBe('unreadable')
    const encrypted = rawWorkbook(row(inlineCell('a')))
    for (let at = encrypted.indexOf('PK\x01\x02', 0, 'latin1'); at >= 0; at = encrypted.indexOf('PK\x01\x02', at + 4, 'latin1')) encrypted.writeUInt16LE(1, at + 8)
    expect(await refused(encrypted)).toBe('unreadable')
  })
  test('16,384 columns, rows far below and too many cells are refused or told', async () => {
    const wide = Array.from({ length: 300 }, (_, i) => `<c r="XF${String.fromCharCode(65 + (i % 4))}1"><v>1</v></c>`).join('')
    expect(await refused(rawWorkbook(row(wide)))).toBe('tooWide')
    const far = (await bookOf(rawWorkbook(row('<c r="A1" t="inlineStr"><is><t>名称</t></is></c>') + row('<c r="XFD1048576"><v>1</v></c>', 1_048_576)))) as Book
    expect(recognised(far)?.unread).toContainEqual({ cell: 'XFD1048576', why: '超出 2000 行、200 列的内容没有读取' })
    const many = Array.from({ length: 2001 }, (_, r) => row(Array.from({ length: 100 }, (_x, c) => `<c r="${cellName(r, c)}"><v>1</v></c>`).join(''), r + 1)).join('')
    expect(await refused(rawWorkbook(many))).toBe('tooLarge')
  })
  test('merges that overlap or leave the sheet are told and taken as single cells', async () => {
    const text = (at: string, value: string) => `<c r="${at}" t="inlineStr"><is><t>${value}</t></is></c>`
    const merges = '<mergeCells count="3"><mergeCell ref="A1:B1"/><mergeCell ref="B1:C1"/><mergeCell ref="A2:XFD2"/></mergeCells>'
    const proposal = recognised(await bookOf(rawWorkbook(sheet(row(text('A1', '甲') + text('C1', '乙')) + row(text('A2', '丙'), 2), merges)))) as Proposal
    expect(proposal.unread.map(({ cell }) => cell)).toEqual(expect.arrayContaining(['B1:C1', 'A2:XFD2']))
    expect(problemsOf(formOf(proposal).doc).filter(({ message }) => message.includes('重叠'))).toEqual([])
  })
  test('a list that names a whole column and a rule over the whole sheet make no form of a million rows', async () => {
    const rules = '<dataValidations count="1"><dataValidation type="list" sqref="A1:XFD1048576"><formula1>$A:$A</formula1></dataValidation></dataValidations>'
    const proposal = recognised(await bookOf(rawWorkbook(sheet(row('<c r="A1" t="inlineStr"><is><t>名称</t></is></c>'), rules))))
    expect(proposal?.rows.length).toBe(1)
  })
})
