import type { PermitCode, ResponseOf } from '@assoc/contract'
import { rolePermitRow, selectPermitByPage, selectRmPermitByPage, updateRmPermit } from '@assoc/contract/rbac/permit'
import { api } from '@assoc/http'
import { session, toasts } from '@assoc/session'
import { Button, FormDrawer, ListPage, PlusOutlined, RowActions, Select, Typography, useResourceList, type Column } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useEffect, useRef, useState, type ComponentType } from 'react'
import { useRoleOptions } from '../../lib/roles'
import type { GrantDialogProps } from './GrantDialog'

const GrantDialog = lazy(async () => ({ default: (await import('./GrantDialog')).GrantDialog as ComponentType<GrantDialogProps<typeof updateRmPermit>> }))

type Grant = ResponseOf<typeof selectRmPermitByPage>['items'][number]

const COLUMNS: Column<Grant>[] = [
  { field: 'roleName', width: 160, sortable: true },
  { field: 'permitName', width: 160 },
  { field: 'permitCode', width: 240, sortable: true, render: (g) => <Typography.Text code>{g.permitCode}</Typography.Text>, text: (g) => g.permitCode },
  { field: 'expiresAt', width: 160, render: (g) => (g.expiresAt ? undefined : '长期'), text: (g) => g.expiresAt ?? '长期' },
]

const PAUSE_MS = 300

/** A permit found by name or code; the server searches, for there are hundreds. */
function PermitSelect({ id, value, onChange }: { id?: string; value?: string | null; onChange?: (value: string | null) => void }) {
  const [options, setOptions] = useState<{ value: string; label: string }[]>([])
  const [loading, setLoading] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const asked = useRef(0)
  const find = async (keyword: string) => {
    const round = ++asked.current
    setLoading(true)
    const found = await api(selectPermitByPage, { page: 1, pageSize: 20, systemId: 2, permitStatus: 'enabled', ...(keyword.trim() ? { keyword: keyword.trim() } : {}) }).catch(() => null)
    if (round !== asked.current) return
    setLoading(false)
    if (found) setOptions(found.items.map((p) => ({ value: p.permitId, label: `${p.moduleName} · ${p.permitName}（${p.permitCode}）` })))
  }
  useEffect(() => {
    void find('')
    return () => clearTimeout(timer.current)
    // eslint-disable-next-line react-hooks/exhaustive-deps -- the first of them, once
  }, [])
  return (
    <Select
      {...(id ? { id } : {})}
      showSearch={{
        filterOption: false,
        onSearch: (word) => {
          clearTimeout(timer.current)
          timer.current = setTimeout(() => void find(word), PAUSE_MS)
        },
      }}
      placeholder="按名称或编码查找"
      loading={loading}
      value={value ?? null}
      options={options}
      onChange={(next: string) => onChange?.(next)}
    />
  )
}

/** Every grant as a line: which role has which permit until when; searched, sorted and changed. */
export const GrantList = observer(function GrantList() {
  const roles = useRoleOptions()
  const [open, setOpen] = useState<Grant | 'new' | null>(null)
  const list = useResourceList({ call: selectRmPermitByPage, idOf: (g) => `${g.roleId}-${g.permitId}`, filters: ['roleId', 'keyword'], sortable: ['permitCode', 'roleName'] })
  const mayGrant = session().has('rbac:role:grantPermit')
  const done = (text: string) => {
    setOpen(null)
    if (text) toasts.success(text)
    void list.reload()
  }
  const create = mayGrant && session().has('rbac:permit:read') ? () => setOpen('new') : undefined
  const newButton = create ? (
    <Button type="primary" icon={<PlusOutlined />} onClick={create}>
      授予权限
    </Button>
  ) : null
  return (
    <>
      <ListPage
        name="rbac/RolePermit"
        title="角色权限清单"
        list={list}
        row={rolePermitRow}
        columns={COLUMNS}
        search={[
          { kind: 'select', name: 'roleId', label: '角色', options: roles },
          { kind: 'text', name: 'keyword', label: '关键字', placeholder: '权限名称或编码' },
        ]}
        onNew={create}
        toolbar={newButton}
        emptyAction={newButton}
        {...(mayGrant ? { rowActions: (grant: Grant) => <RowActions actions={[{ key: 'grant', label: '期限与取消', onClick: () => setOpen(grant) }]} /> } : {})}
      />
      {open === 'new' ? (
        <FormDrawer
          open
          width={480}
          title="授予权限"
          call={updateRmPermit}
          fields={[
            { name: 'roleId', kind: 'select', label: '角色', options: roles, span: 2 },
            { name: 'permitId', kind: 'own', label: '权限', render: <PermitSelect />, span: 2, help: '不能授予您自己没有的权限' },
            { name: 'expiresAt', kind: 'dateTime', span: 2, help: '不填为长期授予' },
          ]}
          initial={{}}
          hidden={{ granted: true }}
          onClose={() => setOpen(null)}
          onDone={() => done('已授予')}
        />
      ) : null}
      {open && open !== 'new' ? (
        <Suspense fallback={null}>
          <GrantDialog
            title={`${open.roleName} · ${open.permitName}`}
            call={updateRmPermit}
            subject={{ roleId: open.roleId, permitId: open.permitId }}
            granted
            expiresAt={open.expiresAt}
            grantable={session().has(open.permitCode as PermitCode)}
            takeAwayText="该角色的人员立即失去此权限。"
            onClose={() => setOpen(null)}
            onDone={() => done('')}
          >
            <Typography.Text code>{open.permitCode}</Typography.Text>
          </GrantDialog>
        </Suspense>
      ) : null}
    </>
  )
})
