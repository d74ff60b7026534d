import type { ResponseOf } from '@assoc/contract'
import { roleStatus } from '@assoc/contract/rbac/role-kinds'
import { selectPermitHolders } from '@assoc/contract/rbac/rights'
import { dateFormat } from '@assoc/http'
import { AppDrawer, FailedToLoad, Flex, Skeleton, StateScreen, StatusTag, Table, Tag, Typography, useAnswer, type PageDialog } from '@assoc/ui'
import { SensitiveTag } from '../../lib/SensitiveTag'
import type { PermitUse } from './PermitForms'

type Holders = ResponseOf<typeof selectPermitHolders>

/** Roles that a permit was given to, the people who hold it by them, and the calls that it opens. */
export function Holders({ permitId }: Pick<PermitUse, 'permitId'>) {
  const { data, error, reload } = useAnswer(selectPermitHolders, { permitId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active paragraph={{ rows: 8 }} />
  return (
    <>
      <Lists data={data} />
      <Opened opens={data.opens} />
    </>
  )
}

/** The same for a row of the list. */
export function PermitHolders({ row: permit, onClose }: PageDialog<PermitUse>) {
  return (
    <AppDrawer open size={720} title={`持有者：${permit.permitName}`} onClose={onClose}>
      <Flex vertical gap={20}>
        <Flex gap={8} align="center" wrap>
          <Typography.Text code>{permit.permitCode}</Typography.Text>
          <span>{permit.moduleName}</span>
          {permit.menuName ? <span>菜单：{permit.menuName}</span> : null}
          {permit.sensitive ? <SensitiveTag /> : null}
          {permit.permitStatus === 'disabled' ? <Tag>已停用，暂不生效</Tag> : null}
        </Flex>
        <Holders permitId={permit.permitId} />
      </Flex>
    </AppDrawer>
  )
}

function Lists({ data }: { data: Holders }) {
  if (data.roles.length === 0) return <StateScreen title="还没有授予任何角色">在“角色权限”或“角色管理”中授予角色后，这里会列出角色和人员。</StateScreen>
  return (
    <>
      <section aria-label="持有角色">
        <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
          角色（{data.roles.length}）
        </Typography.Title>
        <Table<Holders['roles'][number]>
          size="small"
          rowKey="roleId"
          pagination={false}
          dataSource={data.roles}
          columns={[
            { title: '角色', dataIndex: 'roleName' },
            { title: '编码', dataIndex: 'roleCode' },
            { title: '状态', width: 100, render: (_, r) => <StatusTag of={roleStatus} value={r.roleStatus} /> },
            { title: '有效期至', width: 170, render: (_, r) => (r.expiresAt ? `${dateFormat(r.expiresAt, 'YYYY-MM-DD HH:mm')}${r.expired ? '（已到期）' : ''}` : '长期') },
            { title: '人数', width: 80, align: 'right', dataIndex: 'userCount' },
          ]}
        />
      </section>
      <section aria-label="持有人员">
        <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
          目前可以使用的人员（{data.userCount}）
        </Typography.Title>
        {data.people.length === 0 ? (
          <Typography.Text type="secondary">{data.userCount === 0 ? '目前没有人能够使用。' : '您的数据范围内没有持有者。'}</Typography.Text>
        ) : (
          <Table<Holders['people'][number]>
            size="small"
            rowKey="userId"
            pagination={data.people.length > 20 ? { pageSize: 20, size: 'small', showSizeChanger: false } : false}
            dataSource={data.people}
            columns={[
              { title: '姓名', width: 110, dataIndex: 'realName' },
              { title: '登录账号', width: 150, dataIndex: 'loginName' },
              { title: '所属部门', width: 130, render: (_, p) => p.deptName ?? '—' },
              { title: '来自角色', render: (_, p) => p.roleNames.join('、') },
            ]}
          />
        )}
        {data.people.length > 0 && data.people.length < data.userCount ? <Typography.Text type="secondary">只列出您数据范围内的前 {data.people.length} 人。</Typography.Text> : null}
      </section>
    </>
  )
}

/** The calls that a permit opens. */
function Opened({ opens }: Pick<Holders, 'opens'>) {
  return (
    <section aria-label="开放的接口">
      <Typography.Title level={2} style={{ fontSize: 15, marginTop: 0 }}>
        接口（{opens.length}）
      </Typography.Title>
      {opens.length === 0 ? (
        <Typography.Text type="secondary">不单独开放接口：用于页面或字段的控制。</Typography.Text>
      ) : (
        <Table<Holders['opens'][number]>
          size="small"
          rowKey="path"
          pagination={opens.length > 10 ? { pageSize: 10, size: 'small' } : false}
          dataSource={opens}
          columns={[
            { title: '接口', dataIndex: 'title', width: 220 },
            { title: '路径', dataIndex: 'path' },
          ]}
        />
      )}
    </section>
  )
}
