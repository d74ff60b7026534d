import { CODE, type ResponseOf } from '@assoc/contract'
import type { Answers } from '@assoc/contract/form/engine/answers'
import { differences, placeLabel, textAt, type Difference } from '@assoc/contract/form/engine/difference'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { DIFFERENCES_MOST, type compareFormSubmissions } from '@assoc/contract/form/query'
import { Refusal, refuse } from '../../../platform/errors'
import type { Db } from '../../../platform/database/database'
import type { Context } from '../../../platform/http/context'
import { documentOfVersion } from './document'
import * as repository from './repository'

/** A sheet of answers with the personal ones beside it. */
export interface Sheet {
  content: Answers
  personal: readonly Pick<repository.PersonalAnswer, 'path' | 'shown' | 'print'>[]
}
export const NO_ANSWERS: Sheet = { content: {}, personal: [] }

/** What was handed in at one time; nothing for a number that there is none of. */
export async function sheetOfSubmission(db: Db, answerId: string, submissionNo: number): Promise<Sheet> {
  const one = await repository.submissionOf(db, answerId, submissionNo)
  return one ? { content: one.content, personal: await repository.personalOfSubmission(db, answerId, submissionNo) } : NO_ANSWERS
}

/** Places where two sheets differ; personal answers by what they are known by, and never in plain text. */
export function changesBetween(doc: FormDoc, before: Sheet, after: Sheet): (Difference & { masked?: true })[] {
  const [old, now] = [before, after].map(({ personal }) => new Map(personal.map((one) => [one.path, one])))
  const personal = [...new Set([...(now?.keys() ?? []), ...(old?.keys() ?? [])])].flatMap((path) => {
    const [was, is] = [old?.get(path), now?.get(path)]
    return was?.print === is?.print ? [] : [{ path, ...(was ? { before: was.shown } : {}), ...(is ? { after: is.shown } : {}), masked: true as const }]
  })
  return [...differences(doc, before.content, after.content), ...personal]
}

/** Fields that one audit row tells, and characters of one. */
const TOLD_MOST = 200
const TOLD_LENGTH = 200
const cut = (text: string): string => (text.length > TOLD_LENGTH ? `${text.slice(0, TOLD_LENGTH)}…` : text)

/** Differences as an audit row tells them: labels with what stood there and what stands there now, personal answers masked. */
export function toldChanges(doc: FormDoc, before: Sheet, after: Sheet): { before: Record<string, string>; after: Record<string, string> } {
  const all = changesBetween(doc, before, after)
  const told = { before: {} as Record<string, string>, after: {} as Record<string, string> }
  for (const one of all.slice(0, TOLD_MOST)) {
    const label = placeLabel(doc, one.path, after.content, before.content)
    told.before[label] = cut(textAt(doc, one.path, one.before))
    told.after[label] = cut(textAt(doc, one.path, one.after))
  }
  if (all.length > TOLD_MOST) told.after['其余修改'] = `${all.length - TOLD_MOST} 处`
  return told
}

export async function compareSubmissions({ db, input }: Context<typeof compareFormSubmissions>): Promise<ResponseOf<typeof compareFormSubmissions>> {
  const version = await repository.versionOfAnswer(db, input.answerId)
  if (!version) throw refuse.notFound()
  const known = new Set((await repository.submissionsOf(db, input.answerId)).map(({ submissionNo }) => submissionNo))
  for (const no of [input.before, input.after]) if (!known.has(no)) throw new Refusal(CODE.notFound, `没有第 ${no} 次提交`)
  const doc = await documentOfVersion(db, version)
  const [before, after] = [await sheetOfSubmission(db, input.answerId, input.before), await sheetOfSubmission(db, input.answerId, input.after)]
  const all = changesBetween(doc, before, after)
  return {
    items: all.slice(0, DIFFERENCES_MOST).map((one) => ({
      path: one.path,
      label: placeLabel(doc, one.path, after.content, before.content),
      before: textAt(doc, one.path, one.before),
      after: textAt(doc, one.path, one.after),
      masked: one.masked === true,
    })),
    more: all.length > DIFFERENCES_MOST,
  }
}
