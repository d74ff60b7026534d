import { pathOf, type Answer } from '@assoc/contract/form/engine/answers'
import { answerText } from '@assoc/contract/form/engine/display'
import { dateFormat } from '@assoc/http'
import { Alert, Button, theme, type SheetStore } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'
import type { FillSaver, Unsent as UnsentAnswers } from './saver'

/** Whether what was typed is with the server. */
export const Kept = observer(function Kept({ saver }: { saver: FillSaver }) {
  const { token } = theme.useToken()
  const bad = saver.state === 'lost' || saver.state === 'refused'
  const said = saver.state === 'saving' ? '正在保存' : saver.state === 'waiting' ? '有未保存的内容' : bad ? saver.reason : saver.savedAt ? `已保存 ${dateFormat(saver.savedAt.toISOString()).slice(11)}` : '内容会自动保存'
  return (
    <span role="status" style={{ color: bad ? token.colorError : token.colorTextSecondary, maxWidth: 420 }}>
      {said}
    </span>
  )
})

/** What people read of an answer at a path. */
export function saidAt(sheet: SheetStore, path: string, value: Answer | undefined): string {
  const read = pathOf(path)
  const question = read ? sheet.run.doc.questions[read.column ?? read.key] : undefined
  return (question && answerText(question, value)) || '未填写'
}

/** Changes that the server does not take, each with its sentence: what was typed is still to be read. */
export const Rejections = observer(function Rejections({ sheet, saver }: { sheet: SheetStore; saver: FillSaver }) {
  if (saver.rejected.length === 0) return null
  return (
    <Alert
      type="error"
      showIcon
      style={{ marginBottom: 12 }}
      title="以下填写没有保存"
      description={
        <ul style={{ paddingInlineStart: 20, margin: 0 }}>
          {saver.rejected.map((one) => (
            <li key={one.path}>
              {sheet.run.label(one.path) || one.path}：{saidAt(sheet, one.path, one.value)}（{one.message}）
            </li>
          ))}
        </ul>
      }
    />
  )
})

/** What this browser still has of an answer that can no longer be changed here: it is shown and kept until it is thrown away. */
export function Unsent({ sheet, saver }: { sheet: SheetStore; saver: FillSaver }) {
  const [left, setLeft] = useState<UnsentAnswers>({})
  useEffect(() => {
    let here = true
    void saver.unsent().then((found) => here && setLeft(found))
    return () => {
      here = false
    }
  }, [saver])
  const entries = Object.entries(left)
  if (entries.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title={`本机还有 ${entries.length} 处填写没有提交到服务器`}
      description={
        <ul style={{ paddingInlineStart: 20, margin: 0 }}>
          {entries.map(([path, { value }]) => (
            <li key={path}>
              {sheet.run.label(path) || path}：{saidAt(sheet, path, value)}
            </li>
          ))}
        </ul>
      }
      action={
        <Button size="small" onClick={() => void saver.discard().then(() => setLeft({}))}>
          丢弃
        </Button>
      }
    />
  )
}
