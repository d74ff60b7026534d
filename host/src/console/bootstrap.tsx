import type { MenuNode } from '@assoc/contract/rbac/user'
import { RemoteLoader } from '@assoc/federation'
import { MENU_TREE_KEY, openSession } from '@assoc/session'
import { createRoot } from 'react-dom/client'
import { readConfiguration, readRegistry } from '../boot/configuration'
import { guard } from '../routes/guard'
import { homeRoute, routeOf } from '../routes/route-table'
import { App } from './App'
import { Kernel } from './kernel'
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
  const [config, registry] = await Promise.all([readConfiguration(), readRegistry()])
  const session = openSession(config)
  const { pathname } = window.location
  if (guard(pathname, { hasToken: session.signedIn, menuFilled: false, menuRequested: false }) === 'signOn') {
    window.location.replace(session.signOnAddress(window.location.href))
    return
  }
  if (session.signedIn) void session.requestMenu()
  const kernel = new Kernel(registry, new RemoteLoader(registry, sharedModules()))
  // The menu of last time only tells what to fetch early; what may be shown is decided by the fresh one.
  const menu = storedMenu()
  const route = routeOf(pathname, homeRoute(menu), menu)
  if (route) kernel.preload(route.menuLink)
  const root = document.getElementById('root')
  if (root) createRoot(root).render(<App kernel={kernel} />)
}

void start()
