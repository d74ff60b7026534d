import { Button, Flex, Typography, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { BatchRows } from './BatchRows'
import type { StockListStore } from './store'

/** Step three: both numbers, what was written and what was not. */
export const ResultStep = observer(function ResultStep({ store, onClose }: { store: StockListStore; onClose?: () => void }) {
  const { token } = theme.useToken()
  const { batch, refused, same } = store
  if (!batch) return null
  const numbers: [label: string, value: number, colour: string][] = [
    ['已写入', batch.writtenRows, token.colorSuccess],
    ['未写入', refused, refused > 0 ? token.colorError : token.colorTextSecondary],
    ['无变化', same, token.colorTextSecondary],
    ...(batch.ignoredRows > 0 ? [['已忽略', batch.ignoredRows, token.colorTextSecondary] as [string, number, string]] : []),
  ]
  return (
    <Flex vertical gap={16}>
      <Flex align="flex-end" justify="space-between" gap={16} wrap>
        <Flex gap={12} wrap role="status">
          {numbers.map(([label, value, colour]) => (
            <Flex
              key={label}
              vertical
              style={{
                minWidth: 140,
                padding: '12px 16px',
                border: `1px solid ${token.colorBorderSecondary}`,
                borderRadius: token.borderRadiusLG,
              }}
            >
              <Typography.Text type="secondary">{label}</Typography.Text>
              <span style={{ fontSize: 24, lineHeight: '32px', fontWeight: 600, color: colour }}>{value.toLocaleString('zh-CN')} 行</span>
            </Flex>
          ))}
        </Flex>
        <Flex gap={8} wrap>
          {refused > 0 ? <Button onClick={() => void store.saveErrors()}>下载错误行</Button> : null}
          <Button onClick={store.restart}>再导入一份</Button>
          {onClose ? (
            <Button type="primary" onClick={onClose}>
              完成
            </Button>
          ) : null}
        </Flex>
      </Flex>
      {store.error ? <Typography.Text type="danger">{store.error}</Typography.Text> : null}
      <BatchRows key={`${batch.batchId}/done`} batch={batch} />
    </Flex>
  )
})
