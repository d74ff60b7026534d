import { AppDrawer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import { StockListStore } from './store'
import { StockListWizard } from './StockListWizard'

/** The import of a stock list beside the list of companies. */
export const StockListDrawer = observer(function StockListDrawer({ onClose, onWritten }: { onClose: () => void; onWritten: () => void }) {
  const [store] = useState(() => new StockListStore())
  return (
    <AppDrawer
      open
      title="导入证券列表"
      size={1040}
      onClose={onClose}
      mask={{ closable: store.step === 'file' && !store.busy }}
      keyboard={!store.busy}
      closable={!store.busy}
    >
      <StockListWizard store={store} onWritten={onWritten} onClose={onClose} />
    </AppDrawer>
  )
})
