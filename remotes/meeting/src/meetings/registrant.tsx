import { companyLookup } from '@assoc/contract/member/lookups'
import { registration } from '@assoc/contract/meeting/registration'
import { deriveFields, RefSelect, Select, type FormField } from '@assoc/ui'
import { AnswersInput, OptionsInput, type MeetingToRegister } from './answers'

/** What a new registration begins with. */
export const NEW_REGISTRANT = { gender: 'unknown', needStay: false, needPickup: false, optionNames: [], answers: [], answerFiles: [] }

const OWN = ['meetId', 'companyId', 'unitName', 'optionNames', 'answers', 'answerFiles', 'remark']

/** The company's field: any for staff, otherwise those that the account may register for. */
export function companyField(meeting: MeetingToRegister, known?: { value: string; label: string }): FormField {
  if (meeting.forAnybody) return { name: 'companyId', kind: 'own', span: 2, label: '单位', render: <RefSelect lookup={companyLookup} {...(known ? { known: [known] } : {})} /> }
  return { name: 'companyId', kind: 'own', span: 2, label: '单位', render: <Select placeholder="请选择" notFoundContent="账号没有关联单位，请填写单位名称" options={meeting.companies.map(({ companyId, companyName }) => ({ value: companyId, label: companyName }))} /> }
}

/** The form of one person for a meeting, with its options and questions. */
export function registrantFields(meeting: MeetingToRegister, known?: { value: string; label: string }): FormField[] {
  const derived = deriveFields(registration, {}, OWN)
  const rest = deriveFields(registration, { remark: { span: 2 } }, Object.keys(registration.definition.fields).filter((name) => name !== 'remark'))
  const guest: FormField[] = meeting.forAnybody || meeting.companies.length === 0 ? [{ name: 'unitName', kind: 'text', span: 2, help: '不在公司库中的填写单位名称' }] : []
  const files = deriveFields(registration, { answerFiles: { help: 'PDF、图片、Word 或 Excel，供上面的附件问题选用' } }, Object.keys(registration.definition.fields).filter((name) => name !== 'answerFiles'))
  return [
    companyField(meeting, known),
    ...guest,
    ...derived,
    ...(meeting.options.length > 0 ? [{ name: 'optionNames', kind: 'own', span: 2, render: <OptionsInput meeting={meeting} />, show: (value: unknown) => ((value as string[] | null) ?? []).join('、') } satisfies FormField] : []),
    ...(meeting.questions.length > 0 ? [{ name: 'answers', kind: 'own', span: 2, label: '会议问题', render: <AnswersInput meeting={meeting} /> } satisfies FormField] : []),
    ...(meeting.questions.some(({ kind }) => kind === 'file') ? files : []),
    ...rest,
  ]
}
