import { mayBeColumn, QUESTION_TYPES, type QuestionType } from '@assoc/contract/form/engine/document'
import { OFFERED_TYPES } from '@assoc/contract/form/template'
import { observer } from 'mobx-react-lite'
import { add } from './commands'
import type { DesignerStore } from './store'
import { useAttachType } from './use-drag'

/** The kinds of questions; one that is pressed stands behind what is chosen. By keyboard the palette has them all (Insert). */
export const Bank = observer(function Bank({ store }: { store: DesignerStore }) {
  if (!store.mayEdit) return null
  const column = store.active !== null && store.doc.questions[store.active]?.in !== undefined
  const types = OFFERED_TYPES.filter((type) => !column || mayBeColumn({ type }))
  return (
    <div role="group" aria-label={column ? '添加列' : '题库'}>
      <div className="fd-part" style={{ borderTop: '1px solid var(--fd-line)' }}>
        {column ? '添加列' : '添加题目'}
        <span className="fd-hint" style={{ fontWeight: 400, margin: 0 }}>
          Insert
        </span>
      </div>
      <div className="fd-bank">
        {types.map((type) => (
          <BankType key={type} store={store} type={type} />
        ))}
      </div>
    </div>
  )
})

function BankType({ store, type }: { store: DesignerStore; type: QuestionType }) {
  const ref = useAttachType(store, type)
  return (
    <button ref={ref} type="button" tabIndex={-1} onClick={() => add(store, type, 'outline')}>
      {QUESTION_TYPES[type]}
    </button>
  )
}
