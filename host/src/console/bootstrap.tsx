import type { MenuNode } from '@assoc/contract/rbac/own'
import { RemoteLoader } from '@assoc/federation'
import { MENU_TREE_KEY, currentEnvironment, openSession, sessionStarted, signOnCodeIn } from '@assoc/session'
import { createRoot } from 'react-dom/client'
import { readConfiguration, readRegistry, readRegistryAgain } from '../boot/configuration'
import { markStyles } from '../boot/style-nonce'
import { guard } from '../routes/guard'
import { homeRoute, routeOf } from '../routes/route-table'
import { reportError } from '../views/report-error'
import { App } from './App'
import { LENT_KEY, pathOf, withoutSuffix } from './arrival'
import { Kernel } from './kernel'
import { Newer } from './newer'
import { ReleaseNotes, chooseReleases } from './releases'
import { watchRights } from './rights-watch'
import { sharedModules } from './shared-modules'

function storedMenu(): MenuNode[] {
  try {
    const tree: unknown = JSON.parse(localStorage.getItem(MENU_TREE_KEY) ?? '[]')
    return Array.isArray(tree) ? (tree as MenuNode[]) : []
  } catch {
    return []
  }
}

/** Starts the console: session, guard, the first view's remote already on its way before the shell is drawn. */
async function start(): Promise<void> {
  const config = await readConfiguration()
  markStyles(config.styleNonce)
  const validated = readRegistry(config.releaseKeys)
  const session = openSession(config)
  await sessionStarted()
  const handed = signOnCodeIn(window.location.href)
  if (handed) {
    window.history.replaceState(null, '', pathOf(new URL(handed.address)))
    if (!session.signedIn) await (await import(/* webpackChunkName: "hand-over" */ './hand-over')).redeem(session, handed.code)
  }
  // Few are ever lent a remote: what it takes comes when the address or this browser names one.
  const lending = /[?&]remote=/.test(window.location.search) || localStorage.getItem(LENT_KEY) !== null ? await import(/* webpackChunkName: "lent" */ './lent') : null
  const lent = lending && new lending.LentRemotes(currentEnvironment().remoteOverrides)
  const plain = lent?.begin(window.location.href) ?? null
  if (plain !== null) window.history.replaceState(null, '', plain)
  if (window.location.pathname.startsWith('//')) window.history.replaceState(null, '', pathOf(new URL(window.location.href)))
  const arrived = withoutSuffix(window.location.href, currentEnvironment().managerSuffix)
  if (arrived !== null) window.history.replaceState(null, '', arrived)
  const { pathname } = window.location
  if (guard(pathname, { hasToken: session.signedIn, menuFilled: false, menuRequested: false }) === 'signOn') {
    session.goToSignOn()
    if (!session.signOnStopped) return
  }
  watchRights(session)
  const menuRead = session.signedIn ? session.requestMenu() : Promise.resolve()
  const verified = await validated
  const used = async (registry: typeof verified) => {
    const chosen = await chooseReleases(registry, session)
    return lent ? lent.instead(chosen) : chosen
  }
  const remotes = await used(verified)
  const notes = new ReleaseNotes()
  const kernel = new Kernel(remotes, new RemoteLoader(remotes, sharedModules(), (remote) => session.signedIn && notes.loaded(remote)), verified.ok ? null : verified.refusal)
  const newer = new Newer(config.build ?? '', verified.ok ? verified.registry.serial : Infinity, () => void readAgain())
  const readAgain = async () => {
    const again = await readRegistryAgain(config.releaseKeys)
    // One that is not good is not used; this page goes on with what it has, the next one will say so.
    if (again.ok) kernel.update(await used(again))
    else reportError('remote', `registry: ${again.refusal}`)
  }
  newer.watch()
  if (lent && Object.keys(lent.used).length > 0) setInterval(() => void lent.changed().then((changed) => changed && window.location.reload()), lending?.LOOK_EVERY_MS)
  if (!verified.ok) reportError('remote', `registry: ${verified.refusal}`)
  // The menu of last time only tells what to fetch early; what may be shown is decided by the fresh one.
  const menu = storedMenu()
  const route = routeOf(pathname, homeRoute(menu), menu)
  if (route) kernel.preload(route.menuLink)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App kernel={kernel} newer={newer} {...(lent ? { lent } : {})} menuRead={menuRead} />)
}

void start()
