import type { FieldError } from '@assoc/contract'
import type { invoiceResource } from '@assoc/contract/invoice/invoice'
import { today } from '@assoc/contract/core/day'
import { refuse } from '../../../platform/errors'
import type { Action, Inserted } from '../../../platform/resource/definition'
import { isByHand } from '../provider/way.repository'
import type { NewInvoice } from './repository'

/** What the record says that an invoice is registered for: its kind, and the day on which it was asked for (YYYY-MM-DD). */
export interface Asked {
  ticketType: string
  askedOn: string
}

/** How an invoice is registered for a record: what it says apart from what the form gives, and what follows from it. */
export interface Registering {
  /** Locks the member and the record, checks, and answers the invoice's other fields. */
  prepare(action: Action, id: string, validate: (asked: Asked) => Promise<void>): Promise<Omit<NewInvoice, 'invoiceNo' | 'issueDate' | 'issueWay'>>
  finish(action: Action, id: string, fields: Fields): Promise<void>
}

type Fields = Inserted<typeof invoiceResource>
type Kind = 'applyId' | 'redId'
const ways = new Map<Kind, Registering>()

/** Says how an invoice is registered for an application, or for a red confirmation; called once by each. */
export const registersInvoices = (kind: Kind, way: Registering): void => void ways.set(kind, way)

/** What is wrong with a number of a kind of invoice; a dues receipt has its code (8 digits) before its number (10 digits). */
const numberProblem = (ticketType: string, no: string): string | null =>
  ticketType === 'dues' ? (/^\d{18}$/.test(no) ? null : '会费票据填 18 位数字：8 位票据代码加 10 位票据号码') : /^\d{20}$/.test(no) ? null : '数电发票号码为 20 位数字'

function dayProblem(day: string, askedOn: string): string | null {
  if (day > today()) return '开票日期不能晚于今天'
  return day < askedOn ? `开票日期不能早于申请日期 ${askedOn}` : null
}

function which(fields: Fields): { kind: Kind; id: string; way: Registering } {
  const kinds = (['applyId', 'redId'] as const).filter((kind) => fields[kind])
  const [kind] = kinds
  const way = kind && ways.get(kind)
  if (!kind || !way || kinds.length > 1) throw refuse.field('applyId', '请选择一份开票申请或一份红字确认单')
  return { kind, id: String(fields[kind]), way }
}

/** Checks an invoice that was written elsewhere and fills in what its record decides; the person gives number, day and files alone. */
export async function prepareInvoice(action: Action, fields: Fields): Promise<void> {
  const { id, way } = which(fields)
  const validate = async ({ ticketType, askedOn }: Asked) => {
    if (!(await isByHand(action.db))) throw refuse.inUse('当前为接口开具，不能手工登记；如需登记，请先在「参数配置」中把开票方式改为 0')
    const wrong: FieldError[] = [
      ['invoiceNo', numberProblem(ticketType, fields.invoiceNo)],
      ['issueDate', dayProblem(fields.issueDate, askedOn)],
    ].flatMap(([path, message]) => (path && message ? [{ path, message }] : []))
    if (wrong.length > 0) throw refuse.input(wrong)
  }
  Object.assign(fields, await way.prepare(action, id, validate), { issueWay: 'manual' })
}

/** What follows from an invoice that was registered. A red one bears the application of its blue one as well. */
export async function finishInvoice(action: Action, fields: Fields): Promise<void> {
  const kind: Kind = fields.redId ? 'redId' : 'applyId'
  await ways.get(kind)?.finish(action, String(fields[kind]), fields)
}
