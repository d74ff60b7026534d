import { selectSchemeQuestions } from '@assoc/contract/expert/indicator'
import { Form, Select, useAnswer } from '@assoc/ui'

interface QuestionSelectProps {
  id?: string
  value?: string[]
  onChange?: (keys: string[]) => void
}

/** Questions of the form of the scheme that is chosen beside it. */
export function QuestionSelect({ id, value, onChange }: QuestionSelectProps) {
  const form = Form.useFormInstance()
  const schemeId = Form.useWatch<unknown>('schemeId', form)
  const { data, error } = useAnswer(selectSchemeQuestions, typeof schemeId === 'string' && schemeId !== '' ? { schemeId } : null)
  return (
    <Select
      {...(id ? { id } : {})}
      mode="multiple"
      allowClear
      optionFilterProp="label"
      {...(value ? { value } : {})}
      {...(onChange ? { onChange } : {})}
      placeholder={schemeId ? (error ?? '选择题目') : '请先选择评价方案'}
      options={(data ?? []).map(({ key, label }) => ({ value: key, label }))}
    />
  )
}
