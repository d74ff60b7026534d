import { QUESTION_TYPES, type Check, type Question } from '@assoc/contract/form/engine/document'
import { Button, CloseOutlined, PlusOutlined } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { addColumn } from './commands'
import { ConditionField } from './Condition'
import { TextField } from './fields'
import type { DesignerStore } from './store'

/** Columns of a table question; each is a question of its own. */
export const ColumnList = observer(function ColumnList({ store, id, one }: { store: DesignerStore; id: string; one: Question }) {
  return (
    <div className="fd-group" role="group" aria-label="表格的列">
      <div className="fd-name">表格的列</div>
      {(one.columns ?? []).map((key) => (
        <div key={key} style={{ display: 'flex', justifyContent: 'space-between', gap: 8 }}>
          <Button type="link" size="small" style={{ padding: 0 }} onClick={() => store.jump(key)}>
            {store.doc.questions[key]?.label ?? '已删除的题目'}
          </Button>
          <span className="fd-hint">{store.doc.questions[key] ? QUESTION_TYPES[store.doc.questions[key].type] : ''}</span>
        </div>
      ))}
      <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => addColumn(store, id)}>
        添加列
      </Button>
    </div>
  )
})

/** Rules between answers, each with its sentence. */
export function Checks({ store, id, one }: { store: DesignerStore; id: string; one: Question }) {
  const checks = one.checks ?? []
  const put = (list: Check[], typing?: string) => store.set([id], 'checks', list.length > 0 ? list : undefined, typing)
  return (
    <div className="fd-group" role="group" aria-label="校验规则">
      <div className="fd-name">校验规则</div>
      {checks.map((check, at) => {
        const change = (patch: Partial<Check>, typing?: string) =>
          put(
            checks.map((old) => (old.id === check.id ? { ...old, ...patch } : old)),
            typing === undefined ? undefined : `checks ${check.id} ${typing}`,
          )
        return (
          <div key={check.id} style={{ display: 'flex', flexDirection: 'column', gap: 8 }}>
            <ConditionField
              label={`规则 ${at + 1} 须满足`}
              then="符合要求"
              doc={store.doc}
              value={check.holds}
              fixed
              onChange={(tree, typing) => change({ holds: tree ?? true }, typing)}
              onSettle={store.settle}
            />
            <TextField
              label="不满足时提示"
              value={check.message}
              onChange={(message) => change({ message }, 'message')}
              onSettle={store.settle}
            />
            <Button size="small" icon={<CloseOutlined />} onClick={() => put(checks.filter((old) => old.id !== check.id))}>
              删除规则 {at + 1}
            </Button>
          </div>
        )
      })}
      <Button size="small" type="dashed" icon={<PlusOutlined />} onClick={() => put([...checks, store.newCheck(id)])}>
        添加校验规则
      </Button>
    </div>
  )
}
