import { IMPORT_MAX_BYTES, IMPORT_MAX_ROWS } from '@assoc/contract/platform/work'
import { Alert, Button, DownloadOutlined, Flex, Progress, theme, Typography, UploadDragger, UploadOutlined } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { StockListStore } from './store'

/** Step one: choose the exchange's own file. */
export const FileStep = observer(function FileStep({ store }: { store: StockListStore }) {
  const { token } = theme.useToken()
  return (
    <Flex vertical gap={16}>
      {store.error ? <Alert type="error" showIcon title={store.error} /> : null}
      <UploadDragger
        accept=".xlsx,.xls,.csv,.txt,.tsv"
        maxCount={1}
        showUploadList={false}
        disabled={store.busy}
        beforeUpload={(file) => {
          void store.send(file)
          return false
        }}
      >
        <Flex vertical align="center" gap={8} style={{ padding: '20px 0' }}>
          <UploadOutlined style={{ fontSize: 32, color: token.colorTextTertiary }} />
          <Typography.Text strong>
            {store.progress === null ? '点击选择，或把文件拖到这里' : store.progress < 100 ? '正在上传' : '正在解析与核对'}
          </Typography.Text>
          {store.progress === null ? (
            <Typography.Text type="secondary">
              沪、深、北交易所网站下载的股票列表（xlsx、xls 或 csv），最大 {IMPORT_MAX_BYTES / 1024 / 1024} MB、
              {IMPORT_MAX_ROWS.toLocaleString('zh-CN')} 行
            </Typography.Text>
          ) : (
            <Progress percent={store.progress} size="small" style={{ width: 280 }} aria-label="上传进度" />
          )}
        </Flex>
      </UploadDragger>
      <Flex align="center" justify="space-between" gap={12} wrap>
        <Typography.Text type="secondary">按表头识别列，不按位置；其余列会被忽略。上传只核对，不写入。</Typography.Text>
        <Button icon={<DownloadOutlined />} onClick={() => void store.saveTemplate()}>
          下载模板
        </Button>
      </Flex>
    </Flex>
  )
})
