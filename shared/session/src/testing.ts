import { SessionStore, replaceSession } from './index'

/** A signed-in session with the given permits, set as the page's session. */
export function signedInAs(permits: string[], userId = '1'): SessionStore {
  const store = new SessionStore({
    environment: {
      name: 'test', origins: [], apiHost: '', ssoDesktop: '/login', ssoMobile: '', downloads: '', imageBase: '', fileBase: '',
      home: '/', mobileSite: '', cookieDomain: '', managerSuffix: '/manager', remoteOverrides: [],
    },
    leave: () => undefined,
  })
  store.userInfo = { userId, token: 'test' }
  store.permitList = new Set(permits)
  replaceSession(store)
  return store
}
