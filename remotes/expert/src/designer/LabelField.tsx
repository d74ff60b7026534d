import { orderOf } from '@assoc/contract/form/engine/document'
import { Select } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useRef } from 'react'
import { quotedLabel } from './document-parts'
import { TextField } from './fields'
import type { DesignerStore } from './store'

/** Questions that are offered at once; more are found by typing. */
const OFFERED = 200

/** The label of a question, into which the answers of earlier ones can be put without anybody typing their keys. */
export const LabelField = observer(function LabelField({ store, id, value, onChange }: { store: DesignerStore; id: string; value: string; onChange: (text: string) => string | null }) {
  const { doc } = store
  const frame = useRef<HTMLDivElement>(null)
  const order = orderOf(doc)
  const own = doc.questions[id]?.in
  const at = order.indexOf(id)
  const earlier = order.slice(0, at < 0 ? 0 : at).filter((key) => {
    const one = doc.questions[key]
    return one && one.type !== 'note' && one.type !== 'repeat' && (one.in === undefined || one.in === own)
  })
  const insert = (key: string) => {
    const field = frame.current?.querySelector('textarea')
    const [from, to] = [field?.selectionStart ?? value.length, field?.selectionEnd ?? value.length]
    const quote = `{{${key}}}`
    if (onChange(`${value.slice(0, from)}${quote}${value.slice(to)}`) !== null) return
    store.settle()
    setTimeout(() => {
      field?.focus()
      field?.setSelectionRange(from + quote.length, from + quote.length)
    }, 0)
  }
  return (
    <div ref={frame} className="fd-quote">
      <TextField label="题目" name="label" rows={1} value={value} onChange={onChange} onSettle={store.settle} {...(value.includes('{{') ? { hint: `显示为：${quotedLabel(doc, value)}` } : {})} />
      {earlier.length === 0 ? null : (
        <Select
          size="small"
          aria-label="引用前面的答案"
          placeholder="引用前面的答案"
          value={null}
          showSearch
          style={{ width: '100%', marginTop: 4 }}
          options={earlier.slice(-OFFERED).map((key) => ({ value: key, label: quotedLabel(doc, doc.questions[key]?.label ?? '') || '未命名的题目' }))}
          onChange={(key: string | null) => key && insert(key)}
        />
      )}
    </div>
  )
})
