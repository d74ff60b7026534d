import { CODE } from '@assoc/contract'
import { compareVersions, type ChangeKind } from '@assoc/contract/form/engine/compare'
import type { FormDoc } from '@assoc/contract/form/engine/document'
import { checkFormDraft, formTemplate } from '@assoc/contract/form/template'
import { api, ApiError, newKey } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Alert, AppModal, FailedToLoad, Skeleton, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useMemo, useState } from 'react'
import type { DraftSaver } from './saver'
import type { DesignerStore } from './store'
import { useDesignerStyle } from './styles'

interface Props {
  store: DesignerStore
  saver: DraftSaver
  templateId: string
  onClose: () => void
  onPublished: () => void
}

/** What publishing would do, before it is done: problems, and the difference from the version before. */
export const PublishDialog = observer(function PublishDialog({ store, saver, templateId, onClose, onPublished }: Props) {
  const [saved, setSaved] = useState(false)
  useEffect(() => {
    let current = true
    void saver.save().then(() => current && setSaved(true))
    return () => {
      current = false
    }
  }, [saver])
  const { data, error, reload } = useAnswer(checkFormDraft, saved && !saver.isDirty ? { templateId } : null)
  const [busy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string | null>(null)
  const refused = data && store.published ? compareVersions(store.published, store.doc).refused : []
  const errors = [...(data?.problems.filter(({ severity }) => severity === 'error') ?? []), ...refused]
  const warnings = data?.problems.filter(({ severity }) => severity === 'warning') ?? []
  const publish = async () => {
    setBusy(true)
    setRefusal(null)
    try {
      const { version } = await api(formTemplate.read, { templateId })
      await api(formTemplate.change, { templateId, version, verb: 'publish' } as never, {
        idempotencyKey: newKey(),
        quiet: [CODE.input, CODE.conflict, CODE.badTransition],
      })
      toasts.success(`已发布第 ${(data?.latestVersion ?? 0) + 1} 版`)
      onPublished()
      onClose()
    } catch (caught) {
      setRefusal(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  const style = useDesignerStyle()
  return (
    <AppModal
      style={style}
      open
      width={640}
      title="发布表单"
      okText={data ? `发布第 ${(data.latestVersion ?? 0) + 1} 版` : '发布'}
      cancelText="取消"
      okButtonProps={{ disabled: !data || errors.length > 0, loading: busy }}
      onOk={() => void publish()}
      onCancel={onClose}
    >
      {saved && saver.isDirty ? (
        <Alert type="warning" showIcon title={`修改尚未保存，不能发布：${saver.reason || '请先处理冲突'}`} />
      ) : error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active paragraph={{ rows: 4 }} />
      ) : (
        <>
          {refusal ? <Alert type="error" showIcon title={refusal} style={{ marginBottom: 12 }} /> : null}
          {errors.length > 0 ? (
            <>
              <Typography.Paragraph strong>有 {errors.length} 个错误，改正后才能发布：</Typography.Paragraph>
              <ul className="fd-list">
                {errors.slice(0, 20).map(({ at, message }) => (
                  <li key={`${at} ${message}`}>{message}</li>
                ))}
              </ul>
            </>
          ) : (
            <Typography.Paragraph>发布后此版本不再变化；进行中的发放仍使用原来的版本。</Typography.Paragraph>
          )}
          {warnings.length > 0 ? (
            <>
              <Typography.Paragraph strong style={{ marginTop: 12 }}>
                {warnings.length} 个提醒：
              </Typography.Paragraph>
              <ul className="fd-list">
                {warnings.slice(0, 20).map(({ at, message }) => (
                  <li key={`${at} ${message}`}>{message}</li>
                ))}
              </ul>
            </>
          ) : null}
          {data.latestVersion === null || !store.published ? null : (
            <Differences before={store.published} after={store.doc} version={data.latestVersion} />
          )}
        </>
      )}
    </AppModal>
  )
})

const KINDS: Record<ChangeKind, string> = { breaks: '与以前的答案不再可比', statistics: '影响统计口径', harmless: '不影响已有答案' }

/** What differs from the version before, the gravest first. */
function Differences({ before, after, version }: { before: FormDoc; after: FormDoc; version: number }) {
  const { changes } = useMemo(() => compareVersions(before, after), [before, after])
  if (changes.length === 0) return <Typography.Paragraph>与第 {version} 版没有差别。</Typography.Paragraph>
  return (
    <div style={{ maxHeight: 280, overflow: 'auto' }}>
      <Typography.Paragraph strong style={{ marginTop: 12 }}>
        与第 {version} 版相比有 {changes.length} 处修改：
      </Typography.Paragraph>
      {(Object.keys(KINDS) as ChangeKind[]).map((kind) => {
        const found = changes.filter((one) => one.kind === kind)
        return found.length === 0 ? null : (
          <div key={kind} style={{ marginBottom: 8 }}>
            <div className={kind === 'breaks' ? 'fd-fault' : 'fd-hint'}>
              {KINDS[kind]}（{found.length}）
            </div>
            <ul className="fd-list">
              {found.slice(0, 100).map(({ at, message }) => (
                <li key={`${at} ${message}`}>{message}</li>
              ))}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

/** Whether this person may publish. */
export const mayPublish = (): boolean => session().has('form:template:publish')
