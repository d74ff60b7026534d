import { QUESTION_TYPES } from '@assoc/contract/form/engine/document'
import { typesFor, type ProposedField } from '@assoc/contract/form/engine/proposal'
import { Flex, Select, Typography } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useCallback, useEffect, useId, useRef, type KeyboardEvent } from 'react'
import { LongList } from '../LongList'
import type { Review } from './review'

/** Height of the list, px: about ten fields. */
const HEIGHT = 330

/** Recognised fields one after the other: Enter takes, Tab passes, arrows move and change the type. After the last one the focus goes on. */
export const FieldGrid = observer(function FieldGrid({ review, onEnd }: { review: Review; onEnd: () => void }) {
  const id = useId()
  const box = useRef<HTMLDivElement | null>(null)
  const { fields, at } = review
  const place = useCallback((element: HTMLDivElement | null) => {
    box.current = element
  }, [])
  useEffect(() => box.current?.focus(), [])
  const decide = (take: boolean) => {
    const last = review.isLast
    review.decide(take)
    // What it leads to may be taken only now, so it is focused when it is drawn anew.
    if (last) setTimeout(onEnd, 0)
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.target !== box.current || event.altKey || event.ctrlKey || event.metaKey) return
    const move: Record<string, () => void> = {
      Enter: () => decide(true),
      ArrowDown: () => review.go(at + 1),
      ArrowUp: () => review.go(at - 1),
      Home: () => review.go(0),
      End: () => review.go(fields.length - 1),
      ArrowRight: () => review.turn(1),
      ArrowLeft: () => review.turn(-1),
      ...(event.shiftKey ? {} : { Tab: () => decide(false) }),
    }
    const run = move[event.key]
    if (!run) return
    event.preventDefault()
    run()
  }
  if (fields.length === 0) return <Typography.Text>没有识别到需要填写的单元格</Typography.Text>
  const now = fields[at]
  return (
    <>
      <Flex justify="space-between" align="center" gap={8} wrap>
        <Typography.Text type="secondary" className="fd-keys">
          <kbd>Enter</kbd> 采用　<kbd>Tab</kbd> 跳过　<kbd>↑ ↓</kbd> 移动　<kbd>← →</kbd> 换题型　还有 {review.open} 项未处理
        </Typography.Text>
        {now ? (
          <Flex gap={8} align="center">
            <Typography.Text>{now.cell} 的题型</Typography.Text>
            <Select size="small" aria-label="题型" style={{ width: 120 }} value={review.typeOf(now)} options={typesFor(now).map((one) => ({ value: one, label: QUESTION_TYPES[one] }))} onChange={(next) => review.retype(now, next)} />
          </Flex>
        ) : null}
      </Flex>
      <LongList
        outerRef={place}
        role="listbox"
        aria-label="识别到的单元格"
        aria-activedescendant={now ? `${id}-${now.id}` : undefined}
        tabIndex={0}
        className="fd-scroll"
        style={{ height: Math.min(HEIGHT, fields.length * 34 + 4), flex: 'none' }}
        onKeyDown={onKeyDown}
        count={fields.length}
        estimate={34}
        at={at}
        keyOf={(index) => fields[index]?.id ?? String(index)}
        row={(index) => <Row review={review} index={index} id={id} />}
      />
      <div className="fd-unseen" role="status" aria-live="polite">
        {now ? said(review, now) : ''}
      </div>
    </>
  )
})

const state = (review: Review, { id }: ProposedField): string => ({ true: '采用', false: '跳过', undefined: '' })[String(review.isTaken(id)) as 'true']
const said = (review: Review, field: ProposedField): string => `${field.cell} ${field.label}，${QUESTION_TYPES[review.typeOf(field)]}，${state(review, field) || '未处理'}`

const Row = observer(function Row({ review, index, id }: { review: Review; index: number; id: string }) {
  const field = review.fields[index]
  if (!field) return null
  const type = review.typeOf(field)
  const here = index === review.at
  const note = [field.options ? `${field.options.length} 个选项` : '', field.unit ?? '', type === 'calc' ? `=${field.formula ?? ''}` : '', field.guessed ? '名称为推测' : ''].filter((one) => one !== '').join('，')
  return (
    // Keys are those of the list, which has the focus.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/interactive-supports-focus
    <div id={`${id}-${field.id}`} className="fd-node" role="option" aria-selected={here} data-at={here} data-off={review.isTaken(field.id) === false} style={{ height: 34, paddingInlineStart: 8 }} onClick={() => review.go(index)}>
      <small style={{ width: 48 }}>{field.cell}</small>
      <span className="fd-label" title={field.label}>
        {field.label}
      </span>
      <small style={{ maxWidth: 260, overflow: 'hidden', textOverflow: 'ellipsis' }} title={note}>
        {note}
      </small>
      <small style={{ width: 64 }}>{QUESTION_TYPES[type]}</small>
      <small style={{ width: 32 }}>{state(review, field)}</small>
    </div>
  )
})
