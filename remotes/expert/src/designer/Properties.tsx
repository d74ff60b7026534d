import { observer } from 'mobx-react-lite'
import { RichText } from '@assoc/ui'
import { useDeferredValue } from 'react'
import { ConditionField } from './Condition'
import { ChoiceField, TextField } from './fields'
import { ManyProperties } from './ManyProperties'
import { QuestionProperties } from './QuestionProperties'
import { MANY, shownOf } from './regions'
import type { DesignerStore } from './store'

/**
 * What can be set of whatever is chosen. Its fields follow when there is time: who goes through the form with the arrows does not wait for
 * those of every question on the way.
 */
export const Properties = observer(function Properties({ store }: { store: DesignerStore }) {
  const shown = useDeferredValue(shownOf(store))
  return (
    <div data-of={shown}>
      <Shown store={store} of={shown} />
    </div>
  )
})

const Shown = observer(function Shown({ store, of }: { store: DesignerStore; of: string }) {
  const { doc } = store
  if (of === MANY) return store.chosen.length > 1 ? <ManyProperties store={store} keys={store.chosen} /> : null
  if (doc.questions[of]) return <QuestionProperties key={of} store={store} id={of} />
  if (doc.blocks[of]) return <BlockProperties key={of} store={store} id={of} />
  return <FormProperties store={store} />
})

const FormProperties = observer(function FormProperties({ store }: { store: DesignerStore }) {
  const { doc } = store
  return (
    <div className="fd-props">
      <TextField
        label="表单名称"
        name="title"
        value={doc.title}
        onChange={(text) => store.setForm('title', text, true)}
        onSettle={store.settle}
      />
      <div className="fd-field" role="group" aria-label="表单说明">
        <div className="fd-name">表单说明</div>
        <RichText
          value={doc.intro ?? null}
          onChange={(intro) => void store.setForm('intro', intro ?? undefined, true)}
          aria-label="表单说明"
        />
      </div>
      <div className="fd-hint">在大纲或画布中选择题目后，可在此设置它的属性。</div>
    </div>
  )
})

const BlockProperties = observer(function BlockProperties({ store, id }: { store: DesignerStore; id: string }) {
  const block = store.doc.blocks[id]
  if (!block) return null
  const name = block.kind === 'page' ? '页' : '分节'
  return (
    <div className="fd-props">
      <TextField
        label={`${name}标题`}
        name="title"
        value={block.title}
        placeholder="可不填"
        onChange={(text) => store.setBlock(id, 'title', text, true)}
        onSettle={store.settle}
      />
      {block.kind === 'section' ? (
        <ChoiceField
          label="每行题目数"
          required
          value={String(block.columns ?? 1)}
          options={[
            { value: '1', label: '1 列' },
            { value: '2', label: '2 列' },
            { value: '3', label: '3 列' },
          ]}
          onChange={(columns) => store.setBlock(id, 'columns', columns === '1' ? undefined : Number(columns))}
        />
      ) : null}
      <ConditionField
        label="显示条件"
        then={`显示此${name}`}
        doc={store.doc}
        value={block.visibleIf}
        onChange={(tree, typing) => store.setBlock(id, 'visibleIf', tree, typing !== undefined)}
        onSettle={store.settle}
      />
    </div>
  )
})
