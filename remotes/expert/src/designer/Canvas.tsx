import { observer } from 'mobx-react-lite'
import { useCallback, type CSSProperties, type MouseEvent } from 'react'
import { Card } from './Face'
import { conditionText } from '@assoc/contract/form/engine/sentence'
import { listKeys } from './keys'
import { LongList } from './LongList'
import { RenameInput } from './RenameInput'
import { blockTitle, type CanvasLine } from './rows'
import type { DesignerStore } from './store'
import { useAttachDrag, useAttached, useAttachEnd, useScrollWhileDragging } from './use-drag'

/** The form as it will look, where questions are pressed, chosen and named. It has the keys that the outline has. */
export const Canvas = observer(function Canvas({ store }: { store: DesignerStore }) {
  const { lines, active } = store
  const scroll = useScrollWhileDragging(store)
  const at =
    active === null
      ? -1
      : lines.findIndex((line) => (line.kind === 'questions' ? line.keys.includes(active) : line.kind !== 'end' && line.id === active))
  return (
    <LongList
      className="fd-scroll fd-canvas"
      inner="fd-sheet"
      role="listbox"
      aria-label="表单画布"
      aria-multiselectable
      tabIndex={0}
      data-region="canvas"
      aria-activedescendant={at >= 0 ? `${store.id}-c-${active}` : undefined}
      {...listKeys(store)}
      count={lines.length}
      estimate={92}
      at={at}
      outerRef={scroll}
      keyOf={(index) => {
        const line = lines[index]
        return line ? `${line.kind} ${line.id}` : String(index)
      }}
      row={(index) => {
        const line = lines[index]
        return line ? <CanvasRow store={store} line={line} /> : null
      }}
    />
  )
})

const CanvasRow = observer(function CanvasRow({ store, line }: { store: DesignerStore; line: CanvasLine }) {
  const { doc, selected, active } = store
  const attach = useAttachDrag(store)
  const end = useAttachEnd(store, line.id)
  const own = useAttached(attach, line.id)
  const press = useCallback((key: string, event: MouseEvent) => store.press(key, event), [store])
  const rename = useCallback((key: string) => store.rename(key, 'canvas'), [store])
  if (line.kind === 'questions')
    return (
      <div className="fd-line" role="presentation" style={{ '--fd-columns': line.columns } as CSSProperties}>
        {line.keys.map((key) => {
          const question = doc.questions[key]
          if (!question) return null
          const whole = question.columns || question.type === 'note' || question.type === 'matrix'
          return store.renaming?.id === key && store.renaming.where === 'canvas' ? (
            <div key={key} className="fd-face" data-at="true">
              <RenameInput store={store} id={key} />
            </div>
          ) : (
            <Card
              key={key}
              id={`${store.id}-c-${key}`}
              questionKey={key}
              question={question}
              doc={doc}
              span={whole ? line.columns : Math.min(question.span ?? 1, line.columns)}
              selected={selected.has(key)}
              at={key === active}
              onPress={press}
              onAttach={attach}
              onRename={rename}
            />
          )
        })}
      </div>
    )
  if (line.kind === 'end')
    return store.mayEdit ? (
      // By keyboard the palette does the same.
      // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
      <div
        ref={end}
        role="option"
        aria-selected={false}
        className="fd-add"
        onClick={() => {
          store.choose(doc.blocks[line.id]?.items.at(-1) ?? line.id)
          store.openPalette('add')
        }}
      >
        ＋ 添加题目
      </div>
    ) : null
  const block = doc.blocks[line.id]
  if (!block) return null
  if (store.renaming?.id === line.id && store.renaming.where === 'canvas')
    return (
      <div style={{ padding: '14px 16px 6px' }}>
        <RenameInput store={store} id={line.id} />
      </div>
    )
  return (
    // The list has the keys.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div
      ref={own}
      id={`${store.id}-c-${line.id}`}
      role="option"
      aria-selected={selected.has(line.id)}
      className={line.kind === 'page' ? 'fd-page' : 'fd-section'}
      data-at={line.id === active}
      onClick={(event) => press(line.id, event)}
      onDoubleClick={() => rename(line.id)}
    >
      <span className={block.title ? undefined : 'fd-empty'}>{blockTitle(doc, line.id)}</span>
      {block.visibleIf === undefined ? null : (
        <div>
          <span className="fd-when">当{conditionText(block.visibleIf, doc)}时显示</span>
        </div>
      )}
    </div>
  )
})
