import { today } from '@assoc/contract/core/day'
import type * as calls from '@assoc/contract/fee/letter'
import { letterKind } from '@assoc/contract/fee/letter'
import { refuse } from '../../../platform/errors'
import type { Context, FileAnswer } from '../../../platform/http/context'
import { takeNumbers, todayDigits } from '../../../platform/numbers/numbers'
import { insertFields } from '../../../platform/resource/actions'
import type { Action } from '../../../platform/resource/definition'
import { insertWork } from '../../../platform/work/work'
import { dunning } from '../arrears'
import { lettersPdf } from './document'
import { PRINT_JOB } from './print'
import * as repository from './repository'
import { fillDoc, fillText, whyNot, wordsOf } from './text'

const PDF = 'application/pdf'

function letterOf(template: repository.Template, member: repository.MemberFacts, { version: _version, ...issuer }: repository.Issuer, letterNo: string): repository.NewLetter {
  const day = today()
  const facts = wordsOf(member, { ...issuer, version: 1 }, letterNo, day)
  const bills = template.withBills ? member.bills.filter((b) => template.kind !== 'dunning' || b.overdue) : null
  return {
    letterNo,
    kind: template.kind,
    memberId: member.memberId,
    deptId: member.deptId,
    templateId: template.templateId,
    templateVersion: template.version,
    title: fillText(template.title, facts),
    said: { no: letterNo, day, memberName: member.memberName, memberNo: member.memberNo, content: fillDoc(template.content, facts), bills, issuer },
  }
}

/** Letters of the demo association, as they would be issued. */
export async function issueDemo(db: Action['db'], templateId: string, memberIds: readonly string[]): Promise<void> {
  const [template, issuer, members] = [await repository.templateOf(db, templateId), await repository.issuerNow(db), await repository.factsOf(db, memberIds)]
  if (!template || members.length === 0) return
  const numbers = await takeNumbers(db, 'WS', todayDigits(), members.length)
  await repository.insertLetters(db, members.map((member, i) => letterOf(template, member, issuer, numbers[i] ?? '')), null)
}

async function templateInUse(db: Action['db'], templateId: string): Promise<repository.Template> {
  const template = await repository.templateOf(db, templateId)
  if (!template) throw refuse.notFound()
  if (template.status !== 'enabled') throw refuse.field('templateId', '该模板已停用，请选择其他模板')
  return template
}

/** Issues a letter to each member whom its kind fits; a dunning letter is a reminder, and stands among them. */
export async function issueLetters(context: Context<typeof calls.issueLetters>) {
  const { db, principal, input, audit, job } = context
  const template = await templateInUse(db, input.templateId)
  const [issuer, members] = [await repository.issuerNow(db), await repository.factsOf(db, [...new Set(input.memberIds)])]
  const fitting = members.filter((m) => !whyNot(template.kind, m))
  const skipped = members.flatMap((m) => {
    const reason = whyNot(template.kind, m)
    return reason ? [{ memberName: m.memberName, reason }] : []
  })
  if (fitting.length === 0) throw refuse.field('memberIds', `所选会员都不能出具${letterKind.labels[template.kind]}：${skipped[0]?.reason ?? '会员不存在'}`)
  const numbers = await takeNumbers(db, 'WS', todayDigits(), fitting.length)
  const letters = fitting.map((member, i) => letterOf(template, member, issuer, numbers[i] ?? ''))
  const letterIds = await repository.insertLetters(db, letters, principal.userId)
  for (const [i, { letterNo, title }] of letters.entries()) audit({ recordType: 'letter', recordId: letterIds[i] ?? null, verb: 'insert', after: { letterNo, title } })
  if (template.kind === 'dunning') {
    for (const { memberId, letterNo } of letters) await insertFields(dunning.runtime, context as unknown as Action, { memberId, dunningWay: 'letter', dunningNote: `催缴函 ${letterNo}` })
  }
  const workId = await insertWork(db, PRINT_JOB, principal.userId, `打印${letterKind.labels[template.kind]}（${letters.length} 份）`, { letterIds }, letters.length)
  await job(PRINT_JOB, { workId }, { maxAttempts: 3, key: `work:${workId}` })
  return { issued: letters.length, skipped, workId }
}

const answerOf = async (letter: repository.Letter, fileName: string): Promise<FileAnswer> => {
  const body = await lettersPdf([letter])
  if (!body) throw refuse.notFound()
  return { fileName, contentType: PDF, body }
}

export async function previewLetter({ db, input }: Context<typeof calls.previewLetter>): Promise<FileAnswer> {
  const template = await templateInUse(db, input.templateId)
  const [member] = await repository.factsOf(db, [input.memberId])
  if (!member) throw refuse.notFound()
  const reason = whyNot(template.kind, member)
  if (reason) throw refuse.field('memberId', `${member.memberName}${reason}，不能出具${letterKind.labels[template.kind]}`)
  return answerOf(letterOf(template, member, await repository.issuerNow(db), '（预览，未编号）'), '文书预览.pdf')
}

export async function downloadLetter({ db, input, audit }: Context<typeof calls.downloadLetter>): Promise<FileAnswer> {
  const [letter] = await repository.lettersOf(db, [input.letterId])
  if (!letter) throw refuse.notFound()
  audit({ recordType: 'letter', recordId: input.letterId, verb: 'download', after: { letterNo: letter.letterNo } })
  return answerOf(letter, `${letter.title} ${letter.letterNo} ${letter.said.memberName}.pdf`)
}
