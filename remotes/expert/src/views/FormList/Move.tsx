import type { ResponseOf } from '@assoc/contract'
import { answerStatus } from '@assoc/contract/form/answer'
import { changeKind, LOSSES_TOLD, moveRound, previewRoundMove, selectMoveTargets } from '@assoc/contract/form/move'
import type { formRound } from '@assoc/contract/form/round'
import { api, ApiError, dateFormat, newKey } from '@assoc/http'
import { Alert, AppModal, FailedToLoad, Flex, Select, Skeleton, StatusTag, Typography, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useRef, useState } from 'react'

type Preview = ResponseOf<typeof previewRoundMove>

/** Moves a running round to a newer version of its form, after what it would do was seen. */
export function Move({ row, onClose, onDone }: PageDialog<RowOfResource<typeof formRound>>) {
  const targets = useAnswer(selectMoveTargets, { roundId: row.roundId })
  const [chosen, setChosen] = useState<number | null>(null)
  const versionNo = chosen ?? targets.data?.versions[0]?.versionNo ?? null
  const preview = useAnswer(previewRoundMove, versionNo === null ? null : { roundId: row.roundId, versionNo })
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const intent = useRef<string | null>(null)
  const move = async () => {
    if (versionNo === null) return
    setBusy(true)
    setRefused(null)
    intent.current ??= newKey()
    try {
      const { moved } = await api(moveRound, { roundId: row.roundId, versionNo }, { idempotencyKey: intent.current })
      onDone(`已换用第 ${versionNo} 版，${moved} 份未提交的填报随之更新`)
    } catch (caught) {
      intent.current = null
      setRefused(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重试')
      void preview.reload()
    } finally {
      setBusy(false)
    }
  }
  const { data } = targets
  const error = targets.error ?? preview.error
  return (
    <AppModal
      open
      width={720}
      title={`换用新版本：${row.roundName}`}
      okText={versionNo === null ? '换用' : `换用第 ${versionNo} 版`}
      cancelText="取消"
      okButtonProps={{ disabled: !preview.data || preview.data.refused.length > 0, loading: busy }}
      onOk={() => void move()}
      onCancel={onClose}
    >
      {refused ? <Alert type="error" showIcon title={refused} style={{ marginBottom: 12 }} /> : null}
      {error ? (
        <FailedToLoad message={error} onRetry={() => void (targets.error ? targets.reload() : preview.reload())} />
      ) : !data ? (
        <Skeleton active />
      ) : data.versions.length === 0 ? (
        <Typography.Paragraph>现用第 {data.versionNo} 版，没有更新的版本。在设计器中发布新版本后可以换用。</Typography.Paragraph>
      ) : (
        <>
          <Flex gap={12} align="center" wrap style={{ marginBottom: 12 }}>
            <span>现用第 {data.versionNo} 版，换用</span>
            <Select
              aria-label="新版本"
              style={{ minWidth: 280 }}
              value={versionNo}
              options={data.versions.map((one) => ({ value: one.versionNo, label: `第 ${one.versionNo} 版（${one.userName}，${dateFormat(one.createTime).slice(0, 16)}）` }))}
              onChange={(next: number) => {
                intent.current = null
                setChosen(next)
              }}
            />
          </Flex>
          {preview.data ? <Shown preview={preview.data} /> : <Skeleton active />}
        </>
      )}
    </AppModal>
  )
}

/** What the move would do, the gravest first. */
function Shown({ preview }: { preview: Preview }) {
  return (
    <div style={{ maxHeight: '60vh', overflow: 'auto' }}>
      {preview.refused.length > 0 ? (
        <Alert type="error" showIcon style={{ marginBottom: 12 }} title="有修改使答案与以前不再可比，不能换用" description={<List texts={preview.refused} />} />
      ) : (
        <Alert type="info" showIcon style={{ marginBottom: 12 }} title={`未填的 ${preview.empty} 份和暂存的 ${preview.drafts} 份换用新版本，已填内容保留；已提交、已退回、已认证和已作废的 ${preview.kept} 份保持原版本。`} />
      )}
      {preview.changes.length === 0 ? <Typography.Paragraph>两个版本没有差别。</Typography.Paragraph> : null}
      {changeKind.keys.map((kind) => {
        const found = preview.changes.filter((one) => one.kind === kind)
        if (found.length === 0 || kind === 'breaks') return null
        return (
          <section key={kind} aria-label={changeKind.labels[kind]}>
            <Typography.Text strong>
              {changeKind.labels[kind]}（{found.length}）
            </Typography.Text>
            <List texts={found.slice(0, 100).map(({ message }) => message)} />
          </section>
        )
      })}
      {preview.losing > 0 ? (
        <section aria-label="受影响的填报">
          <Typography.Text strong>{preview.refused.length > 0 ? `如果换用，${preview.losing} 份暂存中的以下内容将作废：` : `${preview.losing} 份暂存中有内容受影响，填报人提交前须重新填写：`}</Typography.Text>
          <ul style={{ paddingInlineStart: 20 }}>
            {preview.losses.map((one, i) => (
              <li key={`${i} ${one.respondentName}`}>
                {one.respondentName} <StatusTag of={answerStatus} value={one.answerStatus} />
                <List texts={one.values.map(({ label, value, why }) => `${label}：${value}（${why}）`)} />
              </li>
            ))}
          </ul>
          {preview.losing > LOSSES_TOLD ? <Typography.Text type="secondary">另有 {preview.losing - LOSSES_TOLD} 份没有列出。</Typography.Text> : null}
        </section>
      ) : null}
    </div>
  )
}

function List({ texts }: { texts: readonly string[] }) {
  return (
    <ul style={{ paddingInlineStart: 20, margin: '4px 0 8px' }}>
      {texts.map((text, i) => (
        <li key={`${i} ${text}`} style={{ overflowWrap: 'anywhere' }}>
          {text}
        </li>
      ))}
    </ul>
  )
}
