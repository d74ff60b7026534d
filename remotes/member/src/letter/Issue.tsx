import { issueLetters, previewLetter } from '@assoc/contract/fee/letter'
import { download, saveAs } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Alert, AppModal, Button, Flex, Form, FormDrawer, Typography, type FormField, type FormInstance } from '@assoc/ui'
import { useState } from 'react'
import { Printing } from './Printing'

interface IssueProps {
  /** Members that were chosen in a list; without, they are chosen here. */
  memberIds?: readonly string[]
  onClose: () => void
  onDone: () => void
}

interface Issued {
  issued: number
  skipped: readonly { memberName: string; reason: string }[]
  workId: string | null
}

/** Issues letters to members by a template, and shows how their print file comes along. */
export default function Issue({ memberIds, onClose, onDone }: IssueProps) {
  const [done, setDone] = useState<Issued | null>(null)
  if (done) return <Outcome done={done} onClose={onDone} />
  const fields: FormField[] = [
    { name: 'templateId', kind: 'ref', span: 2 },
    ...(memberIds ? [] : [{ name: 'memberIds', kind: 'ref' as const, multiple: true, span: 2 as const }]),
  ]
  return (
    <FormDrawer open title={memberIds ? `出具文书：${memberIds.length} 个会员` : '出具文书'} call={issueLetters} fields={fields} initial={{}} hidden={memberIds ? { memberIds } : {}} submitText="出具" onClose={onClose} onDone={setDone}>
      {(form) => (
        <>
          <Alert type="info" showIcon title="出具后每个会员一份，编号并存档，同时生成一个打印文件。不适用的会员会跳过并说明原因。催缴函同时记入催缴记录。" />
          <Preview form={form} first={memberIds?.[0]} />
        </>
      )}
    </FormDrawer>
  )
}

/** The letter of the first member, as it would be. */
function Preview({ form, first }: { form: FormInstance; first: string | undefined }) {
  const templateId = Form.useWatch<string | undefined>('templateId', form)
  const chosen = Form.useWatch<string[] | undefined>('memberIds', form)
  const memberId = first ?? chosen?.[0]
  const [busy, setBusy] = useState(false)
  const show = async () => {
    if (!templateId || !memberId) return
    setBusy(true)
    try {
      const { blob, fileName } = await download(previewLetter, { templateId, memberId })
      saveAs(blob, fileName)
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex>
      <Button loading={busy} disabled={!templateId || !memberId} onClick={() => void show()}>
        预览第一份
      </Button>
    </Flex>
  )
}

function Outcome({ done, onClose }: { done: Issued; onClose: () => void }) {
  return (
    <AppModal open title={`已出具 ${done.issued} 份`} onCancel={onClose} footer={<Button onClick={onClose}>关闭</Button>}>
      <Flex vertical gap={16}>
        {done.workId ? <Printing workId={done.workId} onSaved={() => toasts.success('打印文件已下载')} /> : null}
        {done.skipped.length > 0 ? (
          <section aria-label="跳过的会员">
            <Typography.Text type="secondary">跳过 {done.skipped.length} 个会员</Typography.Text>
            <ul style={{ margin: '4px 0 0', paddingInlineStart: 20, maxHeight: 240, overflow: 'auto' }}>
              {done.skipped.map((s) => (
                <li key={s.memberName}>
                  {s.memberName}：{s.reason}
                </li>
              ))}
            </ul>
          </section>
        ) : null}
      </Flex>
    </AppModal>
  )
}
