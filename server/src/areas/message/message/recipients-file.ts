import { RECIPIENT_ROWS, type readSmsRecipients } from '@assoc/contract/message/audience'
import { memberLookup } from '@assoc/contract/member/lookups'
import { ref } from '@assoc/contract'
import { z } from 'zod'
import { readRows, type CellValue } from '../../../platform/excel/excel'
import { onlyTable } from '../../../platform/excel/format'
import { refuse } from '../../../platform/errors'
import type { Context } from '../../../platform/http/context'
import type { Action, NamedRecord } from '../../../platform/resource/definition'
import { textOfCell, type ImportColumn } from '../../../platform/resource/import-cells'
import { headOf } from '../../../platform/resource/import-head'
import { finderOf } from '../../../platform/resource/named'
import { breather } from '../../../platform/turns'
import type { Channel } from '../tables'
import { addressOf } from './plan'

/** Rows that are told one by one; of the others there is the number. */
const TOLD = 50
const MOST_MEMBERS = 2000

const column = (field: string, label: string, alsoCalled: readonly string[]): ImportColumn => ({ field, label, titles: [label], further: alsoCalled, named: [], schema: z.string(), required: false, options: undefined, several: false })
const COLUMNS = {
  sms: column('address', '手机号码', ['手机', '手机号', '移动电话', '联系手机', '联系电话', '电话', '联系方式']),
  mail: column('address', '邮箱', ['电子邮箱', '电子邮件', '邮件', '邮件地址', '邮箱地址', 'Email', 'E-mail', 'email']),
} as const
/** What names a member, the surest first. */
const NAMING = [
  column('memberNo', '会员编号', ['会员号', '编号']),
  column('stockCode', '证券代码', ['股票代码', '公司代码', '代码']),
  column('memberName', '会员名称', ['公司全称', '公司名称', '单位名称', '单位全称', '公司', '单位', '公司简称', '证券简称', '简称']),
]

/** Recipients of a workbook; where no column says what it is, whatever in it is a number or address of the channel. */
export const readRecipients =
  (channel: Channel) =>
  async (context: Context<typeof readSmsRecipients>) => {
    const { file, format } = onlyTable(context.files)
    const table = await readRows(format, file, RECIPIENT_ROWS)
    const { header, known, from } = headOf([COLUMNS[channel], ...NAMING], table)
    const addresses = new Set<string>()
    const members = new Set<string>()
    const unread: { row: number; text: string; reason: string }[] = []
    const find = memberFinder(context as unknown as Action)
    const breathe = breather()
    const cellOf = ({ label }: ImportColumn, line: readonly CellValue[]) => (header.includes(label) ? textOfCell(line[header.indexOf(label)]) : '')
    for (const [i, line] of table.slice(known.length > 0 ? from : 0).entries()) {
      await breathe()
      const row = (known.length > 0 ? from : 0) + i + 1
      if (known.length === 0) {
        for (const cell of line) for (const found of addressesIn(channel, textOfCell(cell))) addresses.add(found)
        continue
      }
      const text = cellOf(COLUMNS[channel], line)
      const found = addressesIn(channel, text)
      found.forEach((one) => addresses.add(one))
      if (found.length > 0) continue
      const name = NAMING.map((one) => cellOf(one, line)).find(Boolean)
      if (!name) {
        if (text) unread.push({ row, text, reason: channel === 'sms' ? '手机号码格式不正确' : '邮箱格式不正确' })
        continue
      }
      const named = await find(name)
      const [only] = named
      if (only && named.length === 1) members.add(only.id)
      else unread.push({ row, text: name, reason: named.length > 1 ? '对应多个会员' : '没有找到会员' })
    }
    if (members.size > MOST_MEMBERS) throw refuse.field('file', `一次最多选择 ${MOST_MEMBERS} 家会员，请拆分后再上传`)
    if (addresses.size === 0 && members.size === 0 && unread.length === 0) throw refuse.field('file', channel === 'sms' ? '文件中没有找到手机号码，也没有会员编号、证券代码或名称' : '文件中没有找到邮箱，也没有会员编号、证券代码或名称')
    return { addresses: [...addresses], memberIds: [...members], unread: unread.slice(0, TOLD), unreadCount: unread.length }
  }

/** Numbers or addresses of a cell, which may hold several; a number may be written in groups. */
function addressesIn(channel: Channel, text: string): string[] {
  const whole = addressOf(channel, text)
  return whole ? [whole] : text.split(/[\s,，;；、/]+/).flatMap((part) => addressOf(channel, part) ?? [])
}

/** The members that a text means, each text asked for once. */
function memberFinder(action: Action): (text: string) => Promise<readonly NamedRecord[]> {
  const find = finderOf(ref('会员', memberLookup))
  const asked = new Map<string, Promise<readonly NamedRecord[]>>()
  return (text) => {
    const before = asked.get(text)
    if (before) return before
    const found = find?.(action, text) ?? Promise.resolve([])
    asked.set(text, found)
    return found
  }
}
