import { Flex, Steps } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { CheckStep } from './CheckStep'
import { FileStep } from './FileStep'
import { ResultStep } from './ResultStep'
import type { StockListStore } from './store'

const STEPS = ['file', 'check', 'result'] as const

export interface WizardProps {
  store: StockListStore
  onWritten?: () => void
  /** Where the wizard stands in a drawer. */
  onClose?: () => void
}

/** File, check, result: nothing is written before the second step is confirmed. */
export const StockListWizard = observer(function StockListWizard({ store, onWritten, onClose }: WizardProps) {
  return (
    <Flex vertical gap={20}>
      <Steps
        size="small"
        current={STEPS.indexOf(store.step)}
        items={[{ title: '上传文件' }, { title: '核对数据' }, { title: '写入结果' }]}
        style={{ maxWidth: 640 }}
      />
      {store.step === 'file' ? <FileStep store={store} /> : null}
      {store.step === 'check' ? <CheckStep store={store} {...(onWritten ? { onWritten } : {})} /> : null}
      {store.step === 'result' ? <ResultStep store={store} {...(onClose ? { onClose } : {})} /> : null}
    </Flex>
  )
})
