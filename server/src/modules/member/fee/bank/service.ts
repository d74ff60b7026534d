import { extname } from 'node:path'
import { STATEMENT_NOW } from '@assoc/contract/member/bank'
import type * as calls from '@assoc/contract/member/bank'
import { refuse } from '../../../../platform/errors'
import { ExcelError, readSheet, writeWorkbook, type CellValue } from '../../../../platform/excel/excel'
import { looksLike } from '../../../../platform/files/store'
import type { Context, FileAnswer, UploadedFile } from '../../../../platform/http/context'
import { today } from '../../../../platform/numbers/numbers'
import type { Deed } from '../../../../platform/resource/definition'
import { XLSX } from '../../../../platform/resource/workbook'
import { settleMany } from '../ledger.bulk.service'
import { lockMembers } from '../ledger.repository'
import { lock } from '../ledger.service'
import { writeAndSettle } from '../payment/service'
import { csvRows, parseStatement, TITLES, type StatementLine } from './parse'
import * as repository from './repository'
import { startReading } from './start'

/** Lines that one file may bring. */
const MAX_LINES = 10_000
/** Rows that cannot be read which an answer tells. */
const TOLD = 200

/**
 * Reads a statement: lines that were read before are passed over; the payer who is exactly one standing member pays at once,
 * all other money waits. Up to some hundred lines are one transaction, and a file that fails leaves nothing; more of them
 * become a work of the person.
 */
export async function importStatement(context: Context<typeof calls.importStatement>) {
  const { files, audit } = context
  const file = onlyFile(files)
  const statement = parseStatement(await rowsOf(file))
  if (!statement) throw refuse.field('file', `没有找到表头：须有${TITLES.slice(0, 5).join('、')}`)
  if (statement.total === 0) throw refuse.field('file', '文件中没有数据行')
  const first = new Map(statement.lines.map((line) => [`${line.account} ${line.serialNo}`, line] as const).reverse())
  const lines = [...first.values()].reverse()
  const [problems, total, read] = [statement.problems.slice(0, TOLD), statement.total, statement.lines.length]
  if (lines.length > STATEMENT_NOW) {
    const workId = await startReading(context, { fileName: file.fileName, lines, problems, total, read })
    return { total, added: 0, known: 0, matched: 0, suspense: 0, problems, workId }
  }
  const { added, matched } = await bookLines(context as unknown as Deed, lines)
  audit({ recordType: 'bankLine', recordId: null, verb: 'import', after: { fileName: file.fileName, total, added, matched } })
  return { total, added, known: read - added, matched, suspense: added - matched, problems, workId: null }
}

/** Notes the lines that nobody has read, settles those that have their member and puts the others aside. In one transaction. */
export async function bookLines(deed: Deed, given: readonly StatementLine[]): Promise<{ added: number; matched: number }> {
  const lines = await repository.insertLines(deed.db, given, deed.who)
  if (lines.length === 0) return { added: 0, matched: 0 }
  const members = await repository.membersNamed(deed.db, [...new Set(lines.map((line) => line.payerName))])
  lines.sort((a, b) => a.row - b.row)
  const paying = [...new Set(lines.flatMap((line) => members.get(line.payerName) ?? []))].sort((a, b) => Number(a) - Number(b))
  // All members before the first number of a payment, in one order: two imports never wait for each other in a ring.
  await lockMembers(deed.db, paying)
  // Under the locks: nobody writes a payment of these members down any more.
  const taken = await repository.paymentsOfSerials(deed.db, lines.map((line) => line.serialNo))
  const { links, fresh, waiting } = sorted(lines, members, taken)
  const order: string[] = []
  const ids = await settleMany(deed, paying, (memberId) => (fresh.get(memberId) ?? []).map((line) => (order.push(line.lineId), paymentOf(memberId, line, line.serialNo))))
  links.push(...ids.map((paymentId, i) => ({ lineId: order[i] ?? '', paymentId })))
  if (links.length > 0) await repository.linkLines(deed.db, links, 'auto')
  if (waiting.length > 0) await repository.suspend(deed.db, waiting)
  return { added: lines.length, matched: links.length }
}

