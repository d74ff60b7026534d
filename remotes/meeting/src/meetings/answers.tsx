import type { ResponseOf } from '@assoc/contract'
import { choicesOf, optionKind, type GivenAnswer } from '@assoc/contract/meeting/options'
import type { selectMeetingToRegister } from '@assoc/contract/meeting/own'
import { yuan } from '@assoc/http'
import { Checkbox, Flex, Form, Input, InputNumber, Radio, Select, Typography } from '@assoc/ui'

export type MeetingToRegister = ResponseOf<typeof selectMeetingToRegister>
type Option = MeetingToRegister['options'][number]

interface OwnProps<T> {
  id?: string
  value?: T | null
  onChange?: (value: T) => void
}

/** What stands beside the name of an option: its price, and how many places are left. */
export function optionText({ name, price, perCompany }: Option, left: number | undefined): string {
  const notes = [price > 0 ? `${yuan(price)} 元` : '', left === undefined ? '' : left === 0 ? '已满' : `余 ${left}`, perCompany > 0 ? `每单位限 ${perCompany} 人` : ''].filter(Boolean)
  return notes.length > 0 ? `${name}（${notes.join('，')}）` : name
}

/** Options of a meeting by their kind; of the types of room one, of the others any. What is full can be kept and not chosen. */
export function OptionsInput({ meeting, value, onChange }: OwnProps<string[]> & { meeting: MeetingToRegister }) {
  const chosen = value ?? []
  const kinds = optionKind.keys.filter((kind) => meeting.options.some((option) => option.kind === kind))
  return (
    <Flex vertical gap={8}>
      {kinds.map((kind) => {
        const of = meeting.options.filter((option) => option.kind === kind)
        const others = chosen.filter((name) => !of.some((option) => option.name === name))
        const full = (name: string) => meeting.optionsLeft[name] === 0 && !chosen.includes(name)
        const choices = of.map((option) => ({ value: option.name, label: optionText(option, meeting.optionsLeft[option.name]), disabled: full(option.name) }))
        return (
          <Flex key={kind} gap={12} wrap role="group" aria-label={optionKind.labels[kind]}>
            <Typography.Text type="secondary" style={{ minWidth: 36 }}>{optionKind.labels[kind]}</Typography.Text>
            {kind === 'room' ? (
              <Radio.Group options={[{ value: '', label: '不需要', disabled: false }, ...choices]} value={of.find((option) => chosen.includes(option.name))?.name ?? ''} onChange={(e) => onChange?.([...others, ...(e.target.value ? [String(e.target.value)] : [])])} />
            ) : (
              <Checkbox.Group options={choices} value={chosen.filter((name) => !others.includes(name))} onChange={(names) => onChange?.([...others, ...(names as string[])])} />
            )}
          </Flex>
        )
      })}
    </Flex>
  )
}

/** The questions of a meeting, each with a control of its kind. A file is one of those that were uploaded in the field below. */
export function AnswersInput({ meeting, value, onChange }: OwnProps<GivenAnswer[]> & { meeting: MeetingToRegister }) {
  const form = Form.useFormInstance()
  const files = (Form.useWatch<{ fileName: string }[] | undefined>('answerFiles', { form, preserve: true }) ?? []).map(({ fileName }) => fileName)
  const answers = value ?? []
  const put = (question: string, answer: string | null) => onChange?.([...answers.filter((one) => one.question !== question), { question, answer }].filter((one) => meeting.questions.some((known) => known.question === one.question)))
  return (
    <Flex vertical gap={12}>
      {meeting.questions.map(({ question, kind, choices, required }) => {
        const answer = answers.find((one) => one.question === question)?.answer ?? null
        const options = (kind === 'file' ? files : choicesOf(choices)).map((one) => ({ value: one, label: one }))
        return (
          <Flex key={question} vertical gap={4}>
            <Typography.Text>
              {required ? <Typography.Text type="danger" aria-hidden>* </Typography.Text> : null}
              {question}
            </Typography.Text>
            {kind === 'text' ? <Input.TextArea aria-label={question} autoSize={{ minRows: 1, maxRows: 6 }} maxLength={500} value={answer ?? ''} onChange={(e) => put(question, e.target.value || null)} /> : null}
            {kind === 'number' ? <InputNumber<string> stringMode aria-label={question} style={{ width: '100%' }} value={answer} onChange={(number) => put(question, number === null || number === '' ? null : String(number))} /> : null}
            {kind === 'choice' || kind === 'file' ? (
              <Select aria-label={question} allowClear placeholder={kind === 'file' ? '请先在下方上传附件，再选择' : '请选择'} notFoundContent={kind === 'file' ? '还没有上传附件' : '没有可选项'} options={options} value={answer} onChange={(one: string | undefined) => put(question, one ?? null)} />
            ) : null}
          </Flex>
        )
      })}
    </Flex>
  )
}
