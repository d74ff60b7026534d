import type { ResponseOf } from '@assoc/contract'
import { selectMenuTree, type MenuEntry } from '@assoc/contract/rbac/menu'
import { deletePermit, insertPermit, permitStatus, permitType, selectPermit, selectSystem, updatePermit } from '@assoc/contract/rbac/permit'
import { heldChoice, permitUseRow, selectPermitUseByPage, sensitiveChoice } from '@assoc/contract/rbac/rights'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FormDrawer, ListPage, PlusOutlined, ReasonDialog, RowActions, Select, Tag, Typography, useAnswer, useResourceList, type Column, type FormField, type RowAction } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useMemo, useState } from 'react'
import { SensitiveTag } from '../../lib/SensitiveTag'
import { PermitHolders } from './PermitHolders'

export type PermitUse = ResponseOf<typeof selectPermitUseByPage>['items'][number]

type Dialog = { kind: 'new' } | { kind: 'edit' | 'delete' | 'toggle' | 'holders'; permit: PermitUse } | null

const shortly = (names: readonly string[]): string => (names.length > 2 ? `${names[0]}等 ${names.length} 个` : names.join('、'))

const COLUMNS: Column<PermitUse>[] = [
  { field: 'permitName', width: 125, sortable: true },
  { field: 'permitCode', width: 215, sortable: true, render: (p) => <Typography.Text code>{p.permitCode}</Typography.Text>, text: (p) => p.permitCode },
  { field: 'moduleName', width: 90 },
  { field: 'menuName', width: 110 },
  { field: 'apiPaths', width: 260, hidden: true, render: (p) => (p.apiPaths.length > 0 ? <span title={p.apiPaths.join('\n')}>{p.apiPaths.length > 1 ? `${p.apiPaths[0]} 等 ${p.apiPaths.length} 个` : p.apiPaths[0]}</span> : '—'), text: (p) => p.apiPaths.join('、') },
  { field: 'sensitive', width: 82, render: (p) => (p.sensitive ? <SensitiveTag /> : '—'), text: (p) => (p.sensitive ? '敏感' : '') },
  { field: 'roleNames', width: 170, render: (p) => (p.roleNames.length > 0 ? <span title={p.roleNames.join('、')}>{shortly(p.roleNames)}</span> : <Typography.Text type="secondary">未授予</Typography.Text>), text: (p) => p.roleNames.join('、') },
  { field: 'userCount', width: 90 },
  { field: 'permitStatus', width: 85, tag: permitStatus },
  { field: 'builtIn', title: '来源', width: 75, render: (p) => (p.builtIn ? <Tag>内置</Tag> : <Tag color="processing">自建</Tag>), text: (p) => (p.builtIn ? '内置' : '自建') },
  { field: 'permitType', width: 80, hidden: true },
]

const leavesOf = (entries: readonly MenuEntry[]): MenuEntry[] => entries.flatMap((e) => (e.menuLink === '' ? leavesOf(e.children) : [e]))

