import { deleteMenu, moveMenu, selectMenuTree, type MenuEntry } from '@assoc/contract/rbac/menu'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, DeleteOutlined, DownOutlined, EditOutlined, FailedToLoad, Flex, Input, PlusOutlined, ReloadOutlined, SearchOutlined, Skeleton, StateScreen, Tag, Tooltip, Typography, UpOutlined, theme } from '@assoc/ui'
import { ReasonDialog, Tree, type TreeDataNode, useAnswer } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { useState, type ReactNode } from 'react'
import { MenuForm } from './MenuForm'
import { usePublishedViews } from './published-views'
import { locate, narrow, placeOfDrop, type Place } from './tree'

/** Name and buttons of a row are read together: on a wide window they do not stand apart. */
const TREE_WIDTH = 1092

type Dialog = { kind: 'new'; parentId: string } | { kind: 'edit' | 'delete'; entry: MenuEntry } | null

/** The menu as a tree: dragged or moved by buttons, each entry with its form. */
function MenuList() {
  const { token } = theme.useToken()
  const tree = useAnswer(selectMenuTree, {})
  const views = usePublishedViews()
  const [dialog, setDialog] = useState<Dialog>(null)
  const [word, setWord] = useState('')
  const [moving, setMoving] = useState(false)
  const editable = session().has('rbac:menu:update')
  const entries = tree.data ?? []
  const narrowed = word.trim() !== ''

  const saved = (text: string) => {
    setDialog(null)
    toasts.success(text)
    void tree.reload()
    // The own menu at the side follows at once.
    void session().refreshMenu()
  }
  const move = async (menuId: string, place: Place | undefined) => {
    if (!place || moving) return
    setMoving(true)
    try {
      await api(moveMenu, { menuId, ...place })
      void session().refreshMenu()
    } catch {
      // The refusal has been shown; the tree is read again as it is.
    } finally {
      await tree.reload()
      setMoving(false)
    }
  }
  const step = (entry: MenuEntry, by: -1 | 1) => {
    const found = locate(entries, entry.menuId)
    if (found) void move(entry.menuId, { parentId: found.place.parentId, index: found.place.index + by })
  }

  const titleOf = (entry: MenuEntry) => {
    const found = locate(entries, entry.menuId)
    const last = (found?.siblings.length ?? 1) - 1
    return (
      <MenuRow entry={entry} unpublished={entry.menuLink !== '' && views !== null && !views.some((v) => v.menuLink === entry.menuLink)}>
        {editable ? (
          <>
            <RowButton label={`上移${entry.menuName}`} icon={<UpOutlined />} disabled={moving || narrowed || found?.place.index === 0} onClick={() => step(entry, -1)} />
            <RowButton label={`下移${entry.menuName}`} icon={<DownOutlined />} disabled={moving || narrowed || found?.place.index === last} onClick={() => step(entry, 1)} />
            <RowButton label={`在${entry.menuName}下新增`} icon={<PlusOutlined />} disabled={entry.menuLink !== ''} onClick={() => setDialog({ kind: 'new', parentId: entry.menuId })} />
            <RowButton label={`编辑${entry.menuName}`} icon={<EditOutlined />} onClick={() => setDialog({ kind: 'edit', entry })} />
            <RowButton label={`删除${entry.menuName}`} icon={<DeleteOutlined />} danger disabled={entry.children.length > 0} onClick={() => setDialog({ kind: 'delete', entry })} />
          </>
        ) : null}
      </MenuRow>
    )
  }
  const nodesOf = (list: readonly MenuEntry[]): TreeDataNode[] => list.map((e) => ({ key: e.menuId, title: titleOf(e), children: nodesOf(e.children), isLeaf: e.menuLink !== '' }))

  const shown = narrow(entries, word.trim())
  return (
    <section aria-label="菜单管理" style={{ padding: '12px 16px 16px', background: token.colorBgContainer, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
      <Flex align="center" justify="space-between" gap={12} wrap style={{ marginBottom: 12 }}>
        <Typography.Title level={1} style={{ fontSize: 15, lineHeight: '24px', margin: 0 }}>
          菜单管理
        </Typography.Title>
        <Flex gap={8} align="center" wrap>
          <Input allowClear prefix={<SearchOutlined />} placeholder="名称、路径或视图" aria-label="查找菜单" value={word} onChange={(e) => setWord(e.target.value)} style={{ width: 220 }} />
          <Tooltip title="刷新">
            <Button type="text" icon={<ReloadOutlined />} aria-label="刷新" onClick={() => void tree.reload()} />
          </Tooltip>
          {editable ? (
            <Button type="primary" icon={<PlusOutlined />} onClick={() => setDialog({ kind: 'new', parentId: '0' })}>
              新增菜单
            </Button>
          ) : null}
        </Flex>
      </Flex>
      {tree.error && !tree.data ? (
        <FailedToLoad message={tree.error} onRetry={() => void tree.reload()} />
      ) : !tree.data ? (
        <Skeleton active paragraph={{ rows: 10 }} title={false} />
      ) : shown.length === 0 ? (
        <StateScreen mark={narrowed ? 'search' : 'none'} title={narrowed ? '没有符合条件的菜单' : '还没有菜单'} actions={narrowed ? <Button onClick={() => setWord('')}>清空条件</Button> : null} />
      ) : (
        <>
          {editable && !narrowed ? (
            <Typography.Paragraph type="secondary" style={{ marginBottom: 8 }}>
              拖动可调整次序和上级，也可用每行的上移、下移。最多四级。
            </Typography.Paragraph>
          ) : null}
          <Tree
            key={narrowed ? 'narrowed' : 'whole'}
            blockNode
            style={{ maxWidth: TREE_WIDTH }}
            styles={{ root: { background: 'transparent' } }}
            showLine
            selectable={false}
            defaultExpandAll
            treeData={nodesOf(shown)}
            draggable={editable && !narrowed && !moving ? { icon: false } : false}
            allowDrop={({ dropNode, dropPosition }) => dropPosition !== 0 || dropNode.isLeaf !== true}
            onDrop={({ dragNode, node, dropToGap, dropPosition }) => {
              const gap = dropToGap ? (dropPosition < Number(node.pos.split('-').at(-1)) ? -1 : 1) : 0
              void move(String(dragNode.key), placeOfDrop(entries, String(dragNode.key), String(node.key), gap))
            }}
          />
        </>
      )}
      {dialog?.kind === 'new' ? <MenuForm tree={entries} views={views} parentId={dialog.parentId} onClose={() => setDialog(null)} onDone={() => saved('菜单已新增')} /> : null}
      {dialog?.kind === 'edit' ? <MenuForm tree={entries} views={views} entry={dialog.entry} onClose={() => setDialog(null)} onDone={() => saved('菜单已保存')} /> : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除菜单：${dialog.entry.menuName}`}
          text="已分配此菜单的角色同时失去它。"
          confirmText="删除"
          reason="none"
          danger
          onConfirm={async () => {
            await api(deleteMenu, { menuId: dialog.entry.menuId })
            saved('菜单已删除')
          }}
          onClose={() => setDialog(null)}
        />
      ) : null}
    </section>
  )
}

function RowButton({ label, ...props }: { label: string; icon: ReactNode; danger?: boolean; disabled?: boolean; onClick: () => void }) {
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

function MenuRow({ entry, unpublished, children }: { entry: MenuEntry; unpublished: boolean; children: ReactNode }) {
  return (
    <Flex align="center" justify="space-between" gap={12}>
      <span style={{ minWidth: 0, overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' }}>
        <span style={{ fontWeight: entry.menuLink === '' ? 600 : 400 }}>{entry.menuName}</span>{' '}
        <Typography.Text type="secondary">{entry.menuPath}</Typography.Text>
        {entry.menuLink ? <Tag style={{ marginInlineStart: 8 }}>{entry.menuLink}</Tag> : null}
        {unpublished ? <Tag color="warning" style={{ marginInlineStart: 4 }}>视图未发布</Tag> : null}
        {entry.menuStatus === 'disabled' ? <Tag style={{ marginInlineStart: 4 }}>停用</Tag> : null}
        {entry.hidden ? <Tag style={{ marginInlineStart: 4 }}>隐藏</Tag> : null}
      </span>
      <Flex style={{ flex: 'none' }}>{children}</Flex>
    </Flex>
  )
}

export default observer(MenuList)
