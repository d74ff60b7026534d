import { Button, StateScreen, Tag, Tooltip, Tree, Typography, type TreeDataNode } from '@assoc/ui'
import { useMemo, useState, type ReactNode } from 'react'
import { SensitiveTag } from '../../lib/SensitiveTag'
import { leavesBelow, withMenus, withoutPermit, withPermits, withScope, type Catalogue, type Choice, type GrantMenu, type Offered } from './grants'
import { ScopeField } from './ScopeField'

export interface GrantTreeProps {
  catalogue: Catalogue
  choice: Choice
  /** Until when a permit holds that was given with an end. */
  ends: ReadonlyMap<string, string>
  word: string
  mayMenus: boolean
  mayPermits: boolean
  onChange: (choice: Choice) => void
}

const menuKey = (id: string) => `m:${id}`
const permitKey = (id: string) => `p:${id}`
const otherKey = (module: string) => `o:${module}`

/** Menus, the permits below them and the rows of each module in one tree. */
export function GrantTree(props: GrantTreeProps) {
  const { catalogue, choice, word, mayMenus, onChange } = props
  const [opened, setOpened] = useState<readonly string[] | null>(null)
  const nodes = nodesOf(props)
  const groups = useMemo(() => [...catalogue.childrenOf.keys()].map(menuKey), [catalogue])
  const all = (list: readonly TreeDataNode[]): string[] => list.flatMap((n) => (n.children?.length ? [String(n.key), ...all(n.children)] : []))
  if (nodes.length === 0) return <StateScreen mark="search" title="没有符合的菜单或权限" />
  const half: string[] = []
  const checked = [...[...choice.menuIds].map(menuKey), ...[...choice.permitIds].map(permitKey)]
  for (const id of catalogue.childrenOf.keys()) {
    const below = leavesBelow(id, catalogue)
    const on = below.filter((leaf) => choice.menuIds.has(leaf)).length
    if (on > 0 && on === below.length) checked.push(menuKey(id))
    else if (on > 0) half.push(menuKey(id))
  }
  for (const [module, permits] of catalogue.others) {
    const on = permits.filter((p) => choice.permitIds.has(p.permitId)).length
    if (on > 0 && on === permits.length) checked.push(otherKey(module))
    else if (on > 0) half.push(otherKey(module))
  }
  const check = (key: string, on: boolean) => {
    const [kind, id = ''] = [key.slice(0, 1), key.slice(2)]
    if (kind === 'p') return onChange(withPermits(choice, [id], on))
    if (kind === 'o') return onChange(withPermits(choice, (catalogue.others.get(id) ?? []).filter((p) => p.grantable || !on).map((p) => p.permitId), on))
    if (!mayMenus) return
    // What was given with the menu comes into sight beside it.
    if (on && catalogue.leaves.has(id)) setOpened([...(opened ?? groups), key])
    onChange(withMenus(choice, leavesBelow(id, catalogue), on, catalogue))
  }
  return (
    <Tree
      checkable
      checkStrictly
      blockNode
      styles={{ root: { background: 'transparent' } }}
      selectable={false}
      expandedKeys={[...(word ? all(nodes) : (opened ?? groups))]}
      onExpand={(keys) => setOpened(keys.map(String))}
      treeData={nodes}
      checkedKeys={{ checked, halfChecked: half }}
      onCheck={(_, { node }) => check(String(node.key), !checked.includes(String(node.key)))}
    />
  )
}

