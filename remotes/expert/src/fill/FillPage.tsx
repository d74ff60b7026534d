import { CODE, type ResponseOf } from '@assoc/contract'
import { dateFormat } from '@assoc/http'
import { pathOf, pathText, type AnswerFile } from '@assoc/contract/form/engine/answers'
import { verifyOwnFormCertificate } from '@assoc/contract/form/certificate'
import { exportOwnAnswer, openFormTask, submitFormAnswer, uploadAnswerFile, withdrawFormAnswer } from '@assoc/contract/form/fill'
import { answerStatus } from '@assoc/contract/form/answer'
import { api, ApiError, newKey, upload } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, FailedToLoad, Flex, FormSheet, loadSheets, Skeleton, StatusTag, theme, useTab, type SheetFiles, type SheetStore } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Correct } from './Correct'
import { bothMarks, useParts } from './Parts'
import { useReturned } from './Returned'
import { PaperButtons } from '../answers/PaperButtons'
import { Certificate } from './Certificate'
import { OfflineButtons } from './excel/OfflineButtons'
import { AnonymousFill } from './AnonymousFill'
import { FillSaver } from './saver'
import { Kept, Rejections, saidAt, Unsent } from './Kept'
import { FillHead } from './FillHead'

type Opened = ResponseOf<typeof openFormTask>
interface Filling {
  opened: Opened
  sheet: SheetStore
  saver: FillSaver
}

/** Opens a task: the form with what was answered so far, and what keeps it. */
async function begin(taskId: string): Promise<Filling> {
  const [opened, { createSheet, startRun, withFixedRows }] = await Promise.all([api(openFormTask, { taskId }), loadSheets()])
  const { document, answers, today, lookups } = opened
  const previous = opened.previous ?? {}
  let sheet: SheetStore | null = null
  const saver = new FillSaver(taskId, opened, () => sheet as SheetStore)
  sheet = createSheet(startRun(document, withFixedRows(document, answers), { today, previous, lookups }), { previous, onChange: saver.note })
  // Personal answers are shown masked; they stay as they are until something else is typed.
  for (const [text, masked] of Object.entries(opened.personal)) {
    const path = pathOf(text)
    if (path) sheet.take(path, masked)
  }
  return { opened, sheet, saver }
}

/** Sends a file for a question; the answer has it as soon as it is there. */
async function sendFile(taskId: string, path: string, file: File): Promise<AnswerFile> {
  const { fileId, name, by, at } = await upload(uploadAnswerFile, { taskId, path }, file, file.name, { quiet: [CODE.input, CODE.inUse] })
  return { fileId, name, ...(by === undefined ? {} : { by }), ...(at === undefined ? {} : { at }) }
}

/** A form being filled in, at an address of its own. */
export function FillPage({ taskId, onLeave }: { taskId: string; onLeave: () => void }) {
  const [filling, setFilling] = useState<Filling | null>(null)
  const [error, setError] = useState<string | null>(null)
  const load = useCallback(async () => {
    setError(null)
    try {
      setFilling(await begin(taskId))
    } catch (caught) {
      setError(caught instanceof ApiError ? caught.message : '网络连接失败，请检查网络后重试')
    }
  }, [taskId])
  useEffect(() => {
    // A tab that is shown again goes on with what stands in it.
    if (!filling || filling.opened.taskId !== taskId) void load()
  }, [load, filling, taskId])
  if (error) return <FailedToLoad message={error} onRetry={() => void load()} />
  if (!filling || filling.opened.taskId !== taskId) return <Skeleton active paragraph={{ rows: 12 }} />
  if (filling.opened.anonymousFlag) return <AnonymousFill key={`${taskId} ${filling.opened.answerStatus}`} opened={filling.opened} onLeave={onLeave} onReload={load} />
  return <Fill key={`${filling.opened.taskId} ${filling.opened.revision} ${filling.opened.answerStatus}`} filling={filling} onLeave={onLeave} onReload={load} />
}

