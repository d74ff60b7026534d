import { viewLink, type ResponseOf } from '@assoc/contract'
import { beginDeclaration, selectOpenSchemes } from '@assoc/contract/expert/declaration-begin'
import { evalTarget } from '@assoc/contract/expert/eval-target'
import { api, ApiError, dateFormat, newKey } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { Alert, AppModal, Button, FailedToLoad, Flex, Skeleton, Typography, useAnswer, type CreateDialog } from '@assoc/ui'
import { useRef, useState } from 'react'
import { Outcomes } from './Outcomes'

type Scheme = ResponseOf<typeof selectOpenSchemes>['schemes'][number]
type Declarant = Scheme['declarants'][number]

/** Schemes that take declarations now, and for whom one can be begun. */
export function Begin({ onClose }: CreateDialog) {
  const { data, error, reload } = useAnswer(selectOpenSchemes, {})
  const [problem, setProblem] = useState<string | null>(null)
  const [busy, setBusy] = useState<string | null>(null)
  const key = useRef(newKey())
  const navigate = useNavigate()
  const begin = async (scheme: Scheme, one: Declarant) => {
    setBusy(`${scheme.schemeId} ${one.personId} ${one.companyId}`)
    setProblem(null)
    try {
      const { taskId } = await api(beginDeclaration, { schemeId: scheme.schemeId, personId: one.personId, companyId: one.companyId }, { idempotencyKey: key.current })
      onClose()
      void navigate(viewLink('expert/MyDeclare', { task: taskId }))
    } catch (caught) {
      key.current = newKey()
      setProblem(caught instanceof ApiError ? caught.message : '网络连接失败，请重试')
      setBusy(null)
    }
  }
  return (
    <AppModal open title="开始申报" width={720} footer={null} onCancel={onClose}>
      {problem ? <Alert type="error" showIcon title={problem} style={{ marginBottom: 12 }} /> : null}
      {error ? <FailedToLoad message={error} onRetry={() => void reload()} /> : null}
      {!data && !error ? <Skeleton active paragraph={{ rows: 4 }} /> : null}
      {data?.schemes.length === 0 ? <Typography.Text type="secondary">现在没有开放申报的评价方案</Typography.Text> : null}
      {data?.schemes.map((scheme) => (
        <section key={scheme.schemeId} aria-label={scheme.schemeName} style={{ marginBottom: 20 }}>
          <Typography.Title level={3} style={{ fontSize: 16, margin: '0 0 4px' }}>
            {scheme.schemeName}
          </Typography.Title>
          <Typography.Text type="secondary">
            评价对象：{evalTarget.labels[scheme.evalTarget]}，条件计算到 {scheme.periodEnd}，申报截止 {dateFormat(scheme.applyEnd)}
          </Typography.Text>
          {scheme.declarants.length === 0 ? <p>您所代表的单位和本人不在该方案的评价范围内</p> : null}
          {scheme.declarants.map((one) => (
            <Flex key={`${one.personId} ${one.companyId}`} justify="space-between" align="flex-start" gap={16} wrap style={{ padding: '8px 0' }}>
              <div style={{ flex: '1 1 320px' }}>
                <strong>{one.personId ? `${one.name}（${one.companyName}）` : one.name}</strong>
                <Outcomes rules={one.rules} />
              </div>
              {one.declareId ? (
                <Button
                  onClick={() => {
                    onClose()
                    void navigate(viewLink('expert/MyDeclare', { record: one.declareId ?? '' }))
                  }}
                >
                  查看申报
                </Button>
              ) : (
                <Button type="primary" loading={busy === `${scheme.schemeId} ${one.personId} ${one.companyId}`} disabled={busy !== null} onClick={() => void begin(scheme, one)}>
                  开始申报
                </Button>
              )}
            </Flex>
          ))}
        </section>
      ))}
    </AppModal>
  )
}
