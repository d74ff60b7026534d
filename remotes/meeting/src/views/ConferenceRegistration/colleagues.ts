import { choicesOf, problemsOfAnswers, type MeetingQuestion } from '@assoc/contract/meeting/options'
import { optionalText, withMeta } from '@assoc/contract/core/fields'
import { registrant } from '@assoc/contract/meeting/own'
import { registration } from '@assoc/contract/meeting/registration'
import { gender } from '@assoc/contract/member/gender'
import { checkForm, type FormField } from '@assoc/ui'
import { z } from 'zod'
import { optionText, type MeetingToRegister } from '../../meetings/answers'

/** A row of the table of colleagues: the fields of a person in short, and a column for each question. */
export type Colleague = Record<string, unknown>

const COLUMNS = ['name', 'gender', 'postName', 'mobile', 'email'] as const
export const MOST_ROWS = 100
const answerOf = (i: number) => `answer${i}`

/** The table as a field of the form. Questions for files are answered person by person. */
export function tableField(meeting: MeetingToRegister): FormField {
  const of = registration.definition.fields as Record<string, z.ZodType>
  const asked = meeting.questions.map((one, i) => [answerOf(i), one] as const).filter(([, { kind }]) => kind !== 'file')
  const row = z.strictObject({
    ...Object.fromEntries(COLUMNS.map((name) => [name, of[name] as z.ZodType])),
    ...(meeting.options.length > 0 ? { optionNames: withMeta(z.array(z.string()), { label: '所选项目' }) } : {}),
    ...Object.fromEntries(asked.map(([name, { question }]) => [name, optionalText(question, 500)])),
  })
  const cells: FormField[] = [
    { name: 'name', kind: 'text' },
    { name: 'gender', kind: 'select', options: gender.options },
    { name: 'postName', kind: 'text' },
    { name: 'mobile', kind: 'text' },
    { name: 'email', kind: 'text' },
    ...(meeting.options.length > 0 ? [{ name: 'optionNames', kind: 'select', multiple: true, options: meeting.options.map((option) => ({ value: option.name, label: optionText(option, meeting.optionsLeft[option.name]) })) } satisfies FormField] : []),
    ...asked.map(([name, { kind, choices }]): FormField => (kind === 'choice' ? { name, kind: 'select', options: choicesOf(choices).map((one) => ({ value: one, label: one })) } : { name, kind: 'text' })),
  ]
  return { name: 'people', kind: 'lines', label: '参会人', row, cells, rule: { least: 0, max: MOST_ROWS, sum: [] } }
}

/** Whether people can be registered in a table: not where everybody must hand in a file. */
export const takesTable = (questions: readonly MeetingQuestion[]): boolean => !questions.some(({ kind, required }) => kind === 'file' && required)

/** A row as it is sent. */
export function personOf(row: Colleague, shared: { companyId: unknown; unitName: unknown }, meeting: MeetingToRegister): Record<string, unknown> {
  const answers = meeting.questions.flatMap(({ question }, i) => (row[answerOf(i)] ? [{ question, answer: String(row[answerOf(i)]) }] : []))
  const { name, gender: sex, postName, mobile, email, optionNames } = row
  return { ...shared, name, gender: sex ?? 'unknown', postName, mobile, email: email ?? null, needStay: false, needPickup: false, optionNames: optionNames ?? [], answers }
}

/** The cell that a fault of a person belongs to. */
export function cellOf(path: string, message: string, meeting: MeetingToRegister): string {
  if (path !== 'answers') return path
  const asked = meeting.questions.findIndex(({ question }) => message.includes(`“${question}”`))
  return asked < 0 ? 'name' : answerOf(asked)
}

/** What is wrong with a person before anything is sent, by the contract and by the meeting's questions. */
export function faultsOf(person: Record<string, unknown>, meeting: MeetingToRegister): { path: string; message: string }[] {
  const answers = (person['answers'] ?? []) as { question: string; answer: string | null }[]
  const names = ((person['answerFiles'] ?? []) as { fileName: string }[]).map(({ fileName }) => fileName)
  return [...checkForm(registrant, person), ...problemsOfAnswers(answers, meeting.questions, names).map(({ message }) => ({ path: 'answers', message }))]
}
