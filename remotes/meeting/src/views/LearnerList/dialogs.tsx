import { viewLink } from '@assoc/contract'
import { type learner, learnerRole, mergeLearners, remindLearners, selectShortLearners } from '@assoc/contract/meeting/learner'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Alert, Button, FormDrawer, useAnswer, type FormField, type PageDialog, type RowOf } from '@assoc/ui'
import { useState } from 'react'

const MERGE: FormField[] = [{ name: 'intoId', kind: 'ref', span: 2 }]

/** Makes one of two learners who are the same person. */
export function MergeDialog({ row, onClose, onDone }: PageDialog<RowOf<typeof learner.list>>) {
  return (
    <FormDrawer open title={`并入他人 · ${row.name}`} call={mergeLearners} fields={MERGE} initial={{}} hidden={{ learnerId: row.learnerId, version: row.version }} submitText="合并" askFirst={() => ({ title: '合并学员', text: `${row.name}的学时记录全部转到所选学员名下，同一来源只保留一条；合并后不能恢复。` })} onClose={onClose} onDone={() => onDone('学员已合并')}>
      <Alert type="info" showIcon title="两条记录是同一个人时合并，例如换了手机号码。" />
    </FormDrawer>
  )
}

const WHOM: FormField[] = [
  { name: 'roles', kind: 'checks', options: learnerRole.options.filter(({ value }) => value !== 'other'), span: 2 },
  { name: 'withinDays', kind: 'number' },
  { name: 'content', kind: 'longText', span: 2 },
]

/** Writes to those who lack hours, by a text message of the member area. */
export function RemindButton() {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>提醒学时不足</Button>
      {open ? <RemindDialog onClose={() => setOpen(false)} /> : null}
    </>
  )
}

const DAYS = 180

function RemindDialog({ onClose }: { onClose: () => void }) {
  const navigate = useNavigate()
  const { data } = useAnswer(selectShortLearners, { roles: [], withinDays: DAYS })
  if (!data) return null
  const send = session().has('message:send:submit')
  return (
    <FormDrawer
      open
      title="提醒学时不足的学员"
      call={remindLearners}
      fields={WHOM}
      initial={{ roles: [], withinDays: DAYS, content: data.content }}
      hidden={{ send: false }}
      submitText="生成短信"
      onClose={onClose}
      onDone={() => {
        onClose()
        void navigate(viewLink('member/TextMessageList', {}))
      }}
    >
      <Alert type="info" showIcon title={`${DAYS} 天内截止且学时不足的共 ${data.count} 人。`} description={`适用对象不选为全部。短信先存为草稿，${send ? '在短信列表中核对后提交' : '由有权限的人在短信列表中核对后提交'}。`} />
    </FormDrawer>
  )
}
