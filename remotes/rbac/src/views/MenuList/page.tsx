import { PERMISSION_SYSTEM_ID } from '@assoc/contract'
import { deleteMenu, moveMenu, selectMenuTree, type MenuEntry } from '@assoc/contract/rbac/menu'
import { selectSystem } from '@assoc/contract/rbac/permit'
import { api } from '@assoc/http'
import { useSearchParams } from '@assoc/router'
import { session } from '@assoc/session'
import { Select, Tag, TreePage, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { MenuForm } from './MenuForm'
import { usePublishedViews } from '../../lib/published-views'
import { shape, TOP } from './tree'

/** The menu as a tree: dragged or moved by buttons, each entry with its form. */
function MenuList() {
  const [params, setParams] = useSearchParams()
  const systems = useAnswer(selectSystem, {})
  const systemId = /^[1-9]\d?$/.test(params.get('system') ?? '') ? Number(params.get('system')) : PERMISSION_SYSTEM_ID
  const own = systemId === PERMISSION_SYSTEM_ID
  const tree = useAnswer(selectMenuTree, { systemId })
  const views = usePublishedViews()
  const entries = tree.data ?? []
  return (
    <TreePage
      title="菜单管理"
      what="菜单"
      tree={tree}
      toolbar={
        <Select
          aria-label="所属系统"
          style={{ width: 110 }}
          value={systemId}
          options={(systems.data ?? []).map((s) => ({ value: s.systemId, label: s.systemName }))}
          onChange={(chosen) => setParams(chosen === PERMISSION_SYSTEM_ID ? {} : { system: String(chosen) }, { replace: true })}
        />
      }
      shape={shape}
      editable={session().has('rbac:menu:update')}
      searchHint="名称、路径或视图"
      moveHint="拖动可调整次序和上级，也可用每行的上移、下移。最多四级。"
      content={(entry) => <Entry entry={entry} unpublished={own && entry.menuLink !== '' && views !== null && !views.some((v) => v.menuLink === entry.menuLink)} />}
      move={({ menuId }, { parentId, index }) => api(moveMenu, { menuId, parentId: parentId ?? TOP, index })}
      remove={{ text: '已分配此菜单的角色同时失去它。', run: ({ menuId }) => api(deleteMenu, { menuId }) }}
      form={(target, close, done) =>
        'node' in target ? (
          <MenuForm systemId={systemId} tree={entries} views={views} entry={target.node} onClose={close} onDone={done} />
        ) : (
          <MenuForm systemId={systemId} tree={entries} views={views} parentId={target.parentId ?? TOP} onClose={close} onDone={done} />
        )
      }
      // The own menu at the side follows at once.
      onChanged={() => void session().refreshMenu()}
    />
  )
}

function Entry({ entry, unpublished }: { entry: MenuEntry; unpublished: boolean }) {
  return (
    <>
      <span style={{ fontWeight: entry.menuLink === '' ? 600 : 400 }}>{entry.menuName}</span> <Typography.Text type="secondary">{entry.menuPath}</Typography.Text>
      {entry.menuLink ? <Tag style={{ marginInlineStart: 8 }}>{entry.menuLink}</Tag> : null}
      {unpublished ? <Tag color="warning" style={{ marginInlineStart: 4 }}>视图未发布</Tag> : null}
      {entry.menuStatus === 'disabled' ? <Tag style={{ marginInlineStart: 4 }}>停用</Tag> : null}
      {entry.hidden ? <Tag style={{ marginInlineStart: 4 }}>隐藏</Tag> : null}
      {entry.keepAlive ? null : <Tag style={{ marginInlineStart: 4 }}>每次重新打开</Tag>}
    </>
  )
}

export default observer(MenuList)
