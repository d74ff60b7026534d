import type { ResponseOf } from '@assoc/contract'
import { viewLink } from '@assoc/contract'
import { selectFormVersion, type selectFormDraft } from '@assoc/contract/form/template'
import { api, isCancelled } from '@assoc/http'
import { session } from '@assoc/session'
import { AppModal, Button, LeftOutlined, Tooltip, useTab } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent } from 'react'
import { actionFor } from './actions'
import { Bank } from './Bank'
import { Canvas } from './Canvas'
import { sendToPreviews } from './channel'
import { ConflictChoice, DeleteDialog } from './Dialogs'
import { ExcelImport } from './excel/ExcelImport'
import { Outline } from './Outline'
import { Palette } from './Palette'
import { Problems } from './Problems'
import { Properties } from './Properties'
import { watchDrops } from './drag'
import { HistoryDrawer } from './HistoryDrawer'
import { mayPublish, PublishDialog } from './PublishDialog'
import { DraftSaver, type SaveState } from './saver'
import { focusOn } from './regions'
import { DesignerStore } from './store'
import { useDesignerStyle } from './styles'
import { CellProperties } from './table/CellProperties'
import { TableGrid } from './table/TableGrid'

type Draft = ResponseOf<typeof selectFormDraft>

interface Props {
  draft: Draft
  mode: 'flow' | 'table'
}

