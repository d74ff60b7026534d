import { Alert, Button, Flex, Radio, Typography } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { BatchRows } from './BatchRows'
import type { StockListStore } from './store'

const count = (n: number): string => n.toLocaleString('zh-CN')

/** Step two: what each row would do, and how to write. The decision stands above the rows, so that a long file does not push it away. */
export const CheckStep = observer(function CheckStep({ store, onWritten }: { store: StockListStore; onWritten?: () => void }) {
  const { batch, refused, writable, same, goodOnly } = store
  if (!batch) return null
  const nothing = writable === 0
  const confirmText = nothing ? '没有可写入的行' : `写入 ${count(writable)} 行`
  return (
    <Flex vertical gap={16}>
      <Typography.Text>
        {`「${batch.fileName}」共 `}
        <strong>{count(batch.totalRows)}</strong>
        {' 行：可写入 '}
        <strong>{count(writable)}</strong>
        {` 行，无变化 ${count(same)} 行，不能写入 `}
        <strong>{count(refused)}</strong>
        {batch.ignoredRows > 0 ? ` 行，已忽略 ${count(batch.ignoredRows)} 行。` : ' 行。'}
      </Typography.Text>
      {batch.namelessRows > 0 ? (
        <Alert
          type="warning"
          showIcon
          title={`${count(batch.namelessRows)} 家新公司没有公司全称`}
          description="将先以简称登记并标为「全称待补」，补全之前不会按名称自动核销会费。可换用含「公司全称」的文件，或写入后在公司列表按「全称状态」筛选补全。"
        />
      ) : null}
      {store.error ? <Alert type="error" showIcon title={store.error} /> : null}
      <Flex align="flex-end" justify="space-between" gap={16} wrap>
        {refused > 0 && !nothing ? (
          <Radio.Group value={goodOnly} onChange={(e) => store.chooseGoodOnly(e.target.value as boolean)} aria-label="写入方式">
            <Flex vertical gap={8}>
              <Radio value={true}>{`只写入可以写入的 ${count(writable)} 行，其余 ${count(refused)} 行下载后修改`}</Radio>
              <Radio value={false}>整份写入：只要有一行不能写入，就一行也不写入</Radio>
            </Flex>
          </Radio.Group>
        ) : (
          <span />
        )}
        <Flex gap={8} wrap>
          {refused > 0 ? <Button onClick={() => void store.saveErrors()}>下载错误行</Button> : null}
          <Button disabled={store.busy} onClick={store.restart}>
            换一个文件
          </Button>
          <Button
            type="primary"
            loading={store.writing}
            disabled={nothing || goodOnly === null}
            onClick={() => void store.confirm().then((written) => written && onWritten?.())}
          >
            {confirmText}
          </Button>
        </Flex>
      </Flex>
      <BatchRows key={batch.batchId} batch={batch} onChanged={store.take} />
    </Flex>
  )
})
