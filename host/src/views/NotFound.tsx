import { useLocation, useNavigate } from '@assoc/router'
import { Button, StateScreen } from '@assoc/ui'

/** Any address that nobody knows. */
export function NotFound() {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <StateScreen mark="search" title="页面不存在" detail={pathname} actions={<Button type="primary" onClick={() => navigate('/')}>返回首页</Button>}>
      地址可能已变更，或您的菜单中没有此页面。
    </StateScreen>
  )
}
