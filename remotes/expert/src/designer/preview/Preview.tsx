import { today } from '@assoc/contract/core/day'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { LOOKUP_PATHS } from '@assoc/contract/form/engine/document'
import { selectFormDraft, selectFormVersion } from '@assoc/contract/form/template'
import { useSearchParams } from '@assoc/router'
import { Alert, Button, FailedToLoad, FormSheet, loadSheets, Segmented, Skeleton, useAnswer, useTab, type SheetStore } from '@assoc/ui'
import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { hearDesigner } from '../channel'
import { useDesignerStyle } from '../styles'
import { invented } from './invented'

const ID = /^\d{1,18}$/
const VERSION = /^[1-9]\d{0,5}$/
/** What the designer is waited for before the draft that was saved is shown, ms. */
const HEARD_WITHIN = 400

type Width = '1366' | '390' | 'paper'

/** A form as whoever fills it in will see it, from the unsaved document of the designer; nothing that is answered here is kept anywhere. */
export function Preview() {
  const [params] = useSearchParams()
  const formId = params.get('formId') ?? ''
  if (!ID.test(formId)) return <Alert style={{ margin: 24 }} type="warning" showIcon title="表单地址不正确，请从表单设计中打开预览" />
  const version = params.get('version') ?? ''
  if (VERSION.test(version)) return <Frozen key={`${formId} ${version}`} templateId={formId} versionNo={Number(version)} />
  return <Heard key={formId} templateId={formId} />
}

function Heard({ templateId }: { templateId: string }) {
  const [heard, setHeard] = useState<FormDoc | null>(null)
  const [waited, setWaited] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setWaited(true), HEARD_WITHIN)
    const stop = hearDesigner(templateId, setHeard)
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [templateId])
  const { data, error, reload } = useAnswer(selectFormDraft, waited && !heard ? { templateId } : null)
  const doc = heard ?? data?.document
  if (doc) return <Shown doc={doc} state={heard ? '正在设计的内容，随修改更新' : '最近保存的草稿'} />
  return error ? (
    <FailedToLoad message={error} onRetry={() => void reload()} />
  ) : (
    <Skeleton active paragraph={{ rows: 10 }} style={{ padding: 24 }} />
  )
}

/** A version as it was published; nobody changes it. */
function Frozen({ templateId, versionNo }: { templateId: string; versionNo: number }) {
  const { data, error, reload } = useAnswer(selectFormVersion, { templateId, versionNo })
  if (data) return <Shown doc={data.document} state={`已发布的第 ${versionNo} 版，不能修改`} />
  return error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : <Skeleton active paragraph={{ rows: 10 }} style={{ padding: 24 }} />
}

function Shown({ doc, state }: { doc: FormDoc; state: string }) {
  const style = useDesignerStyle()
  const { setTitle } = useTab()
  const [width, setWidth] = useState<Width>('1366')
  const { sheet, refusal, fill, empty } = usePreviewSheet(doc)
  useEffect(() => setTitle(`预览：${doc.title}`), [setTitle, doc.title])
  const check = () => sheet?.show(sheet.run.faults(true))
  return (
    <div className="fp" style={style}>
      <header className="fp-bar">
        <strong style={{ flex: '1 1 auto', minWidth: 0 }}>{doc.title}</strong>
        <span className="fd-state">{state}</span>
        <Segmented
          aria-label="预览方式"
          value={width}
          onChange={(next) => setWidth(next as Width)}
          options={[
            { value: '1366', label: '电脑' },
            { value: '390', label: '手机' },
            { value: 'paper', label: '纸张' },
          ]}
        />
        <Button size="small" onClick={fill}>
          填入示例
        </Button>
        <Button size="small" onClick={empty}>
          清空
        </Button>
        {width === 'paper' ? (
          <Button size="small" onClick={() => window.print()}>
            打印
          </Button>
        ) : (
          <Button size="small" onClick={check}>
            检查
          </Button>
        )}
      </header>
      {refusal ? <Alert type="error" showIcon title={refusal} style={{ margin: 16 }} /> : null}
      <main
        className="fp-frame"
        aria-label={`${doc.title}的预览`}
        style={
          {
            width: width === 'paper' ? 'fit-content' : Number(width),
            maxWidth: width === 'paper' ? '100%' : 'calc(100% - 32px)',
            padding: width === 'paper' ? 0 : width === '390' ? 16 : 24,
          } as CSSProperties
        }
      >
        {sheet ? (
          <FormSheet sheet={sheet} mode={width === 'paper' ? 'print' : 'fill'} />
        ) : refusal ? null : (
          <Skeleton active paragraph={{ rows: 10 }} />
        )}
      </main>
      <p className="fd-hint" style={{ textAlign: 'center', paddingBottom: 24 }}>
        预览中填写的内容不会保存。
      </p>
    </div>
  )
}

/** The form with what was answered in the preview so far: a change of the form keeps the answers that still fit. */
function usePreviewSheet(doc: FormDoc): { sheet: SheetStore | null; refusal: string | null; fill: () => void; empty: () => void } {
  const [shown, setShown] = useState<{ doc: FormDoc; round: number; sheet: SheetStore | null; refusal: string | null } | null>(null)
  const answers = useRef<ReturnType<SheetStore['run']['answers']>>({})
  const last = useRef<SheetStore | null>(null)
  const [round, setRound] = useState(0)
  useEffect(() => {
    let here = true
    void loadSheets().then(({ createSheet, startRun, withFixedRows, FormLimit }) => {
      if (!here) return
      try {
        const sheet = createSheet(startRun(doc, withFixedRows(doc, answers.current), { today: today(), lookups: { ...LOOKUP_PATHS } }))
        last.current = sheet
        setShown({ doc, round, sheet, refusal: null })
      } catch (error) {
        if (!(error instanceof FormLimit)) throw error
        setShown({ doc, round, sheet: null, refusal: error.message })
      }
    })
    return () => {
      here = false
      if (last.current) answers.current = last.current.run.answers()
    }
  }, [doc, round])
  const begin = (next: typeof answers.current) => {
    last.current = null
    answers.current = next
    setRound(round + 1)
  }
  const current = shown?.doc === doc && shown.round === round ? shown : null
  return { sheet: current?.sheet ?? null, refusal: current?.refusal ?? null, fill: () => begin(invented(doc)), empty: () => begin({}) }
}
