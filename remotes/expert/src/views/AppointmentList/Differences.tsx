import { DIFFERENCES_AT_ONCE, secretaryDifference, secretaryDifferenceRow, selectSecretaryDifferences, settleSecretaries } from '@assoc/contract/expert/secretary'
import { labelOf } from '@assoc/contract'
import { toasts } from '@assoc/session'
import { Alert, AppDrawer, Button, FailedToLoad, Flex, Skeleton, Table, Typography, useAnswer, useSaving } from '@assoc/ui'

const title = (field: keyof typeof secretaryDifferenceRow.shape) => labelOf(secretaryDifferenceRow, field)

/** Companies whose secretary in office is not the one among their contacts; one press makes the contacts what the appointments say. */
export function Differences({ onClose }: { onClose: () => void }) {
  const { data, error, reload } = useAnswer(selectSecretaryDifferences, {})
  const { save, busy } = useSaving(settleSecretaries)
  const settle = async (appointmentIds: string[]) => {
    if (!(await save({ appointmentIds }))) return
    toasts.success(appointmentIds.length > 1 ? `已更新 ${appointmentIds.length} 家公司的董秘联系人` : '已更新董秘联系人')
    await reload()
  }
  const items = data?.items ?? []
  return (
    <AppDrawer open title="董秘差异" size={980} onClose={onClose}>
      {error ? (
        <FailedToLoad message={error} onRetry={() => void reload()} />
      ) : !data ? (
        <Skeleton active />
      ) : items.length === 0 ? (
        <Typography.Text type="secondary">在任董秘与联系人一致。</Typography.Text>
      ) : (
        <Flex vertical gap={12}>
          <Alert
            type="info"
            showIcon
            title={`${data.total} 家公司的在任董秘与联系人不一致`}
            description="以任职为准：原联系人登记离任，新董秘写入联系人；只是号码不同的，更新号码。"
            action={
              <Button type="primary" loading={busy} onClick={() => void settle(items.map(({ appointmentId }) => appointmentId))}>
                {data.total > DIFFERENCES_AT_ONCE ? `以任职为准更新前 ${DIFFERENCES_AT_ONCE} 家` : '全部以任职为准'}
              </Button>
            }
          />
          <Table
            size="small"
            rowKey="appointmentId"
            dataSource={items}
            pagination={false}
            scroll={{ x: 880 }}
            columns={[
              { title: title('companyName'), dataIndex: 'companyName', width: 120 },
              { title: title('difference'), width: 170, render: (_, row) => secretaryDifference.labels[row.difference] },
              { title: title('name'), width: 190, render: (_, row) => `${row.name} ${row.mobile}` },
              { title: title('termStart'), dataIndex: 'termStart', width: 110 },
              { title: title('contactName'), width: 190, render: (_, row) => (row.contactName ? `${row.contactName} ${row.contactMobile ?? ''}` : '无') },
              {
                title: '操作',
                width: 100,
                render: (_, row) => (
                  <Button type="link" size="small" disabled={busy} onClick={() => void settle([row.appointmentId])}>
                    以任职为准
                  </Button>
                ),
              },
            ]}
          />
        </Flex>
      )}
    </AppDrawer>
  )
}
