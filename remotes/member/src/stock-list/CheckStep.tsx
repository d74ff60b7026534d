import { Alert, Button, Flex, Typography } from '@assoc/ui'
import { Radio } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { BatchRows } from './BatchRows'
import type { StockListStore } from './store'

/** Step two: what each row would do, and how to write. */
export const CheckStep = observer(function CheckStep({ store, onWritten }: { store: StockListStore; onWritten?: () => void }) {
  const { batch, refused, writable, same } = store
  if (!batch) return null
  const nothing = writable === 0
  return (
    <Flex vertical gap={16}>
      <Typography.Text>
        「{batch.fileName}」共 <strong>{batch.totalRows.toLocaleString('zh-CN')}</strong> 行：可写入{' '}
        <strong>{writable.toLocaleString('zh-CN')}</strong> 行， 无变化 {same.toLocaleString('zh-CN')} 行，不能写入{' '}
        <strong>{refused.toLocaleString('zh-CN')}</strong> 行。
      </Typography.Text>
      {store.error ? <Alert type="error" showIcon title={store.error} /> : null}
      <BatchRows key={batch.batchId} batch={batch} />
      {refused > 0 && !nothing ? (
        <Radio.Group value={store.goodOnly} onChange={(e) => store.chooseGoodOnly(e.target.value as boolean)} aria-label="写入方式">
          <Flex vertical gap={8}>
            <Radio value={true}>
              只写入可以写入的 {writable.toLocaleString('zh-CN')} 行，其余 {refused.toLocaleString('zh-CN')} 行下载后修改
            </Radio>
            <Radio value={false}>整份写入：只要有一行不能写入，就一行也不写入</Radio>
          </Flex>
        </Radio.Group>
      ) : null}
      <Flex gap={8} justify="flex-end" wrap>
        {refused > 0 ? <Button onClick={() => void store.saveErrors()}>下载错误行</Button> : null}
        <Button disabled={store.busy} onClick={store.restart}>
          换一个文件
        </Button>
        <Button
          type="primary"
          loading={store.writing}
          disabled={nothing || store.goodOnly === null}
          onClick={() => void store.confirm().then((written) => written && onWritten?.())}
        >
          {nothing ? '没有可写入的行' : `写入 ${writable.toLocaleString('zh-CN')} 行`}
        </Button>
      </Flex>
    </Flex>
  )
})