function nodesOf(props: GrantTreeProps): TreeDataNode[] {
  const { catalogue, choice, word, mayMenus, mayPermits, onChange } = props
  const bare = new Set(withoutPermit(choice, catalogue).map((leaf) => leaf.menuId))
  const granted = new Set([...choice.permitIds].flatMap((id) => catalogue.permits.get(id)?.module ?? []))
  const fits = (text: string) => !word || text.toLowerCase().includes(word.toLowerCase())
  const scopeOf = (module: string) => (
    <ScopeField key={module} module={module} moduleName={catalogue.moduleNames.get(module) ?? module} scope={choice.scopes.get(module)} blind={granted.has(module) && !choice.scopes.has(module)} editable={mayPermits} onChange={(scope) => onChange(withScope(choice, module, scope))} />
  )
  const permitNode = (p: Offered, needed: boolean): TreeDataNode => ({
    key: permitKey(p.permitId),
    disableCheckbox: !mayPermits || (!p.grantable && !choice.permitIds.has(p.permitId)),
    title: <PermitTitle permit={p} needed={needed} end={props.ends.get(p.permitId)} />,
  })
  const permitNodes = (permits: readonly Offered[], view: Offered | null, whole: boolean) => permits.filter((p) => whole || fits(p.permitName) || fits(p.permitCode)).map((p) => permitNode(p, p === view))
  const menuNode = (menu: GrantMenu, above: boolean): TreeDataNode[] => {
    const found = above || fits(menu.menuName)
    const leaf = catalogue.leaves.get(menu.menuId)
    const children = leaf ? permitNodes(leaf.permits, leaf.view, found) : (catalogue.childrenOf.get(menu.menuId) ?? []).flatMap((m) => menuNode(m, found))
    if (word && !found && children.length === 0) return []
    const scopes = menu.parentId === '0' ? [...catalogue.homeOf].filter(([, home]) => home === menu.menuId).map(([module]) => scopeOf(module)) : []
    return [{ key: menuKey(menu.menuId), disableCheckbox: !mayMenus, title: <MenuTitle menu={menu} bare={bare.has(menu.menuId)} onAdd={leaf?.view?.grantable && mayPermits ? () => onChange(withMenus(choice, [menu.menuId], true, catalogue)) : null}>{scopes}</MenuTitle>, children }]
  }
  const others = [...catalogue.others].flatMap(([module, permits]): TreeDataNode[] => {
    const name = `其他权限 · ${catalogue.moduleNames.get(module) ?? module}`
    const children = permitNodes(permits, null, Boolean(word) && fits(name))
    if (word && children.length === 0 && !fits(name)) return []
    return [{ key: otherKey(module), disableCheckbox: !mayPermits || permits.length === 0, title: <>{name}{catalogue.homeOf.has(module) ? null : scopeOf(module)}</>, children }]
  })
  return [...catalogue.roots.flatMap((m) => menuNode(m, false)), ...others]
}

function MenuTitle({ menu, bare, onAdd, children }: { menu: GrantMenu; bare: boolean; onAdd: (() => void) | null; children: ReactNode }) {
  return (
    <>
      {menu.menuName}
      {menu.menuStatus === 'disabled' ? <Tag style={{ marginInlineStart: 8 }}>停用</Tag> : null}
      {menu.hidden ? <Tag style={{ marginInlineStart: 8 }}>隐藏</Tag> : null}
      {bare ? (
        <Tag color="warning" style={{ marginInlineStart: 8, marginInlineEnd: 0 }}>
          缺少查看权限
        </Tag>
      ) : null}
      {bare && onAdd ? (
        <Button type="link" size="small" aria-label={`为${menu.menuName}补上查看权限`} onClick={(e) => (e.stopPropagation(), onAdd())}>
          补上
        </Button>
      ) : null}
      {children}
    </>
  )
}

function PermitTitle({ permit, needed, end }: { permit: Offered; needed: boolean; end: string | undefined }) {
  return (
    <>
      <Tooltip title={permit.grantable ? permit.permitCode : `${permit.permitCode}：您自己没有此权限，不能授予`}>
        <span>{permit.permitName}</span>
      </Tooltip>{' '}
      {needed ? <Tag>打开页面需要</Tag> : null}
      {permit.sensitive ? <SensitiveTag /> : null}
      {permit.permitStatus === 'disabled' ? <Tag>停用</Tag> : null}
      {end ? <Typography.Text type="secondary"> 至 {end}</Typography.Text> : null}
    </>
  )
}
