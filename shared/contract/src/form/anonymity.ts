import { QUESTION_TYPES, type FormDoc, type LookupPath, type QuestionType } from './engine/document'

// What an anonymous round must not ask, and from how many answers its figures are shown.

/** Answers below which nothing is shown, and below which no group of answers is taken out of waiting. */
export const ANONYMOUS_LEAST = 5

/** What stands in the place of a figure. */
export const TOO_FEW = `少于 ${ANONYMOUS_LEAST} 份，不显示`

const FILES: ReadonlySet<QuestionType> = new Set(['file', 'image', 'signature'])
/** What of the registers says nothing of who it is: thousands have the same. */
const HARMLESS: ReadonlySet<LookupPath> = new Set(['memberCategory'])

/** Why a form cannot be sent anonymously: a sentence for each question that would tell who has answered. */
export function anonymityProblems(doc: FormDoc): string[] {
  return Object.values(doc.questions).flatMap(({ type, label, personal, lookup, retired }) => {
    if (retired) return []
    if (personal) return [`“${label}”填写个人信息`]
    if (FILES.has(type)) return [`“${label}”是${QUESTION_TYPES[type]}题`]
    return type === 'lookup' && !(lookup && HARMLESS.has(lookup)) ? [`“${label}”取自登记信息，会暴露填报人`] : []
  })
}