/** Lines whose money somebody wrote down before, those that become payments by their member, and those that wait: nobody's, or with another's serial. */
function sorted(lines: readonly repository.NewLine[], members: Map<string, string>, taken: Map<string, repository.TakenSerial>) {
  const links: repository.Link[] = []
  const fresh = new Map<string, repository.NewLine[]>()
  const waiting: string[] = []
  const seen = new Set<string>()
  for (const line of lines) {
    const memberId = members.get(line.payerName)
    const known = taken.get(line.serialNo)
    // The same serial of another account in this file is other money.
    const fits = known && !known.linked && known.memberId === memberId && known.amount === line.amount
    if (!memberId || seen.has(line.serialNo) || (known && !fits)) waiting.push(line.lineId)
    else {
      seen.add(line.serialNo)
      if (known) links.push({ lineId: line.lineId, paymentId: known.paymentId })
      else fresh.set(memberId, [...(fresh.get(memberId) ?? []), line])
    }
  }
  return { links, fresh, waiting }
}

const paymentOf = (memberId: string, line: Pick<repository.NewLine, 'tradeTime' | 'amount' | 'payerName' | 'purpose'>, bankSerial: string) => ({
  memberId,
  payDate: today(new Date(line.tradeTime)),
  amount: line.amount,
  channel: 'bank' as const,
  payerName: line.payerName,
  bankSerial,
  remark: line.purpose,
})

/** Makes a settled payment of suspended money for a member; answers its id. Refused where somebody wrote the same serial down by hand. */
export async function payFromLine(deed: Deed, memberId: string, line: repository.SuspendedLine): Promise<string> {
  await lock(deed, memberId)
  const taken = (await repository.paymentsOfSerials(deed.db, [line.serialNo])).get(line.serialNo)
  if (taken && !taken.linked) throw refuse.inUse(`流水号 ${line.serialNo} 已登记为缴费 ${taken.payNo}，请先核对，避免重复入账`)
  // Serial numbers are one bank account's own: that of a second account bears its last digits.
  const serial = taken ? `${line.serialNo.slice(0, 35)}-${line.account.slice(-4)}` : line.serialNo
  const paymentId = await writeAndSettle(deed, paymentOf(memberId, { ...line, tradeTime: line.tradeTime.toISOString() }, serial))
  await repository.linkLines(deed.db, [{ lineId: line.lineId, paymentId }], 'manual')
  return paymentId
}

function onlyFile(files: readonly UploadedFile[]): UploadedFile {
  const [file] = files
  if (!file || files.length > 1) throw refuse.field('file', '请选择一个文件')
  const kind = extname(file.fileName).toLowerCase()
  if (kind !== '.xlsx' && kind !== '.csv') throw refuse.field('file', '请上传 xlsx 或 csv 文件')
  if (kind === '.xlsx' && !looksLike('xlsx', file.bytes)) throw refuse.field('file', '文件内容不是 xlsx，请重新下载')
  return file
}

async function rowsOf(file: UploadedFile): Promise<CellValue[][]> {
  if (extname(file.fileName).toLowerCase() === '.csv') {
    const rows = csvRows(file.bytes)
    if (rows.length > MAX_LINES + 1) throw refuse.field('file', `一次最多 ${MAX_LINES.toLocaleString('zh-CN')} 行`)
    return rows
  }
  try {
    return await readSheet(file.bytes, MAX_LINES)
  } catch (error) {
    if (!(error instanceof ExcelError)) throw error
    throw refuse.field('file', error.reason === 'tooManyRows' ? `一次最多 ${MAX_LINES.toLocaleString('zh-CN')} 行` : '文件无法读取，可能已损坏或有密码')
  }
}

const EXPLAINED = [
  ['账号', '必填', '收款账号，与流水号一起识别同一笔流水'],
  ['流水号', '必填', '银行流水号，同一账号同一流水号只入账一次'],
  ['交易时间', '必填', '例如 2026-03-05 09:30:00'],
  ['付款户名', '必填', '与会员公司全称完全一致时自动核销'],
  ['金额', '必填', '单位：元，最多两位小数，只填收入'],
  ['附言', '选填', '转账附言，供人工认领时参考'],
]

/** An empty statement with its titles, and a sheet that explains them. */
export async function downloadStatementTemplate(): Promise<FileAnswer> {
  const body = await writeWorkbook([
    { name: '银行流水', header: [...TITLES], rows: [], widths: TITLES.map(() => 20) },
    { name: '填写说明', header: ['列', '是否必填', '说明'], rows: EXPLAINED, widths: [14, 14, 60] },
  ])
  return { fileName: '银行流水导入模板.xlsx', contentType: XLSX, body }
}
