import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, CopyOutlined, Flex, theme } from '@assoc/ui'

/** Shows fresh recovery codes this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }) {
  const { token } = theme.useToken()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      toasts.success('恢复码已复制')
    } catch {
      toasts.error('浏览器不允许复制，请手动抄录')
    }
  }
  return (
    <AppModal
      open
      title="保存恢复码"
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Flex justify="space-between" gap={8} wrap>
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            复制全部
          </Button>
          <Button type="primary" onClick={onClose}>
            我已保存，关闭
          </Button>
        </Flex>
      }
    >
      <Flex vertical gap={12}>
        <ul
          aria-label="恢复码"
          style={{ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(132px, 1fr))', gap: '4px 16px', margin: 0, padding: '12px 16px', listStyle: 'none', fontFamily: 'ui-monospace, Consolas, monospace', fontSize: 16, lineHeight: '28px', background: token.colorFillAlter, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}
        >
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <Alert type="warning" showIcon title="恢复码只显示这一次，每个只能用一次。请存放在手机以外的安全地方，手机不在身边时用来登录。" />
      </Flex>
    </AppModal>
  )
}
