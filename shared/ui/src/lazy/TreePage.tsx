import { Tree, type TreeDataNode } from 'antd'
import { toasts } from '@assoc/session'
import { useState, type ReactNode } from 'react'
import { ReasonDialog } from '../data/kit/ReasonDialog'
import { idsOf, locate, narrow, placeOfDrop, type TreePlace, type TreeShape } from '../data/kit/tree'
import type { Answer } from '../data/kit/use-answer'
import { Button, DeleteOutlined, DownOutlined, EditOutlined, Flex, Input, PlusOutlined, ReloadOutlined, SearchOutlined, Skeleton, Tooltip, Typography, UpOutlined, theme } from '../shell'
import { FailedToLoad, StateScreen } from '../shell/states'

/** An action of the page's own on a node, before those of the tree. */
export interface TreeAction {
  label: string
  icon: ReactNode
  onClick: () => void
}

/** What a form is opened for: a new node below one (null: at the top), or a change. */
export type TreeFormTarget<T> = { parentId: string | null } | { node: T }

export interface TreePageProps<T> {
  title: string
  /** What one node is called: 部门. */
  what: string
  tree: Answer<readonly T[]>
  shape: TreeShape<T>
  editable: boolean
  /** What the search looks at: 部门或负责人. */
  searchHint: string
  /** What moving a node means, below the head. */
  moveHint: string
  emptyText?: string
  /** Stands before the search, such as which of several trees is shown. */
  toolbar?: ReactNode
  /** What stands in a node's row. */
  content: (node: T) => ReactNode
  actions?: (node: T) => TreeAction[]
  move: (node: T, place: TreePlace) => Promise<unknown>
  /** Deletes a node without any below it; asked about before with the text. */
  remove: { text: string; run: (node: T) => Promise<unknown> }
  form: (target: TreeFormTarget<T>, close: () => void, done: () => void) => ReactNode
  /** Called after every change, besides reading the tree again. */
  onChanged?: () => void
}

/** Name and buttons of a row are read together: on a wide window they do not stand apart. */
const TREE_WIDTH = 1092

