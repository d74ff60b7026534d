import { useNavigate, useSearchParams } from '@assoc/router'
import { Button, CheckOutlined, Flex, Typography, theme } from '@assoc/ui'

/** Result page of an action that ends outside the shell; `text` says what was done. */
export function Success() {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const [params] = useSearchParams()
  return (
    <Flex vertical align="center" gap={16} style={{ padding: '96px 24px' }}>
      <span style={{ width: 64, height: 64, borderRadius: 32, display: 'grid', placeItems: 'center', background: token.colorSuccessBg, color: token.colorSuccess, fontSize: 28 }}>
        <CheckOutlined />
      </span>
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
        操作成功
      </Typography.Title>
      <Typography.Text type="secondary">{(params.get('text') ?? '您的提交已收到。').slice(0, 100)}</Typography.Text>
      <Button type="primary" onClick={() => navigate('/')}>
        返回首页
      </Button>
    </Flex>
  )
}
