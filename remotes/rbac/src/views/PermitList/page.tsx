import { selectPermit, selectSystem, permitStatus } from '@assoc/contract/rbac/permit'
import { heldChoice, permitUse, sensitiveChoice } from '@assoc/contract/rbac/rights'
import { session } from '@assoc/session'
import { resourcePage, Tag, Typography, useAnswer } from '@assoc/ui'
import { SensitiveTag } from '../../lib/SensitiveTag'
import { DeletePermit, EditPermit, NewPermit, TogglePermit } from './PermitForms'
import { Holders, PermitHolders } from './PermitHolders'

const mayChange = () => session().has('rbac:permit:update')

const shortly = (names: readonly string[]): string => (names.length > 2 ? `${names[0]}等 ${names.length} 个` : names.join('、'))

/** Permits by system and module, and who holds each. */
export default resourcePage({
  name: 'rbac/PermitList',
  title: '权限管理',
  resource: permitUse,
  defaultFilters: { system: '2' },
  usePage: () => {
    const systems = useAnswer(selectSystem, {})
    const all = useAnswer(selectPermit, {})
    const modules = [...new Map((all.data ?? []).map((p) => [p.module, p.moduleName]))].map(([value, label]) => ({ value, label }))
    return {
      search: [
        { kind: 'text', name: 'keyword', label: '关键字', placeholder: '权限名称或编码' },
        { kind: 'select', name: 'system', label: '所属系统', options: (systems.data ?? []).map((s) => ({ value: String(s.systemId), label: s.systemName })) },
        { kind: 'select', name: 'module', label: '所属模块', options: modules },
        { kind: 'select', name: 'sensitive', label: '敏感', options: sensitiveChoice.options },
        { kind: 'select', name: 'held', label: '授予', options: heldChoice.options },
        { kind: 'select', name: 'permitStatus', label: '状态', options: permitStatus.options },
      ],
    }
  },
  columns: [
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
  ],
  nameOf: ({ permitName }) => permitName,
  detail: ['permitName', 'permitCode', 'moduleName', 'menuName', 'permitType', 'permitStatus', 'sensitive', 'builtIn'],
  inDetail: ({ permitId }) => <Holders permitId={permitId} />,
  detailWidth: 720,
  createBy: { label: '新增权限点', may: mayChange, dialog: NewPermit },
  dialogs: { holders: PermitHolders, update: EditPermit, toggle: TogglePermit, delete: DeletePermit },
  actions: (row, { show }) => [
    { key: 'holders', label: '持有者', opens: true, onClick: () => show('holders', row) },
    ...(mayChange() && !row.builtIn ? [{ key: 'update', label: '修改', onClick: () => show('update', row) }] : []),
    ...(mayChange() ? [{ key: 'toggle', label: row.permitStatus === 'enabled' ? '停用' : '启用', danger: row.permitStatus === 'enabled', onClick: () => show('toggle', row) }] : []),
    ...(mayChange() && !row.builtIn ? [{ key: 'delete', label: '删除', danger: true, onClick: () => show('delete', row) }] : []),
  ],
})
