import { currentEnvironment, openSession, sessionStarted, signOnRounds } from '@assoc/session'
import { createRoot } from 'react-dom/client'
import { readConfiguration } from '../boot/configuration'
import { markStyles } from '../boot/style-nonce'
import { addressAfterSignIn } from './after-sign-in'
import { handOverRequest } from './hand-over-request'
import { fetchLater } from './fetch-later'
import { LoginPage } from './LoginPage'
import { LoginStore } from './login-store'
import { LOGIN_STYLES } from './styles'

async function start(): Promise<void> {
  const config = await readConfiguration()
  markStyles(config.styleNonce)
  const session = openSession(config)
  await sessionStarted()
  const registering = window.location.pathname === '/register'
  // Back from the provider, whoever was signed in here before.
  const returned = new URLSearchParams(window.location.search).has('sso')
  const otherwise = addressAfterSignIn(window.location.search, currentEnvironment().home)
  const request = handOverRequest(window.location.search)
  // A console at another origin is handed the session; false where it turned out that there is none.
  const goOn = async (): Promise<boolean> => {
    const address = request ? await (await import(/* webpackChunkName: "login-hand-over" */ './hand-over')).handOver(session, request, otherwise) : otherwise
    if (address !== null) window.location.replace(address)
    return address !== null
  }
  if (session.signedIn && !registering && !returned && (await goOn())) return
  // From here on a person decides, so what led here is no loop.
  signOnRounds.forget()
  const style = document.createElement('style')
  style.textContent = LOGIN_STYLES
  document.head.append(style)
  document.title = `${registering ? '注册' : '登录'} - ${config.title}`
  const login = new LoginStore(registering ? 'register' : 'password', () => void goOn())
  const unbound = config.im?.find(({ kind }) => kind === new URLSearchParams(window.location.search).get('bind'))
  if (unbound) login.show('password', `此${unbound.label}账号还没有绑定。请用账号密码登录，登录后即可绑定。`)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<LoginPage login={login} />)
  if (returned) void import(/* webpackChunkName: "login-sign-on" */ './sign-on').then(({ finishSignOn }) => finishSignOn(login))
  fetchLater()
}

void start()