/** A tree that is searched, and whose nodes are dragged or moved by buttons, made, changed and deleted. */
export function TreePage<T>({ title, what, tree, shape, editable, searchHint, moveHint, emptyText, toolbar, content, actions, move, remove, form, onChanged }: TreePageProps<T>) {
  const { token } = theme.useToken()
  const [target, setTarget] = useState<TreeFormTarget<T> | null>(null)
  const [wanted, setWanted] = useState<string | null>(null)
  const [removing, setRemoving] = useState<T | null>(null)
  const [word, setWord] = useState('')
  const [moving, setMoving] = useState(false)
  // What is closed is kept, not what is open: a node that just got its first one below shows it.
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const nodes = tree.data ?? []
  const narrowed = word.trim() !== ''
  const shown = narrow(nodes, shape, word.trim())
  const holds = (node: T) => shape.holds?.(node) ?? true

  // A form that is asked for while the tree is being read opens with what is read: with what stands there still, saving would be
  // refused for the person's own change of a moment ago.
  const reading = moving || tree.loading
  if (wanted !== null && !reading) {
    setWanted(null)
    const found = locate(nodes, shape, wanted)
    if (found) setTarget({ node: found.node })
  }

  const changed = async () => {
    onChanged?.()
    await tree.reload()
  }
  const done = (text: string) => () => {
    setTarget(null)
    setRemoving(null)
    toasts.success(text)
    void changed()
  }
  const moveTo = async (node: T | undefined, place: TreePlace | undefined) => {
    if (!node || !place || moving) return
    setMoving(true)
    try {
      await move(node, place)
    } catch {
      // The refusal has been shown; the tree is read again as it is.
    } finally {
      await changed()
      setMoving(false)
    }
  }
  const rowOf = (node: T) => {
    const name = shape.nameOf(node)
    const found = locate(nodes, shape, shape.idOf(node))
    const { index, parentId } = found?.place ?? { index: 0, parentId: null }
    const fixed = moving || narrowed
    const last = (found?.siblings.length ?? 1) - 1
    return (
      <Flex align="center" justify="space-between" gap={12}>
        <span style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>{content(node)}</span>
        <Flex style={{ flex: 'none' }}>
          {actions?.(node).map((action) => <RowButton key={action.label} {...action} />)}
          {editable ? (
            <>
              <RowButton label={`上移${name}`} icon={<UpOutlined />} disabled={fixed || index === 0} onClick={() => void moveTo(node, { parentId, index: index - 1 })} />
              <RowButton label={`下移${name}`} icon={<DownOutlined />} disabled={fixed || index === last} onClick={() => void moveTo(node, { parentId, index: index + 1 })} />
              <RowButton label={`在${name}下新增`} icon={<PlusOutlined />} disabled={!holds(node)} onClick={() => setTarget({ parentId: shape.idOf(node) })} />
              <RowButton label={`修改${name}`} icon={<EditOutlined />} onClick={() => setWanted(shape.idOf(node))} />
              <RowButton label={`删除${name}`} icon={<DeleteOutlined />} danger disabled={shape.childrenOf(node).length > 0} onClick={() => setRemoving(node)} />
            </>
          ) : null}
        </Flex>
      </Flex>
    )
  }
  const dataOf = (list: readonly T[]): TreeDataNode[] => list.map((node) => ({ key: shape.idOf(node), title: rowOf(node), children: dataOf(shape.childrenOf(node)), isLeaf: !holds(node) }))
  const create = editable ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={() => setTarget({ parentId: null })}>
      新增{what}
    </Button>
  ) : null
  const ids = idsOf(shown, shape)

  return (
    <section aria-label={title} style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          {title}
        </Typography.Title>
        <Flex gap={8} align="center" wrap className="kit-no-print">
          {toolbar}
          <Input allowClear prefix={<SearchOutlined />} placeholder={searchHint} aria-label={`查找${what}`} value={word} onChange={(e) => setWord(e.target.value)} style={{ width: 220 }} />
          <Tooltip title="刷新">
            <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void tree.reload()} />
          </Tooltip>
          {create}
        </Flex>
      </Flex>
      {tree.error && !tree.data ? (
        <FailedToLoad message={tree.error} onRetry={() => void tree.reload()} />
      ) : !tree.data ? (
        <Skeleton active paragraph={{ rows: 10 }} title={false} />
      ) : shown.length === 0 ? (
        <StateScreen mark={narrowed ? 'search' : 'none'} title={narrowed ? `没有符合条件的${what}` : `还没有${what}`} actions={narrowed ? <Button onClick={() => setWord('')}>清空条件</Button> : create}>
          {narrowed ? null : emptyText}
        </StateScreen>
      ) : (
        <>
          {editable && !narrowed ? (
            <Typography.Paragraph type="secondary" className="kit-no-print" style={{ marginBottom: 8 }}>
              {moveHint}
            </Typography.Paragraph>
          ) : null}
          <Tree
            blockNode
            style={{ maxWidth: TREE_WIDTH }}
            styles={{ root: { background: 'transparent' } }}
            showLine
            selectable={false}
            expandedKeys={ids.filter((id) => !closed.has(id))}
            onExpand={(open) => setClosed(new Set(ids.filter((id) => !open.includes(id))))}
            treeData={dataOf(shown)}
            draggable={editable && !narrowed && !moving ? { icon: false } : false}
            allowDrop={({ dropNode, dropPosition }) => dropPosition !== 0 || dropNode.isLeaf !== true}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const gap = dropToGap ? (dropPosition < Number(node.pos.split('-').at(-1)) ? -1 : 1) : 0
              void moveTo(locate(nodes, shape, String(dragNode.key))?.node, placeOfDrop(nodes, shape, String(dragNode.key), String(node.key), gap))
            }}
          />
        </>
      )}
      {target ? form(target, () => setTarget(null), done('node' in target ? `${what}已保存` : `${what}已新增`)) : null}
      {removing ? (
        <ReasonDialog
          title={`删除${what}：${shape.nameOf(removing)}`}
          text={remove.text}
          confirmText="删除"
          reason="none"
          danger
          onConfirm={async () => {
            await remove.run(removing)
            done(`${what}已删除`)()
          }}
          onClose={() => setRemoving(null)}
        />
      ) : null}
    </section>
  )
}

function RowButton({ label, ...props }: TreeAction & { danger?: boolean; disabled?: boolean }) {
  return (
    <Button
      type="text"
      size="small"
      aria-label={label}
      title={label}
      {...props}
      onClick={(e) => {
        e.stopPropagation()
        props.onClick()
      }}
    />
  )
}
