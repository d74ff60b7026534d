import { Card, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { StockListStore } from '../../stock-list/store'
import { StockListWizard } from '../../stock-list/StockListWizard'

/** The import of a stock list as a page of its own. */
function StockListParse() {
  const { token } = theme.useToken()
  const [store] = useState(() => new StockListStore())
  return (
    <Card title="证券列表解析" styles={{ header: { paddingInline: token.padding }, body: { padding: token.padding } }}>
      <StockListWizard store={store} />
    </Card>
  )
}

export default observer(StockListParse)
