import { dataScope } from '@assoc/contract/rbac/role-kinds'
import { dateFormat } from '@assoc/http'
import { Button, CheckOutlined, ClockCircleOutlined, Tag, Tooltip, Typography, injectStyle, theme } from '@assoc/ui'
import { memo, type CSSProperties } from 'react'
import { SensitiveTag } from '../../lib/SensitiveTag'
import { cellKey, holds, type MatrixGrant, type MatrixPermit, type MatrixRole } from './matrix'

const css = `
.rp-scroll{overflow:auto;max-height:calc(100vh - 300px);min-height:280px;border:1px solid var(--rp-line);border-radius:8px}
.rp-table{border-collapse:separate;border-spacing:0;min-width:100%}
.rp-table th,.rp-table td{border-bottom:1px solid var(--rp-line);padding:0 8px;height:36px;background:var(--rp-ground);white-space:nowrap;font-weight:400}
.rp-table thead th{position:sticky;top:0;z-index:2;background:var(--rp-head);text-align:center;padding:6px 8px;font-weight:600}
.rp-table tbody th,.rp-table thead th:first-child{position:sticky;left:0;z-index:1;text-align:left;border-right:1px solid var(--rp-line);max-width:340px}
.rp-table thead th:first-child{z-index:3}
.rp-table td{text-align:center;padding:0;min-width:104px}
.rp-group th,.rp-group td{background:var(--rp-head);font-weight:600}
.rp-cell{all:unset;box-sizing:border-box;display:flex;align-items:center;justify-content:center;gap:4px;width:100%;height:35px;cursor:pointer}
.rp-cell[disabled]{cursor:default}
.rp-cell:not([disabled]):hover{background:var(--rp-hover)}
.rp-cell:focus-visible{outline:2px solid var(--rp-ink);outline-offset:-2px}
`

export interface MatrixTableProps {
  roles: readonly MatrixRole[]
  groups: readonly { module: string; moduleName: string; permits: MatrixPermit[] }[]
  cells: ReadonlyMap<string, MatrixGrant>
  editable: boolean
  onCell: (role: MatrixRole, permit: MatrixPermit) => void
  onRole: (role: MatrixRole) => void
}

/** Roles across, permits down by module; names and roles stay in sight. */
export function MatrixTable({ roles, groups, cells, editable, onCell, onRole }: MatrixTableProps) {
  injectStyle('rp-matrix', css)
  const { token } = theme.useToken()
  const colours = {
    '--rp-line': token.colorBorderSecondary,
    '--rp-ground': token.colorBgContainer,
    '--rp-head': `linear-gradient(${token.colorFillAlter},${token.colorFillAlter}),${token.colorBgContainer}`,
    '--rp-hover': token.colorFillSecondary,
    '--rp-ink': token.colorPrimary,
  } as CSSProperties
  return (
    <div className="rp-scroll" style={colours} role="region" aria-label="角色与权限对照表">
      <table className="rp-table">
        <thead>
          <tr>
            <th scope="col">权限点</th>
            {roles.map((r) => (
              <th key={r.roleId} scope="col">
                <Tooltip title={`${r.roleCode}：查看人员与期限`}>
                  <Button type="link" size="small" style={{ padding: 0, height: 'auto' }} onClick={() => onRole(r)}>
                    {r.roleName}
                  </Button>
                </Tooltip>
                <div style={{ fontWeight: 400, color: token.colorTextSecondary, fontSize: 12 }}>
                  {r.userCount} 人 {r.roleStatus === 'disabled' ? <Tag style={{ marginInlineEnd: 0 }}>停用</Tag> : null}
                </div>
              </th>
            ))}
          </tr>
        </thead>
        {groups.map((group) => (
          <tbody key={group.module}>
            <tr className="rp-group">
              <th scope="rowgroup">
                {group.moduleName}{' '}
                <Typography.Text type="secondary" style={{ fontWeight: 400 }}>
                  {group.permits.length} 项
                </Typography.Text>
              </th>
              {roles.map((r) => {
                const scope = r.scopes.find((s) => s.module === group.module)
                return (
                  <td key={r.roleId}>
                    <Typography.Text type="secondary" style={{ fontWeight: 400, fontSize: 12 }}>
                      {group.permits.filter((p) => holds(cells.get(cellKey(r.roleId, p.permitId)))).length} 项 · {scope ? dataScope.labels[scope.scope] : '无数据'}
                    </Typography.Text>
                  </td>
                )
              })}
            </tr>
            {group.permits.map((permit) => (
              <Row key={permit.permitId} permit={permit} roles={roles} cells={cells} editable={editable} onCell={onCell} />
            ))}
          </tbody>
        ))}
      </table>
    </div>
  )
}

const Row = memo(function Row({ permit, roles, cells, editable, onCell }: Pick<MatrixTableProps, 'roles' | 'cells' | 'editable' | 'onCell'> & { permit: MatrixPermit }) {
  const { token } = theme.useToken()
  return (
    <tr>
      <th scope="row">
        <span title={permit.permitCode}>{permit.permitName}</span> {permit.sensitive ? <SensitiveTag /> : null} {permit.permitStatus === 'disabled' ? <Tag>停用</Tag> : null}
      </th>
      {roles.map((role) => {
        const grant = cells.get(cellKey(role.roleId, permit.permitId))
        return (
          <td key={role.roleId}>
            <button type="button" className="rp-cell" disabled={!editable} aria-label={`${role.roleName}，${permit.permitName}：${told(grant)}`} onClick={() => onCell(role, permit)}>
              {grant === undefined ? (
                <span style={{ color: token.colorTextQuaternary }}>·</span>
              ) : grant.expired ? (
                <span style={{ color: token.colorTextTertiary, fontSize: 12 }}>已到期</span>
              ) : (
                <>
                  <CheckOutlined style={{ color: token.colorSuccess }} />
                  {grant.expiresAt ? (
                    <span style={{ fontSize: 12, color: token.colorTextSecondary }}>
                      <ClockCircleOutlined /> {dateFormat(grant.expiresAt, 'YY-MM-DD')}
                    </span>
                  ) : null}
                </>
              )}
            </button>
          </td>
        )
      })}
    </tr>
  )
})

const told = (grant: MatrixGrant | undefined): string =>
  grant === undefined ? '未授予' : grant.expired ? '已到期' : grant.expiresAt ? `已授予，至 ${dateFormat(grant.expiresAt, 'YYYY-MM-DD HH:mm')}` : '已授予，长期'