const Fill = observer(function Fill({ filling, onLeave, onReload }: { filling: Filling; onLeave: () => void; onReload: () => Promise<void> }) {
  const { opened, sheet, saver } = filling
  const { token } = theme.useToken()
  const tab = useTab()
  const editable = opened.closed === null && opened.answerStatus !== 'submitted' && opened.answerStatus !== 'certified'
  const [asking, setAsking] = useState<string[] | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [places, setPlaces] = useState(opened.places)
  const key = useRef(newKey())
  const [correct, setCorrect] = useState(false)
  const returned = useReturned(opened, sheet, editable)
  const parts = useParts(opened, sheet, editable)
  const marks = bothMarks(parts.marks, returned.marks)
  const files = useMemo<SheetFiles>(() => ({ send: (path, file) => sendFile(opened.taskId, pathText(path), file) }), [opened.taskId])

  useEffect(() => {
    tab.setTitle(opened.roundName)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the title is the task's; the tab's handle is another object with every switch
  }, [opened.roundName])
  useEffect(() => {
    if (!editable) return
    saver.reopen()
    void saver.recover().then((count) => {
      if (count > 0) toasts.show('info', `已恢复本机保存的 ${count} 处填写`)
    })
    const back = () => void saver.save()
    window.addEventListener('online', back)
    return () => {
      window.removeEventListener('online', back)
      saver.close()
    }
  }, [saver, editable])
  useEffect(() => {
    tab.setDirty(saver.isDirty)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- as above
  }, [saver.isDirty])

  useEffect(() => {
    if (!saver.moved || saver.isDirty) return
    toasts.show('info', '表单已更新为新版本，填写的内容已保留')
    void onReload()
  }, [saver.moved, saver.isDirty, onReload])

  /** Faults without those of personal answers that stand there masked: the server has them whole and checks them. */
  const faults = () => sheet.run.faults(true).filter(({ path }) => saver.personal[path] === undefined || saver.personal[path] !== sheet.run.value(path))
  const ask = async () => {
    setBusy(true)
    setProblem(null)
    await saver.save()
    const explained = await returned.flush()
    setBusy(false)
    if (!explained) return
    const found = faults()
    sheet.show(found)
    if (found.length > 0) return
    if (saver.isDirty) return setProblem(saver.collisions.length > 0 ? '有同事同时修改了答案，请先在下方选择保留哪一个' : saver.reason || '还有内容没有保存，请稍后再提交')
    key.current = newKey()
    setAsking(sheet.run.submission().omitted.map((path) => sheet.run.label(path)))
  }
  const submit = async () => {
    setBusy(true)
    try {
      const { submitTime } = await api(submitFormAnswer, { taskId: opened.taskId, revision: saver.seen }, { idempotencyKey: key.current })
      toasts.success(`已提交，${dateFormat(submitTime)}`)
      setAsking(null)
      await onReload()
    } catch (caught) {
      setAsking(null)
      const fields = caught instanceof ApiError ? caught.fields : []
      if (fields.length > 0) {
        sheet.show(fields.map(({ path, message }) => ({ path, message })))
        // Others may have taken the last place of an option meanwhile.
        if (places.length > 0) void api(openFormTask, { taskId: opened.taskId }).then((now) => setPlaces(now.places), () => undefined)
      } else if (caught instanceof ApiError && caught.code === CODE.conflict) {
        // A colleague, or a newer version of the form: what is handed in has been seen.
        toasts.show('info', caught.message)
        await onReload()
      } else setProblem(caught instanceof ApiError ? caught.message : '网络连接失败，没有提交成功，请重试')
    } finally {
      setBusy(false)
    }
  }
  const withdraw = async (reason: string | null) => {
    setBusy(true)
    setCorrect(false)
    try {
      await api(withdrawFormAnswer, { taskId: opened.taskId, reason }, { idempotencyKey: key.current })
      toasts.success('已撤回，修改后请重新提交')
      await onReload()
    } catch (caught) {
      setProblem(caught instanceof ApiError ? caught.message : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }

  return (
    <section aria-label={opened.roundName} style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <FillHead opened={opened} state={<StatusTag of={answerStatus} value={saver.status} />}>
        {editable ? <Kept saver={saver} /> : null}
        {editable ? null : <PaperButtons call={exportOwnAnswer} input={(format) => ({ taskId: opened.taskId, format })} />}
        {editable ? <OfflineButtons taskId={opened.taskId} sheet={sheet} saver={saver} /> : null}
        <Button onClick={onLeave}>返回列表</Button>
        {editable ? (
          <Button type="primary" loading={busy} onClick={() => void ask()}>
            提交
          </Button>
        ) : opened.mayWithdraw ? (
          <Button loading={busy} onClick={() => (opened.correcting ? setCorrect(true) : void withdraw(null))}>
            {opened.correcting ? '更正' : '撤回修改'}
          </Button>
        ) : null}
      </FillHead>
      {opened.closed ? <Alert type="info" showIcon title={opened.closed} style={{ marginBottom: 12 }} /> : null}
      {opened.certificate ? <Certificate of={opened.certificate} verify={() => api(verifyOwnFormCertificate, { taskId: opened.taskId })} /> : null}
      {opened.returnReason && editable && !returned.list ? <Alert type="warning" showIcon title="已退回，请按要求修改后重新提交" description={opened.returnReason} style={{ marginBottom: 12 }} /> : null}
      {returned.list}
      {parts.bar}
      {problem ? <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} /> : null}
      <Collisions filling={filling} />
      <Rejections sheet={sheet} saver={saver} />
      {editable ? null : <Unsent sheet={sheet} saver={saver} />}
      <div style={{ maxWidth: opened.document.table ? undefined : 960, marginInline: 'auto' }}>
        <FormSheet sheet={sheet} mode={editable ? 'fill' : 'read'} files={files} places={places} {...(marks ? { marks } : {})} />
      </div>
      {correct ? <Correct onCorrect={(reason) => void withdraw(reason)} onCancel={() => setCorrect(false)} /> : null}
      <AppModal open={asking !== null} title="提交填报" okText="提交" cancelText="再看看" confirmLoading={busy} onOk={() => void submit()} onCancel={() => setAsking(null)}>
        <p>提交后由协会查看，截止前可以撤回修改。</p>
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
})

/** Answers that a colleague has changed at the same time: both values, and which one stays. */
const Collisions = observer(function Collisions({ filling: { sheet, saver } }: { filling: Filling }) {
  if (saver.collisions.length === 0) return null
  return (
    <Alert
      type="warning"
      showIcon
      style={{ marginBottom: 12 }}
      title="同事同时修改了以下答案，请选择保留哪一个"
      description={
        <ul style={{ paddingInlineStart: 20, margin: 0 }}>
          {saver.collisions.map((one) => (
            <li key={one.path}>
              <strong>{sheet.run.label(one.path)}</strong>
              <Flex gap={8} wrap align="center">
                <Button size="small" onClick={() => saver.settle(one, true)}>
                  保留我的：{saidAt(sheet, one.path, one.mine)}
                </Button>
                <Button size="small" onClick={() => saver.settle(one, false)}>
                  采用同事的：{saidAt(sheet, one.path, one.theirs)}
                </Button>
              </Flex>
            </li>
          ))}
        </ul>
      }
    />
  )
})
