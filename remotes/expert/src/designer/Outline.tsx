import { QUESTION_TYPES } from '@assoc/contract/form/engine/document'
import { observer } from 'mobx-react-lite'
import { memo, useCallback, type MouseEvent } from 'react'
import { listKeys } from './keys'
import { LongList } from './LongList'
import { RenameInput } from './RenameInput'
import type { OutlineNode } from './rows'
import { quotedLabel } from './document-parts'
import type { DesignerStore } from './store'
import { useAttachDrag, useAttached, useScrollWhileDragging, type Attach } from './use-drag'

/** Pages, sections and questions in order. One focus moves through it, so that three thousand lines are one stop of the Tab key. */
export const Outline = observer(function Outline({ store }: { store: DesignerStore }) {
  const { nodes, active, selected, folded, worst, doc } = store
  const at = active === null ? -1 : nodes.findIndex((node) => node.id === active)
  const scroll = useScrollWhileDragging(store)
  const attach = useAttachDrag(store)
  const press = useCallback((id: string, event: MouseEvent) => store.press(id, event), [store])
  return (
    <LongList
      className="fd-scroll"
      role="tree"
      aria-label="表单大纲"
      aria-multiselectable
      tabIndex={0}
      data-region="outline"
      aria-activedescendant={at >= 0 ? `${store.id}-o-${active}` : undefined}
      {...listKeys(store)}
      count={nodes.length}
      estimate={30}
      at={at}
      outerRef={scroll}
      keyOf={(index) => nodes[index]?.id ?? String(index)}
      row={(index) => {
        const node = nodes[index]
        if (!node) return null
        const question = doc.questions[node.id]
        return store.renaming?.id === node.id && store.renaming.where === 'outline' ? (
          <div style={{ padding: `2px 8px 2px ${8 + node.depth * 14}px` }}>
            <RenameInput store={store} id={node.id} />
          </div>
        ) : (
          <Line
            node={node}
            id={`${store.id}-o-${node.id}`}
            label={question ? quotedLabel(doc, node.label) : node.label}
            type={question ? QUESTION_TYPES[question.type] : ''}
            off={question?.retired === true}
            selected={selected.has(node.id)}
            at={node.id === active}
            folded={folded.has(node.id)}
            worst={worst.get(node.id)}
            onPress={press}
            onAttach={attach}
            onRename={() => store.rename(node.id, 'outline')}
            onFold={() => store.fold(node.id)}
          />
        )
      }}
    />
  )
})

interface LineProps {
  node: OutlineNode
  id: string
  label: string
  type: string
  off: boolean
  selected: boolean
  at: boolean
  folded: boolean
  worst: 'error' | 'warning' | undefined
  onPress: (id: string, event: MouseEvent) => void
  onAttach: Attach
  onRename: () => void
  onFold: () => void
}

const Line = memo(
  function Line({ node, id, label, type, off, selected, at, folded, worst, onPress, onAttach, onRename, onFold }: LineProps) {
    const ref = useAttached(onAttach, node.id)
    return (
      // The tree that it stands in has the focus and the keys.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        ref={ref}
        id={id}
        role="treeitem"
        aria-level={node.depth + 1}
        aria-selected={selected}
        aria-expanded={node.folds ? !folded : undefined}
        className="fd-node"
        data-kind={node.kind}
        data-at={at}
        data-off={off}
        style={{ '--fd-depth': node.depth } as React.CSSProperties}
        onClick={(event) => onPress(node.id, event)}
        onDoubleClick={onRename}
      >
        {node.folds ? (
          // For the pointer alone: arrows of the tree fold by keyboard.
          // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-static-element-interactions
          <span
            className="fd-fold"
            aria-hidden="true"
            onClick={(event) => {
              event.stopPropagation()
              onFold()
            }}
          >
            {folded ? '▶' : '▼'}
          </span>
        ) : null}
        <span className="fd-label" title={label}>
          {label}
        </span>
        {type ? <small>{type}</small> : null}
        {worst ? (
          <span className="fd-dot" data-mild={worst === 'warning'} role="img" aria-label={worst === 'error' ? '有错误' : '有提醒'}>
            {worst === 'error' ? '✕' : '!'}
          </span>
        ) : null}
      </div>
    )
  },
  (before, after) =>
    before.node.id === after.node.id &&
    before.label === after.label &&
    before.type === after.type &&
    before.selected === after.selected &&
    before.at === after.at &&
    before.off === after.off &&
    before.folded === after.folded &&
    before.worst === after.worst &&
    before.node.depth === after.node.depth &&
    before.node.folds === after.node.folds &&
    before.node.kind === after.node.kind,
)
