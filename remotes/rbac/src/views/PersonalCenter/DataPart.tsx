import { exportOwnPersonal, requestOwnErasure, requestStatus, selectOwnPersonal, withdrawOwnErasure } from '@assoc/contract/rbac/personal'
import { api, dateFormat } from '@assoc/http'
import { tellLost, toasts } from '@assoc/session'
import { Alert, Button, FailedToLoad, Flex, ReasonDialog, Skeleton, StatusTag, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { FateTable } from '../../lib/FateTable'

/** What the console knows about the person: seen, taken away as a file, and erased on request. */
export function DataPart() {
  const own = useAnswer(selectOwnPersonal, {})
  const [asking, setAsking] = useState(false)
  const [busy, setBusy] = useState(false)
  if (own.error && !own.data) return <FailedToLoad message={own.error} onRetry={() => void own.reload()} />
  if (!own.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const { lines, blocks, request } = own.data
  const run = async (work: () => Promise<unknown>, text: string) => {
    setBusy(true)
    try {
      await work()
      toasts.success(text)
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(false)
      void own.reload()
    }
  }
  const pending = request?.requestStatus === 'pending'
  return (
    <Flex vertical gap={16} style={{ maxWidth: 960 }}>
      {request && (pending || request.requestStatus === 'rejected') ? (
        <Alert
          type={pending ? 'info' : 'warning'}
          showIcon
          title={
            <Flex gap={8} align="center" wrap>
              {`${dateFormat(request.createTime, 'YYYY-MM-DD HH:mm')} 申请注销账号（${request.requestNo}）`}
              <StatusTag of={requestStatus} value={request.requestStatus} />
            </Flex>
          }
          description={request.decideReason ?? (pending ? '由安全管理员核实后办理，办理前可以撤回。' : undefined)}
          action={
            pending ? (
              <Button size="small" loading={busy} onClick={() => void run(() => api(withdrawOwnErasure, {}), '申请已撤回')}>
                撤回申请
              </Button>
            ) : undefined
          }
        />
      ) : null}
      <Flex justify="space-between" align="center" gap={12} wrap>
        <Typography.Text type="secondary">以下是本系统中与您有关的记录，以及注销账号时各项的处理方式。</Typography.Text>
        <Flex gap={8}>
          <Button loading={busy} onClick={() => void run(() => api(exportOwnPersonal, {}), '已开始导出，完成后会通知您，在“导出任务”中下载')}>
            导出我的数据
          </Button>
          <Button danger disabled={pending} onClick={() => setAsking(true)}>
            申请注销账号
          </Button>
        </Flex>
      </Flex>
      <FateTable lines={lines} />
      {asking ? (
        <ReasonDialog
          title="申请注销账号"
          text={`办理后不能恢复：账号停用，姓名、手机、邮箱等信息删除或匿名，依法须保留的部分继续封存。${blocks.length > 0 ? `以下事项办结后才能办理：${blocks.join('；')}。` : ''}`}
          confirmText="提交申请"
          reason="required"
          danger
          onConfirm={async (reason) => {
            await api(requestOwnErasure, { reason: reason ?? '' })
            toasts.success('申请已提交，由安全管理员办理')
            void own.reload()
          }}
          onClose={() => setAsking(false)}
        />
      ) : null}
    </Flex>
  )
}