/** A form while it is designed: outline, canvas and properties beside each other, all of it by keyboard alone. */
export const Designer = observer(function Designer({ draft, mode }: Props) {
  const style = useDesignerStyle()
  const id = useId()
  const { setDirty, setTitle, close } = useTab()
  const { templateId, latestVersion } = draft
  const [{ store, saver }] = useState(() => {
    const made = new DesignerStore(draft.document, {
      id,
      mode,
      mayEdit: session().has('form:template:update') && draft.formStatus !== 'archived',
    })
    return { store: made, saver: new DraftSaver(made, templateId, draft.revision) }
  })
  const [asked, setAsked] = useState<'publish' | 'versions' | 'leave' | null>(null)
  const [version, setVersion] = useState(latestVersion)
  const { isDirty } = saver
  const { title } = store.doc

  useEffect(() => setTitle(title || '编辑表单'), [setTitle, title])
  useEffect(() => {
    setDirty(isDirty)
  }, [setDirty, isDirty])
  useEffect(() => sendToPreviews(store, templateId), [store, templateId])
  // A tab that is left keeps its editor; what was typed goes to the server at once.
  useEffect(() => () => void saver.save(), [saver])
  useEffect(() => {
    if (version === null) return
    const asking = new AbortController()
    api(selectFormVersion, { templateId, versionNo: version }, { signal: asking.signal })
      .then(({ document }) => store.setPublished(document))
      .catch((error: unknown) => {
        if (!isCancelled(error)) store.setPublished(null)
      })
    return () => asking.abort()
  }, [store, templateId, version])

  useEffect(() => watchDrops(store), [store])

  // It fills the window below whatever the console has above it, and as much is left free below.
  const frame = useRef<HTMLDivElement>(null)
  useLayoutEffect(() => {
    const element = frame.current
    if (element) element.style.setProperty('--fd-above', `${Math.max(0, element.getBoundingClientRect().top + window.scrollY)}px`)
  }, [])

  const leave = async () => {
    await saver.save()
    if (saver.isDirty) setAsked('leave')
    else close()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.nativeEvent.isComposing || event.defaultPrevented) return
    // What is pressed in a dialog comes here too, and is the dialog's.
    if (!(event.target instanceof Node) || !frame.current?.contains(event.target)) return
    if (event.key === 'Escape' && event.target instanceof HTMLElement && event.target.closest('[data-region=properties]')) {
      focusOn(store, 'outline')
      return
    }
    const action = actionFor(store, event.nativeEvent, 'all')
    if (!action) return
    event.preventDefault()
    action.run(store)
  }

  // A press beside everything leaves the focus nowhere; the keys of the designer go on.
  useEffect(() => {
    const onKey = (event: globalThis.KeyboardEvent) => {
      if (event.target !== document.body || event.isComposing) return
      const action = actionFor(store, event, 'all')
      if (!action) return
      event.preventDefault()
      action.run(store)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [store])

  return (
    // Keys of the whole designer; each of its parts is a region of its own.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div ref={frame} className="fd" id={id} style={style} onKeyDown={onKeyDown}>
      <header className="fd-bar">
        <Tooltip title="返回">
          <Button type="text" icon={<LeftOutlined />} aria-label="返回" onClick={() => void leave()} />
        </Tooltip>
        <h1>{title || '未命名的表单'}</h1>
        <SaveLabel state={saver.state} reason={saver.reason} mayEdit={store.mayEdit} />
        <Tooltip title="Ctrl+Z">
          <Button size="small" disabled={!store.canUndo || !store.mayEdit} onClick={() => store.undo()}>
            撤销
          </Button>
        </Tooltip>
        <Tooltip title="Ctrl+Y">
          <Button size="small" disabled={!store.canRedo || !store.mayEdit} onClick={() => store.redo()}>
            重做
          </Button>
        </Tooltip>
        <Tooltip title="F1">
          <Button size="small" onClick={() => store.openPalette('all')}>
            命令
          </Button>
        </Tooltip>
        {mode === 'table' ? <ExcelImport store={store} templateId={templateId} /> : null}
        <Button
          size="small"
          onClick={() =>
            void window.open(
              viewLink(mode === 'table' ? 'expert/FormTablePreview' : 'expert/FormPreview', { formId: templateId }),
              `preview-${templateId}`,
            )
          }
        >
          预览
        </Button>
        <Button size="small" onClick={() => setAsked('versions')}>
          {version === null ? '版本' : `版本（第 ${version} 版）`}
        </Button>
        {mayPublish() ? (
          <Button size="small" type="primary" disabled={!store.mayEdit} onClick={() => setAsked('publish')}>
            发布
          </Button>
        ) : null}
      </header>
      <nav className="fd-side" aria-label="大纲">
        <div className="fd-part">
          大纲<span className="fd-state">{store.count} 道题</span>
        </div>
        <Outline store={store} />
        <Bank store={store} />
      </nav>
      <main className="fd-side" style={{ border: 0, background: 'none' }}>
        {mode === 'table' ? <TableGrid store={store} /> : <Canvas store={store} />}
      </main>
      <aside className="fd-side fd-right" aria-label="属性">
        <div className="fd-part">属性</div>
        <div className="fd-scroll" data-region="properties">
          <fieldset disabled={!store.mayEdit} style={{ border: 0, margin: 0, padding: 0, minWidth: 0 }}>
            {mode === 'table' ? <CellProperties store={store} /> : null}
            <Properties store={store} />
          </fieldset>
        </div>
      </aside>
      <Problems store={store} />
      <div className="fd-unseen" role="status" aria-live="polite">
        {store.said}
      </div>
      <Palette store={store} />
      <DeleteDialog store={store} />
      <ConflictChoice store={store} saver={saver} />
      {asked === 'publish' ? (
        <PublishDialog
          store={store}
          saver={saver}
          templateId={templateId}
          onClose={() => setAsked(null)}
          onPublished={() => setVersion((version ?? 0) + 1)}
        />
      ) : null}
      {asked === 'versions' ? <HistoryDrawer store={store} templateId={templateId} onClose={() => setAsked(null)} /> : null}
      <AppModal
        open={asked === 'leave'}
        title="离开后修改会丢失"
        okText="仍然离开"
        okButtonProps={{ danger: true }}
        cancelText="留在此页"
        onOk={() => {
          setDirty(false)
          close()
        }}
        onCancel={() => setAsked(null)}
      >
        有修改没有保存：{saver.reason || '与他人的修改冲突'}
      </AppModal>
    </div>
  )
})

const STATES: Record<SaveState, string> = {
  saved: '已保存',
  waiting: '未保存',
  saving: '保存中…',
  lost: '未保存',
  refused: '未保存',
  conflict: '未保存',
}

function SaveLabel({ state, reason, mayEdit }: { state: SaveState; reason: string; mayEdit: boolean }) {
  if (!mayEdit) return <span className="fd-state">只能查看</span>
  const tone = state === 'saving' ? 'busy' : state === 'saved' || state === 'waiting' ? '' : 'bad'
  const why = state === 'conflict' ? '他人修改了同一处' : reason
  return (
    <span className="fd-state" data-tone={tone} role="status">
      {STATES[state]}
      {why && state !== 'saved' && state !== 'saving' ? `：${why}` : ''}
    </span>
  )
}
