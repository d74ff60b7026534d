import { Alert, AppModal, Button, CopyOutlined, Flex, Typography, theme } from '@assoc/ui'
import { toasts } from '@assoc/session'

/** Shows a first password this once. */
export function InitialPassword({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  const { token } = theme.useToken()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(password)
      toasts.success('密码已复制')
    } catch {
      toasts.error('浏览器不允许复制，请手动抄录')
    }
  }
  return (
    <AppModal
      open
      title={`${name} 的初始密码`}
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      footer={
        <Button type="primary" onClick={onClose}>
          我已记下，关闭
        </Button>
      }
    >
      <Flex vertical gap={12}>
        <Flex align="center" justify="space-between" gap={12} style={{ padding: '12px 16px', background: token.colorFillAlter, border: `1px solid ${token.colorBorderSecondary}`, borderRadius: token.borderRadiusLG }}>
          <Typography.Text data-testid="initial-password" style={{ fontFamily: 'ui-monospace, Consolas, monospace', fontSize: 18, letterSpacing: 1 }}>
            {password}
          </Typography.Text>
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            复制
          </Button>
        </Flex>
        <Alert type="warning" showIcon title="密码只显示这一次，关闭后无法再查看。请当面或通过安全方式告知本人，首次登录时须设置新密码。" />
      </Flex>
    </AppModal>
  )
}
