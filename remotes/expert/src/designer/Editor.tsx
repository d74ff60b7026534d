import { selectFormDraft } from '@assoc/contract/form/template'
import { useSearchParams } from '@assoc/router'
import { Alert, FailedToLoad, Skeleton, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { Designer } from './Designer'

const ID = /^\d{1,18}$/

/** The designer of the form that the address names. */
export function Editor({ mode }: { mode: 'flow' | 'table' }) {
  const [params] = useSearchParams()
  const asked = params.get('formId') ?? ''
  if (!ID.test(asked)) return <Alert style={{ margin: 24 }} type="warning" showIcon title="表单地址不正确，请从表单列表中重新打开" />
  return <Loaded key={asked} templateId={asked} mode={mode} />
}

function Loaded({ templateId, mode }: { templateId: string; mode: 'flow' | 'table' }) {
  // Once it is open the editor itself keeps up with the server: asked again, the answer would be older than what was typed.
  const [opened, setOpened] = useState<Parameters<typeof Designer>[0]['draft'] | null>(null)
  const { data, error, reload } = useAnswer(selectFormDraft, opened ? null : { templateId })
  if (!opened && data?.templateId === templateId) setOpened(data)
  if (opened) return <Designer draft={opened} mode={mode} />
  return error ? (
    <FailedToLoad message={error} onRetry={() => void reload()} />
  ) : (
    <Skeleton active paragraph={{ rows: 12 }} style={{ padding: 24 }} />
  )
}
