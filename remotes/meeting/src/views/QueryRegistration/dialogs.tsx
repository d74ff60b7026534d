import { resendNotice, selectMeetingToRegister, transferRegistration } from '@assoc/contract/meeting/own'
import { registration } from '@assoc/contract/meeting/registration'
import { gender } from '@assoc/contract/member/gender'
import { api, newKey } from '@assoc/http'
import { AppModal, FailedToLoad, FormDrawer, ReasonDialog, Skeleton, useAnswer, type FormField, type PageDialog, type RowOf } from '@assoc/ui'
import { registrantFields } from '../../meetings/registrant'

type Row = RowOf<typeof registration.list>

const ANSWERS: readonly string[] = ['optionNames', 'answers', 'answerFiles']

/** The options and answers of a registration; everything else of it is sent as it stands. */
export function AnswersDialog({ row, onClose, onDone }: PageDialog<Row>) {
  const { data, error, reload } = useAnswer(selectMeetingToRegister, { meetId: row.meetId })
  if (!data) {
    return (
      <AppModal open title="所选项目与问题" footer={null} onCancel={onClose}>
        {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active />}
      </AppModal>
    )
  }
  const kept = Object.fromEntries(Object.keys(registration.definition.fields).filter((name) => !ANSWERS.includes(name) && name !== 'mobile' && name !== 'email').map((name) => [name, (row as Record<string, unknown>)[name] ?? null]))
  return (
    <FormDrawer
      open
      title={`所选项目与问题 · ${row.name}`}
      call={registration.update}
      fields={registrantFields(data).filter(({ name }) => ANSWERS.includes(name))}
      initial={row as unknown as Record<string, unknown>}
      hidden={{ ...kept, registerId: row.registerId, version: row.version }}
      onClose={onClose}
      onDone={() => onDone('报名已修改')}
    />
  )
}

const TRANSFER: FormField[] = [
  { name: 'name', kind: 'text' },
  { name: 'gender', kind: 'select', options: gender.options },
  { name: 'postName', kind: 'text' },
  { name: 'mobile', kind: 'text' },
  { name: 'email', kind: 'text', span: 2 },
]

/** Hands a registration to a colleague. */
export function TransferDialog({ row, onClose, onDone }: PageDialog<Row>) {
  return (
    <FormDrawer open title={`转让报名 · ${row.name}`} call={transferRegistration} fields={TRANSFER} initial={{ gender: 'unknown' }} hidden={{ registerId: row.registerId, version: row.version }} submitText="转让" askFirst={(values) => ({ title: '转让报名', text: `“${row.meetingName}”的名额、所选项目和缴费转给${String(values['name'] ?? '')}，双方都会收到通知。` })} onClose={onClose} onDone={() => onDone('报名已转让')} />
  )
}

/** Tells the person again how their registration stands. */
export function ResendDialog({ row, onClose, onDone }: PageDialog<Row>) {
  const send = async () => {
    await api(resendNotice, { registerId: row.registerId }, { idempotencyKey: newKey() })
    onDone('通知已重发')
  }
  return <ReasonDialog title={`重发通知：${row.name}`} text="按现在的报名状态，以短信和邮件再通知一次。" confirmText="重发" reason="none" onConfirm={send} onClose={onClose} />
}
