import type { Refusal, RemoteRelease } from '@assoc/federation'
import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, StateScreen } from '@assoc/ui'

const Home = () => {
  const navigate = useNavigate()
  return <Button onClick={() => navigate('/')}>返回首页</Button>
}

/** No published remote has the view. On a public page stand visitors, who have no menu and nobody to ask about one. */
export function Unpublished({ menuLink, visitors = false }: { menuLink: string; visitors?: boolean }) {
  if (visitors) {
    return (
      <StateScreen mark="plug" title="此页面尚未开放">
        此页面的内容还没有开放，请以后再来查看。
      </StateScreen>
    )
  }
  return (
    <StateScreen mark="plug" title="此功能尚未发布" detail={menuLink} actions={<Home />}>
      菜单中已有此入口，但对应的功能模块还没有发布。请联系系统管理员，并提供下方的视图名称。
    </StateScreen>
  )
}

/** The released remote was built for another version of the console. */
export function Incompatible({ remote, hostApi }: { remote: RemoteRelease; hostApi: string }) {
  return (
    <StateScreen mark="broken" title="功能模块与控制台版本不匹配" detail={`${remote.name} ${remote.version}，需要 ${remote.hostApi}，当前 ${hostApi}`} actions={<Button onClick={() => window.location.reload()}>刷新页面</Button>}>
      请先刷新页面获取新版本；如仍出现，请联系系统管理员回退或重新发布此模块。
    </StateScreen>
  )
}

const REFUSED: Record<Refusal, string> = {
  missing: '服务器没有给出功能模块清单。',
  unknownKey: '功能模块清单由未知的密钥签名。',
  badSignature: '功能模块清单的签名不正确，内容可能被改动过。',
  replayed: '收到的功能模块清单比本机见过的旧，可能是过期的缓存。',
  unreadable: '功能模块清单无法识别。',
}

/** The registry was not good: nothing of any remote is run. */
export function RegistryRefused({ refusal, menuLink }: { refusal: Refusal; menuLink: string }) {
  return (
    <StateScreen mark="lock" title="功能模块未通过校验，没有运行" detail={`${menuLink}：${refusal}`} actions={<Button onClick={() => window.location.reload()}>刷新页面</Button>}>
      {REFUSED[refusal]}首页、菜单和个人设置仍可使用。请先刷新页面；如仍出现，请联系系统管理员，已记入服务器日志。
    </StateScreen>
  )
}

/** What the screen without a menu is called, on the screen and in the browser's tab. */
export const MENU_FAILED = '菜单没有加载成功'

/** The menu could not be read: retry and sign-out, no loop. */
export function MenuFailed({ message, onRetry }: { message: string; onRetry: () => void }) {
  return (
    <StateScreen
      mark="broken"
      title={MENU_FAILED}
      actions={
        <>
          <Button type="primary" onClick={onRetry}>
            重试
          </Button>
          <Button onClick={() => void session().logout()}>退出登录</Button>
        </>
      }
    >
      {message}
    </StateScreen>
  )
}

/** The sign-on has sent the person back twice, and still nobody is signed in: no third time by itself. */
export function SignOnStopped() {
  return (
    <StateScreen
      mark="lock"
      title="登录没有完成"
      actions={
        <Button type="primary" onClick={() => session().retrySignOn()}>
          重新登录
        </Button>
      }
    >
      已两次前往登录页，返回后仍未登录，因此停止自动跳转。请点击“重新登录”再试一次；如仍不成功，请检查浏览器是否禁用了 Cookie，或联系系统管理员。
    </StateScreen>
  )
}