/** Permits by system and module, and who holds each. */
function PermitList() {
  const [dialog, setDialog] = useState<Dialog>(null)
  const systems = useAnswer(selectSystem, {})
  const all = useAnswer(selectPermit, {})
  const modules = useMemo(() => [...new Map((all.data ?? []).map((p) => [p.module, p.moduleName]))].map(([value, label]) => ({ value, label })), [all.data])
  const menuTree = useAnswer(selectMenuTree, dialog && session().has('rbac:menu:read') ? {} : null)
  const menuOptions = leavesOf(menuTree.data ?? []).map((m) => ({ value: m.menuId, label: m.menuName }))
  const systemOptions = (systems.data ?? []).map((s) => ({ value: s.systemId, label: s.systemName }))
  const list = useResourceList({
    call: selectPermitUseByPage,
    idOf: (p) => p.permitId,
    filters: ['system', 'module', 'keyword', 'sensitive', 'held', 'permitStatus'],
    sortable: ['permitCode', 'permitName'],
    defaultFilters: { system: '2' },
  })
  const close = () => setDialog(null)
  const saved = (text: string) => () => {
    close()
    toasts.success(text)
    void list.reload()
    void all.reload()
  }
  const fields: FormField[] = [
    { name: 'permitName', kind: 'text' },
    { name: 'permitCode', kind: 'text', help: '模块:对象:动作，例如 member:company:archive' },
    { name: 'permitType', kind: 'select', options: permitType.options },
    { name: 'permitStatus', kind: 'select', options: permitStatus.options },
    { name: 'menuId', kind: 'select', options: menuOptions, help: '留空时按使用它的页面自动归属' },
  ]
  const actionsOf = (permit: PermitUse): RowAction[] => {
    const may = permit.abilities.includes('update')
    return [
      { key: 'holders', label: '持有者', onClick: () => setDialog({ kind: 'holders', permit }) },
      ...(may && !permit.builtIn ? [{ key: 'update', label: '修改', onClick: () => setDialog({ kind: 'edit', permit }) }] : []),
      ...(may ? [{ key: 'toggle', label: permit.permitStatus === 'enabled' ? '停用' : '启用', danger: permit.permitStatus === 'enabled', onClick: () => setDialog({ kind: 'toggle', permit }) }] : []),
      ...(permit.abilities.includes('delete') ? [{ key: 'delete', label: '删除', danger: true, onClick: () => setDialog({ kind: 'delete', permit }) }] : []),
    ]
  }
  const carryOut = async (work: () => Promise<unknown>, text: string) => {
    try {
      await work()
      toasts.success(text)
    } finally {
      void list.reload()
    }
  }
  const toggle = (p: PermitUse) => {
    const { permitId, version, permitCode, permitName, permitType: type } = p
    const next = p.permitStatus === 'enabled' ? ('disabled' as const) : ('enabled' as const)
    return carryOut(() => api(updatePermit, { permitId, version, permitCode, permitName, permitType: type, permitStatus: next }), `${permitName}：已${permitStatus.labels[next]}`)
  }
  const create = session().has('rbac:permit:update') ? () => setDialog({ kind: 'new' }) : undefined
  const newButton = create ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      新增权限点
    </Button>
  ) : null
  return (
    <>
      <ListPage
        name="rbac/PermitList"
        title="权限管理"
        list={list}
        row={permitUseRow}
        columns={COLUMNS}
        search={[
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '权限名称或编码' },
          { kind: 'select', name: 'system', label: '所属系统', options: systemOptions.map((s) => ({ value: String(s.value), label: s.label })) },
          { kind: 'select', name: 'module', label: '所属模块', options: modules },
          { kind: 'select', name: 'sensitive', label: '敏感', options: sensitiveChoice.options },
          { kind: 'select', name: 'held', label: '授予', options: heldChoice.options },
          { kind: 'select', name: 'permitStatus', label: '状态', options: permitStatus.options },
        ]}
        onNew={create}
        toolbar={newButton}
        emptyAction={newButton}
        rowActions={(p) => <RowActions actions={actionsOf(p)} />}
        onOpen={(permit) => setDialog({ kind: 'holders', permit })}
      />
      {dialog?.kind === 'new' ? (
        <FormDrawer
          open
          title="新增权限点"
          call={insertPermit}
          fields={[{ name: 'systemId', kind: 'own', label: '所属系统', render: <Select options={systemOptions} placeholder="请选择" /> }, ...fields]}
          initial={{ systemId: 2, permitType: 'api', permitStatus: 'enabled' }}
          draft="rbac/PermitList/new"
          onClose={close}
          onDone={saved('权限点已新增')}
        />
      ) : null}
      {dialog?.kind === 'edit' ? (
        <FormDrawer
          open
          title={`修改权限点：${dialog.permit.permitName}`}
          call={updatePermit}
          fields={fields}
          initial={dialog.permit}
          hidden={{ permitId: dialog.permit.permitId, version: dialog.permit.version }}
          draft={`rbac/PermitList/${dialog.permit.permitId}`}
          onClose={close}
          onDone={saved('权限点已保存')}
        />
      ) : null}
      {dialog?.kind === 'holders' ? <PermitHolders permit={dialog.permit} onClose={close} /> : null}
      {dialog?.kind === 'toggle' ? (
        <ReasonDialog
          title={`${dialog.permit.permitStatus === 'enabled' ? '停用' : '启用'}权限点：${dialog.permit.permitName}`}
          text={
            dialog.permit.permitStatus === 'enabled'
              ? `停用后，目前持有它的 ${dialog.permit.userCount} 人立即不能再使用相应功能；角色中的授予保留，启用后恢复。`
              : `启用后，持有它的角色（${dialog.permit.roleNames.join('、') || '暂无'}）立即生效。`
          }
          confirmText={dialog.permit.permitStatus === 'enabled' ? '停用' : '启用'}
          reason="none"
          danger={dialog.permit.permitStatus === 'enabled'}
          onConfirm={() => toggle(dialog.permit)}
          onClose={close}
        />
      ) : null}
      {dialog?.kind === 'delete' ? (
        <ReasonDialog
          title={`删除权限点：${dialog.permit.permitName}`}
          text="删除后不能恢复；已授予角色的权限点不能删除。"
          confirmText="删除"
          reason="none"
          danger
          onConfirm={() => carryOut(() => api(deletePermit, { permitId: dialog.permit.permitId }), '权限点已删除')}
          onClose={close}
        />
      ) : null}
    </>
  )
}

export default observer(PermitList)
