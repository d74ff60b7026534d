import type { ResponseOf } from '@assoc/contract'
import { submitAnonymousAnswer, type openFormTask } from '@assoc/contract/form/fill'
import { api, ApiError, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, FormSheet, loadSheets, Skeleton, Tag, theme, useTab, type SheetStore } from '@assoc/ui'
import { useEffect, useRef, useState } from 'react'
import { LocalDraft } from './local-draft'
import { FillHead } from './FillHead'

type Opened = ResponseOf<typeof openFormTask>
interface Filling {
  sheet: SheetStore
  draft: LocalDraft
}

const BAR = '本次填报为匿名：协会只知道您是否参与，不知道您填了什么，也不记录时间。填写的内容只保存在本机浏览器中，提交后不能查看、修改或撤回。'

async function begin({ taskId, document, today, lookups }: Opened): Promise<Filling> {
  const { createSheet, startRun, withFixedRows } = await loadSheets()
  let sheet: SheetStore | null = null
  const draft = new LocalDraft(taskId, () => sheet as SheetStore)
  sheet = createSheet(startRun(document, withFixedRows(document, {}), { today, previous: {}, lookups }), { previous: {}, onChange: draft.note })
  draft.answers = withFixedRows(document, {})
  await draft.recover()
  return { sheet, draft }
}

/** An anonymous form being filled in: what is typed stays in this browser until it is handed in as a whole. */
export function AnonymousFill({ opened, onLeave, onReload }: { opened: Opened; onLeave: () => void; onReload: () => Promise<void> }) {
  const { token } = theme.useToken()
  const tab = useTab()
  const editable = opened.closed === null
  const [filling, setFilling] = useState<Filling | null>(null)
  const [asking, setAsking] = useState<string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const key = useRef(newKey())

  useEffect(() => {
    tab.setTitle(opened.roundName)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the title is the task's; the tab's handle is another object with every switch
  }, [opened.roundName])
  useEffect(() => {
    if (!editable) return
    let [here, made] = [true, null as Filling | null]
    void begin(opened).then((one) => {
      made = one
      if (here) setFilling(one)
      else one.draft.close()
    })
    return () => {
      here = false
      made?.draft.close()
    }
  }, [opened, editable])

  const ask = () => {
    if (!filling) return
    setProblem(null)
    const found = filling.sheet.run.faults(true)
    filling.sheet.show(found)
    if (found.length === 0) setAsking(filling.sheet.run.submission().omitted.map((path) => filling.sheet.run.label(path)))
  }
  const submit = async () => {
    if (!filling) return
    setBusy(true)
    try {
      await api(submitAnonymousAnswer, { taskId: opened.taskId, answers: filling.draft.answers as never }, { idempotencyKey: key.current })
      await filling.draft.drop()
      toasts.success('已参与，感谢填写')
      await onReload()
    } catch (caught) {
      const fields = caught instanceof ApiError ? caught.fields : []
      if (fields.length > 0) filling.sheet.show(fields.map(({ path, message }) => ({ path, message })))
      else setProblem(caught instanceof ApiError ? caught.message : '网络连接失败，没有提交成功，内容仍在本机，请重试')
    } finally {
      setBusy(false)
      setAsking(null)
    }
  }

  return (
    <section aria-label={opened.roundName} style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <FillHead opened={opened} state={<Tag color={opened.answerStatus === 'submitted' ? 'green' : 'default'}>{opened.answerStatus === 'submitted' ? '已参与' : '未参与'}</Tag>}>
        <Button onClick={onLeave}>返回列表</Button>
        {editable ? (
          <Button type="primary" loading={busy} disabled={!filling} onClick={ask}>
            提交
          </Button>
        ) : null}
      </FillHead>
      <Alert type="info" showIcon title={opened.closed ?? BAR} style={{ marginBottom: 12 }} />
      {problem ? <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} /> : null}
      {editable && !filling ? <Skeleton active paragraph={{ rows: 12 }} /> : null}
      {editable && filling ? (
        <div style={{ maxWidth: opened.document.table ? undefined : 960, marginInline: 'auto' }}>
          <FormSheet sheet={filling.sheet} mode="fill" />
        </div>
      ) : null}
      <AppModal open={asking !== null} title="提交匿名填报" okText="提交" cancelText="再看看" confirmLoading={busy} onOk={() => void submit()} onCancel={() => setAsking(null)}>
        <p>提交后不能查看、修改或撤回，每个填报对象只能提交一次。</p>
        {asking && asking.length > 0 ? (
          <>
            <p>以下内容因不再需要填写，不会提交：</p>
            <ul>
              {asking.map((label, i) => (
                <li key={`${i} ${label}`}>{label}</li>
              ))}
            </ul>
          </>
        ) : null}
      </AppModal>
    </section>
  )
}
