import type { SharedModule } from '@assoc/federation'
import * as http from '@assoc/http'
import * as router from '@assoc/router'
import * as session from '@assoc/session'
import * as ui from '@assoc/ui'
import dayjs from 'dayjs'
import * as mobx from 'mobx'
import * as mobxReact from 'mobx-react-lite'
import * as React from 'react'
import * as jsxRuntime from 'react/jsx-runtime'
import * as ReactDOM from 'react-dom'
import * as zod from 'zod'

declare const __SHARED_VERSIONS__: Record<string, string>

const loaded: Record<string, unknown> = {
  react: React,
  'react/jsx-runtime': jsxRuntime,
  'react-dom': ReactDOM,
  mobx,
  'mobx-react-lite': mobxReact,
  dayjs,
  zod,
  '@assoc/http': http,
  '@assoc/session': session,
  '@assoc/router': router,
  '@assoc/ui': ui,
}

/** The modules that the host gives to remotes: most are there with the shell, two parts of ui come when they are wanted. */
export function sharedModules(versions: Record<string, string> = __SHARED_VERSIONS__): SharedModule[] {
  const version = (name: string) => versions[name] ?? '0.0.0'
  return [
    ...Object.entries(loaded).map(([name, module]) => ({ name, version: version(name), lib: () => module })),
    { name: '@assoc/ui/data', version: version('@assoc/ui/data'), get: () => import(/* webpackChunkName: "ui-data" */ '@assoc/ui/data') },
    { name: '@assoc/ui/lazy', version: version('@assoc/ui/lazy'), get: () => import(/* webpackChunkName: "ui-rare" */ '@assoc/ui/lazy') },
  ]
}
