import type { ResponseOf } from '@assoc/contract'
import { acceptOwnReviews, declineOwnReviews, selectOwnReviewAssignments } from '@assoc/contract/expert/review/assign'
import { PRESETS, type ScorePreset } from '@assoc/contract/expert/review/score'
import { api, dateFormat, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Button, Flex, ReasonDialog, useAnswer, useSaving } from '@assoc/ui'
import { useState } from 'react'

type Assignment = ResponseOf<typeof selectOwnReviewAssignments>['items'][number]

/** Works that the person is asked to review and has not answered for: all of a batch are taken or declined at once. */
export default function Waiting({ preset, onAnswered }: { preset: ScorePreset; onAnswered: () => void }) {
  const { data, reload } = useAnswer(selectOwnReviewAssignments, { page: 1 })
  const { busy, save } = useSaving(acceptOwnReviews)
  const [declining, setDeclining] = useState<Assignment[] | null>(null)
  const { kinds } = PRESETS[preset]
  const waiting = (data?.items ?? []).filter(({ assignStatus, reviewKind }) => (assignStatus === 'waiting' || assignStatus === 'expired') && kinds.includes(reviewKind))
  const batches = [...new Set(waiting.map(({ batchId }) => batchId))].map((batchId) => waiting.filter((one) => one.batchId === batchId))
  const answered = async () => {
    await reload()
    onAnswered()
  }
  const idsOf = (own: readonly Assignment[]) => own.map(({ assignmentId }) => assignmentId)
  const accept = async (own: readonly Assignment[]) => {
    if (!(await save({ assignmentIds: idsOf(own) }))) return
    toasts.success('已接受评审任务')
    await answered()
  }
  return (
    <>
      {batches.map((own) => {
        const [first] = own
        if (!first) return null
        return (
          <Alert
            key={first.batchId}
            type="info"
            showIcon
            title={`“${first.batchName}”请您评审 ${own.length} 件${first.confirmBy ? `，请于 ${dateFormat(first.confirmBy).slice(0, 16)} 前确认` : ''}`}
            action={
              <Flex gap={8}>
                <Button size="small" type="primary" loading={busy} onClick={() => void accept(own)}>
                  接受
                </Button>
                <Button size="small" onClick={() => setDeclining(own)}>
                  婉拒
                </Button>
              </Flex>
            }
          />
        )
      })}
      {declining ? (
        <ReasonDialog
          title="婉拒评审任务"
          text={`将婉拒“${declining[0]?.batchName ?? ''}”的 ${declining.length} 件，由秘书处另请专家。`}
          confirmText="婉拒"
          reason="required"
          reasonLabel="婉拒原因"
          onConfirm={async (reason) => {
            await api(declineOwnReviews, { assignmentIds: idsOf(declining), reason }, { idempotencyKey: newKey() })
            await answered()
          }}
          onClose={() => setDeclining(null)}
        />
      ) : null}
    </>
  )
}
