import { Card, Flex, theme, Typography } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { BatchList } from '../../stock-list/BatchList'
import { StockListStore } from '../../stock-list/store'
import { StockListWizard } from '../../stock-list/StockListWizard'

/** The import of a stock list as a page of its own, with the batches that were uploaded before. */
function StockListParse() {
  const { token } = theme.useToken()
  const [store] = useState(() => new StockListStore())
  return (
    <Flex vertical gap={16}>
      <Card title={<Typography.Title level={1} style={{ fontSize: 16, margin: 0 }}>证券列表解析</Typography.Title>} styles={{ header: { paddingInline: token.padding }, body: { padding: token.padding } }}>
        <StockListWizard store={store} />
      </Card>
      {store.step === 'file' ? <BatchList onOpen={(batchId) => void store.reopen(batchId)} /> : null}
    </Flex>
  )
}

export default observer(StockListParse)
