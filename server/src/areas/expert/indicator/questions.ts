import { orderOf, readDocument, type FormDoc } from '@assoc/contract/form/engine/document'
import type { Db } from '../../../platform/database/database'
import { versionText } from '../../form/api'
import { readScheme, type Scheme } from '../scheme/repository'

export interface SchemeQuestion {
  key: string
  code: string
  label: string
}

const questionsIn = (doc: FormDoc): SchemeQuestion[] => orderOf(doc).flatMap((key) => {
  const question = doc.questions[key]
  return question && question.type !== 'note' ? [{ key, code: question.code, label: question.label }] : []
})

/** Questions of a version of a form, in their order. */
export async function questionsOfForm(db: Db, templateId: string, versionNo: number): Promise<SchemeQuestion[]> {
  const text = await versionText(db, templateId, versionNo)
  const read = text === undefined ? null : readDocument(JSON.parse(text) as unknown)
  return read && 'doc' in read ? questionsIn(read.doc) : []
}

/** Questions of the form of a scheme, in their order. */
export async function questionsOf(db: Db, scheme: string | Pick<Scheme, 'templateId' | 'versionNo'>): Promise<SchemeQuestion[]> {
  const found = typeof scheme === 'string' ? await readScheme(db, scheme) : scheme
  return found ? questionsOfForm(db, found.templateId, found.versionNo) : []
}

/** The key that was meant by a key, code or label; files have the latter two. */
export const keyMeant = (questions: readonly SchemeQuestion[], said: string): string | undefined =>
  (questions.find(({ key }) => key === said) ?? questions.find(({ code }) => code === said) ?? questions.find(({ label }) => label === said))?.key
