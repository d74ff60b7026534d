import { selectFormQuotas, setFormQuotas } from '@assoc/contract/form/quota'
import type { formRound } from '@assoc/contract/form/round'
import { api, ApiError, newKey } from '@assoc/http'
import { Alert, AppModal, FailedToLoad, Flex, InputNumber, Skeleton, Typography, useAnswer, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useRef, useState } from 'react'

const MOST = 1_000_000
const nameOf = (key: string, value: string) => `${key} ${value}`

/** How often each option of a round may be chosen. */
export function Quotas({ row, onClose, onDone }: PageDialog<RowOfResource<typeof formRound>>) {
  const { data, error, reload } = useAnswer(selectFormQuotas, { roundId: row.roundId })
  const [typed, setTyped] = useState<Record<string, number | null>>({})
  const [busy, setBusy] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const intent = useRef<string | null>(null)
  const placesOf = (key: string, { value, places }: { value: string; places: number | null }) => (nameOf(key, value) in typed ? (typed[nameOf(key, value)] ?? null) : places)
  const put = (key: string, value: string, places: number | null) => {
    intent.current = null
    setTyped((old) => ({ ...old, [nameOf(key, value)]: places }))
  }
  const save = async () => {
    setBusy(true)
    setRefused(null)
    intent.current ??= newKey()
    try {
      const quotas = (data?.questions ?? []).flatMap(({ key, options }) =>
        options.flatMap((option) => {
          const places = placesOf(key, option)
          return places ? [{ questionKey: key, choice: option.value, places }] : []
        }),
      )
      await api(setFormQuotas, { roundId: row.roundId, quotas }, { idempotencyKey: intent.current })
      onDone('名额已保存')
    } catch (caught) {
      setRefused(caught instanceof ApiError ? (caught.fields[0]?.message ?? caught.message) : '网络连接失败，请重试')
    } finally {
      setBusy(false)
    }
  }
  return (
    <AppModal open title={`选项名额：${row.roundName}`} width={640} okText="保存" cancelText="取消" okButtonProps={{ disabled: !data || data.questions.length === 0, loading: busy }} onOk={() => void save()} onCancel={onClose}>
      {refused ? <Alert type="error" showIcon title={refused} style={{ marginBottom: 12 }} /> : null}
      {error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active />
      ) : data.questions.length === 0 ? (
        <Typography.Paragraph>这个表单没有单选、多选或下拉题，不能设置名额。</Typography.Paragraph>
      ) : (
        <>
          <Typography.Paragraph type="secondary">选项被选满后不能再选；撤回、退回或作废后名额退还。不填表示不限。</Typography.Paragraph>
          <div style={{ maxHeight: '60vh', overflow: 'auto' }}>
            {data.questions.map(({ key, label, options }) => (
              <section key={key} aria-label={label} style={{ marginBottom: 16 }}>
                <Typography.Text strong>{label}</Typography.Text>
                {options.map((option) => (
                  <Flex key={option.value} gap={12} align="center" justify="space-between" style={{ padding: '4px 0' }}>
                    <span style={{ flex: '1 1 auto', minWidth: 0, overflowWrap: 'anywhere' }}>{option.label}</span>
                    <Typography.Text type="secondary">已选 {option.taken}</Typography.Text>
                    <InputNumber
                      aria-label={`${label}：${option.label}的名额`}
                      placeholder="不限"
                      min={1}
                      max={MOST}
                      precision={0}
                      value={placesOf(key, option)}
                      onChange={(places) => put(key, option.value, typeof places === 'number' ? places : null)}
                      style={{ width: 120 }}
                    />
                  </Flex>
                ))}
              </section>
            ))}
          </div>
        </>
      )}
    </AppModal>
  )
}
