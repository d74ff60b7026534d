import { LETTER_VARIABLES, type LetterVariable } from '@assoc/contract/fee/letter'
import type { RichDoc, RichNode } from '@assoc/contract/core/rich-text'
import { withdrawType } from '@assoc/contract/member/withdraw'
import type { Issuer, MemberFacts } from './repository'

type Facts = Record<LetterVariable, string>

const VARIABLE = /\$\{([^}]*)\}?/g

const textsOf = (nodes: readonly RichNode[]): string[] => nodes.flatMap((one) => (one.type === 'text' ? [one.text] : 'content' in one ? textsOf(one.content ?? []) : []))

/** The first variable of a text that there is not; undefined when all are known. A variable has to stand within one piece of text. */
export const strangeIn = (texts: readonly string[]): string | undefined =>
  texts.flatMap((text) => [...text.matchAll(VARIABLE)]).find(([all, name = '']) => !all.endsWith('}') || !(LETTER_VARIABLES as readonly string[]).includes(name.trim()))?.[0]
export const strangeInDoc = (doc: RichDoc): string | undefined => strangeIn(textsOf(doc.content))

export const fillText = (text: string, facts: Facts): string => text.replace(VARIABLE, (_all, name: string) => facts[name.trim() as LetterVariable] ?? '')

/** The document with its variables filled. */
export function fillDoc(doc: RichDoc, facts: Facts): RichDoc {
  const filled = (nodes: readonly RichNode[]): RichNode[] =>
    nodes.map((one) => (one.type === 'text' ? { ...one, text: fillText(one.text, facts) || ' ' } : 'content' in one ? { ...one, content: filled(one.content ?? []) } : one))
  return { type: 'doc', content: filled(doc.content) }
}

export const yuan = (fen: number): string => (fen / 100).toLocaleString('zh-CN', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const sumOf = (bills: readonly { unpaid: number }[]): number => bills.reduce((sum, b) => sum + b.unpaid, 0)

/** A day in words of letters: 2026年11月23日. */
export const dayInWords = (day: string): string => `${Number(day.slice(0, 4))}年${Number(day.slice(5, 7))}月${Number(day.slice(8, 10))}日`

/** What a letter of a member may say. */
export function wordsOf(member: MemberFacts, issuer: Issuer, no: string, day: string): Facts {
  const overdue = member.bills.filter((b) => b.overdue)
  const first = (overdue.length > 0 ? overdue : member.bills).map((b) => b.dueDate).sort()[0]
  const type = member.ending?.type as keyof typeof withdrawType.labels | undefined
  return {
    会员名称: member.memberName,
    会员编号: member.memberNo,
    会员类别: member.categoryName ?? '',
    入会日期: member.joinDate ? dayInWords(member.joinDate) : '',
    待缴金额: yuan(sumOf(member.bills)),
    欠费金额: yuan(sumOf(overdue)),
    欠费年度: overdue.map((b) => b.billYear).join('、'),
    缴费截止日: first ? dayInWords(first) : '',
    终止类型: type ? withdrawType.labels[type] : '',
    决议文号: member.ending?.decisionNo ?? '',
    终止原因: member.ending?.reason ?? '',
    文书编号: no,
    出具日期: dayInWords(day),
    协会名称: issuer.issuerName,
    开户名称: issuer.accountName ?? issuer.issuerName,
    开户银行: issuer.bankName ?? '',
    银行账号: issuer.bankAccount ?? '',
  }
}

/** Why a kind of letter does not fit a member; null when it does. */
export function whyNot(kind: string, member: MemberFacts): string | null {
  if (kind === 'notice') return member.bills.length > 0 ? null : '没有待缴的会费'
  if (kind === 'dunning') return member.bills.some((b) => b.overdue) ? null : '没有逾期未缴的会费'
  if (kind === 'withdrawal') return member.ending ? null : '没有退会与除名事项'
  return member.status === 'normal' ? null : '会籍不是正常状态'
}
