import { CODE, type ResponseOf } from '@assoc/contract'
import { removeSecondFactor, renewRecoveryCodes, revokeTrustedDevice, selectOwnSecondFactor } from '@assoc/contract/rbac/second-factor'
import { api, dateFormat, newKey } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, Button, FailedToLoad, Flex, ReasonDialog, Skeleton, Table, Tag, Typography, useAnswer } from '@assoc/ui'
import { useState } from 'react'
import { deviceName } from '../../lib/device'
import { FactorProof } from './FactorProof'
import { FactorSetup } from './FactorSetup'
import { RecoveryCodes } from './RecoveryCodes'

type Device = ResponseOf<typeof selectOwnSecondFactor>['devices'][number]
type Dialog = { kind: 'setup' | 'remove' | 'renew' } | { kind: 'codes'; codes: string[] } | { kind: 'device'; device: Device } | null

/** The person's second factor: set up, taken away, recovery codes, and the browsers that are not asked. */
export function FactorPart() {
  const own = useAnswer(selectOwnSecondFactor, {})
  const [dialog, setDialog] = useState<Dialog>(null)
  if (own.error && !own.data) return <FailedToLoad message={own.error} onRetry={() => void own.reload()} />
  if (!own.data) return <Skeleton active />
  const { since, recoveryLeft, required, devices } = own.data
  const close = () => setDialog(null)
  const closeAndRead = () => {
    close()
    void own.reload()
  }
  return (
    <Flex vertical gap={16} style={{ maxWidth: 860 }}>
      <Flex justify="space-between" align="center" gap={12} wrap>
        <Flex vertical gap={4}>
          <Flex gap={8} align="center">
            <Typography.Text strong>二次验证</Typography.Text>
            <Tag color={since ? 'success' : 'default'}>{since ? '已启用' : '未启用'}</Tag>
          </Flex>
          <Typography.Text type="secondary">{since ? `${dateFormat(since, 'YYYY-MM-DD HH:mm')} 启用，登录时除密码外还须输入动态码` : '登录时除密码外，再输入手机验证器应用显示的 6 位动态码'}</Typography.Text>
        </Flex>
        {since ? (
          <Button danger disabled={required} onClick={() => setDialog({ kind: 'remove' })}>
            关闭二次验证
          </Button>
        ) : (
          <Button type="primary" onClick={() => setDialog({ kind: 'setup' })}>
            启用二次验证
          </Button>
        )}
      </Flex>
      {required ? <Alert type="info" showIcon title={since ? '安全策略要求您的账号启用二次验证，不能关闭。' : '安全策略要求您的账号启用二次验证，请现在启用，否则下次登录时须先启用。'} /> : null}
      {since ? (
        <Flex justify="space-between" align="center" gap={12} wrap>
          <Flex vertical gap={4}>
            <Typography.Text strong>恢复码</Typography.Text>
            <Typography.Text type={recoveryLeft <= 3 ? 'warning' : 'secondary'}>还剩 {recoveryLeft} 个未使用；手机不在身边时用来登录</Typography.Text>
          </Flex>
          <Button onClick={() => setDialog({ kind: 'renew' })}>重新生成</Button>
        </Flex>
      ) : null}
      {since || devices.length > 0 ? <Devices devices={devices} onRevoke={(device) => setDialog({ kind: 'device', device })} /> : null}
      {dialog?.kind === 'setup' ? <FactorSetup onClose={close} onDone={(codes) => setDialog({ kind: 'codes', codes })} /> : null}
      {dialog?.kind === 'remove' ? (
        <FactorProof
          title="关闭二次验证"
          text="关闭后登录只需密码，恢复码和信任的设备一并失效。"
          okText="关闭二次验证"
          danger
          recovery
          onClose={close}
          send={async (proof) => {
            await api(removeSecondFactor, proof, { idempotencyKey: newKey(), quiet: [CODE.input] })
            toasts.success('二次验证已关闭')
            closeAndRead()
          }}
        />
      ) : null}
      {dialog?.kind === 'renew' ? (
        <FactorProof
          title="重新生成恢复码"
          text="生成后，原来的恢复码全部失效。"
          okText="重新生成"
          onClose={close}
          send={async (proof) => setDialog({ kind: 'codes', codes: (await api(renewRecoveryCodes, proof, { idempotencyKey: newKey(), quiet: [CODE.input] })).recoveryCodes })}
        />
      ) : null}
      {dialog?.kind === 'codes' ? <RecoveryCodes codes={dialog.codes} onClose={closeAndRead} /> : null}
      {dialog?.kind === 'device' ? (
        <ReasonDialog
          title="取消信任"
          text={`${deviceName(dialog.device.device)}（${dialog.device.ip}）下次登录须输入动态码。`}
          confirmText="取消信任"
          reason="none"
          danger
          onConfirm={async () => {
            await api(revokeTrustedDevice, { deviceId: dialog.device.deviceId })
            toasts.success('已取消信任')
            void own.reload()
          }}
          onClose={close}
        />
      ) : null}
    </Flex>
  )
}

function Devices({ devices, onRevoke }: { devices: readonly Device[]; onRevoke: (device: Device) => void }) {
  return (
    <Flex vertical gap={8}>
      <Typography.Text strong>信任的设备</Typography.Text>
      <Table<Device>
        size="middle"
        rowKey="deviceId"
        dataSource={[...devices]}
        pagination={false}
        scroll={{ x: 640 }}
        locale={{ emptyText: '没有信任的设备，每次登录都须输入动态码' }}
        columns={[
          {
            key: 'device',
            title: '设备',
            render: (_v, row) => (
              <span title={row.device}>
                {deviceName(row.device)} {row.current ? <Tag color="processing">本机</Tag> : null}
              </span>
            ),
          },
          { key: 'ip', title: '登录地址', dataIndex: 'ip' },
          { key: 'lastUsedTime', title: '最近使用', render: (_v, row) => dateFormat(row.lastUsedTime, 'YYYY-MM-DD HH:mm') },
          { key: 'expireTime', title: '信任至', render: (_v, row) => dateFormat(row.expireTime, 'YYYY-MM-DD') },
          {
            key: 'actions',
            title: '操作',
            width: 100,
            render: (_v, row) => (
              <Button type="link" size="small" danger style={{ padding: 0 }} onClick={() => onRevoke(row)}>
                取消信任
              </Button>
            ),
          },
        ]}
      />
    </Flex>
  )
}
