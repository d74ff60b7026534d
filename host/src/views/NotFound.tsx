import { useLocation, useNavigate } from '@assoc/router'
import { Button, StateScreen } from '@assoc/ui'

/** Any address that nobody knows, or a link to a view that is not in the person's menu. */
export function NotFound({ view = false }: { view?: boolean }) {
  const navigate = useNavigate()
  const { pathname } = useLocation()
  return (
    <StateScreen mark="search" title={view ? '您的菜单中没有此功能' : '页面不存在'} detail={view ? undefined : pathname} actions={<Button type="primary" onClick={() => navigate('/')}>返回首页</Button>}>
      {view ? '链接所指的功能没有分配给您。如需办理，请联系系统管理员。' : '地址可能已变更，或您的菜单中没有此页面。'}
    </StateScreen>
  )
}
