import { selectMenuTree, type MenuEntry } from '@assoc/contract/rbac/menu'
import { queryExistsMenuList, updateMenuAndRole } from '@assoc/contract/rbac/role'
import { toasts } from '@assoc/session'
import { FailedToLoad, Flex, Input, SearchOutlined, Skeleton, StateScreen, Tag, Tree, Typography, useAnswer, useSaving, type TreeDataNode } from '@assoc/ui'
import { useEffect, useMemo, useState } from 'react'
import { FULL_HEIGHT, GrantFoot, type GrantProps } from './GrantFoot'
import { leavesOf, withGroups } from './menu-ids'

function nodesOf(entries: readonly MenuEntry[], word: string): TreeDataNode[] {
  return entries.flatMap((e) => {
    const children = nodesOf(e.children, word)
    if (word && children.length === 0 && !e.menuName.includes(word)) return []
    return [
      {
        key: e.menuId,
        title: (
          <>
            {e.menuName}
            {e.menuStatus === 'disabled' ? <Tag style={{ marginInlineStart: 8 }}>停用</Tag> : null}
            {e.hidden ? <Tag style={{ marginInlineStart: 8 }}>隐藏</Tag> : null}
          </>
        ),
        children,
      },
    ]
  })
}

/** Menus of a role as a tree; a group is half-checked when some of its entries are given. */
export function MenuGrant({ roleId, editable, onDirty, onSaved }: GrantProps) {
  const tree = useAnswer(selectMenuTree, {})
  const given = useAnswer(queryExistsMenuList, { roleId })
  const [checked, setChecked] = useState<ReadonlySet<string> | null>(null)
  const [word, setWord] = useState('')
  const { busy, save } = useSaving(updateMenuAndRole)

  const leaves = useMemo(() => new Set(leavesOf(tree.data ?? [])), [tree.data])
  const before = useMemo(() => new Set((given.data?.menuIds ?? []).filter((id) => leaves.has(id))), [given.data, leaves])
  const now = checked ?? before
  const dirty = checked !== null && (checked.size !== before.size || [...checked].some((id) => !before.has(id)))
  useEffect(() => onDirty(dirty), [dirty, onDirty])

  const failed = tree.error ?? given.error
  if (failed) return <FailedToLoad message={failed} onRetry={() => (void tree.reload(), void given.reload())} />
  if (!tree.data || !given.data) return <Skeleton active paragraph={{ rows: 8 }} />
  const nodes = nodesOf(tree.data, word.trim())
  // While the tree is narrowed by a word, what is not in sight keeps its mark.
  const inSight = new Set(leavesIn(nodes))
  const submit = async () => {
    if (!(await save({ roleId, menuIds: withGroups(tree.data ?? [], now) }))) return
    toasts.success('角色菜单已保存')
    await given.reload()
    setChecked(null)
    onSaved()
  }
  return (
    <Flex vertical gap={12} style={FULL_HEIGHT}>
      <Input allowClear prefix={<SearchOutlined />} placeholder="按名称查找菜单" aria-label="按名称查找菜单" value={word} onChange={(e) => setWord(e.target.value)} style={{ maxWidth: 280 }} />
      {nodes.length === 0 ? (
        <StateScreen mark="search" title="没有符合的菜单" />
      ) : (
        <Tree
          key={word ? 'narrowed' : 'whole'}
          checkable
          styles={{ root: { background: 'transparent' } }}
          selectable={false}
          defaultExpandAll
          disabled={!editable}
          treeData={nodes}
          checkedKeys={[...now].filter((id) => inSight.has(id))}
          onCheck={(keys) => {
            const marked = (Array.isArray(keys) ? keys : keys.checked).map(String).filter((id) => leaves.has(id))
            setChecked(new Set([...[...now].filter((id) => !inSight.has(id)), ...marked]))
          }}
        />
      )}
      <GrantFoot dirty={dirty} busy={busy} editable={editable} onReset={() => setChecked(null)} onSave={() => void submit()}>
        <Typography.Text type="secondary">
          已选 {now.size} / {leaves.size} 个菜单
        </Typography.Text>
      </GrantFoot>
    </Flex>
  )
}

const leavesIn = (nodes: readonly TreeDataNode[]): string[] => nodes.flatMap((n) => (n.children && n.children.length > 0 ? leavesIn(n.children) : [String(n.key)]))
