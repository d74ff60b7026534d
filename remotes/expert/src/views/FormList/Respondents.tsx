import { previewFormRespondents } from '@assoc/contract/form/respondents'
import type { formRound } from '@assoc/contract/form/round'
import { Alert, AppModal, Button, FailedToLoad, Skeleton, Typography, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'

/** Whom a round would be sent to if it began now, or was sent to. */
export function Respondents({ row, onClose }: PageDialog<RowOfResource<typeof formRound>>) {
  const { data, error, reload } = useAnswer(previewFormRespondents, { roundId: row.roundId })
  const waits = row.roundStatus === 'draft' || row.roundStatus === 'waiting'
  return (
    <AppModal open title={`填报对象：${row.roundName}`} footer={<Button onClick={onClose}>关闭</Button>} onCancel={onClose}>
      {error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active />
      ) : (
        <>
          <Typography.Paragraph>
            {waits ? '按现在的资料，将发给' : '已发给'} <strong>{data.respondents}</strong> 个填报对象
            {data.tasks === data.respondents ? '' : <>，共 {data.tasks} 份填报任务</>}。{waits ? '填报对象以开始填报时为准。' : ''}
          </Typography.Paragraph>
          {data.unreached > 0 ? <Alert type="warning" showIcon style={{ marginBottom: 12 }} title={`其中 ${data.unreached} 个没有可登录的账号，暂时无人填报`} /> : null}
          {data.names.length > 0 ? (
            <Typography.Paragraph style={{ overflowWrap: 'anywhere' }}>
              {data.names.join('、')}
              {data.respondents > data.names.length ? ` 等 ${data.respondents} 个` : ''}
            </Typography.Paragraph>
          ) : null}
        </>
      )}
    </AppModal>
  )
}
