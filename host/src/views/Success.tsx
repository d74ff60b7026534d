import { useLocation, useNavigate } from '@assoc/router'
import { Button, CheckOutlined, Flex, Typography, theme } from '@assoc/ui'
import { doneText } from '../visit/pages'

/** Result page of an action that ends outside the shell; `of` says which. */
export function Success() {
  const { token } = theme.useToken()
  const navigate = useNavigate()
  const { search } = useLocation()
  return (
    <Flex vertical align="center" gap={16} style={{ padding: '96px 24px' }}>
      <span style={{ width: 64, height: 64, borderRadius: 32, display: 'grid', placeItems: 'center', background: token.colorSuccessBg, color: token.colorSuccess, fontSize: 28 }}>
        <CheckOutlined />
      </span>
      <Typography.Title level={1} style={{ fontSize: 20, margin: 0 }}>
        操作成功
      </Typography.Title>
      <Typography.Text type="secondary">{doneText(search)}</Typography.Text>
      <Button type="primary" onClick={() => navigate('/')}>
        返回首页
      </Button>
    </Flex>
  )
}
