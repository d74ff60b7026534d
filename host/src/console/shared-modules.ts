import type { SharedModule } from '@assoc/federation'
import * as http from '@assoc/http'
import * as router from '@assoc/router'
import * as session from '@assoc/session'
import * as shell from '@assoc/ui/parts/shell'
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
  '@assoc/ui/parts/shell': shell,
}

const list = () => import(/* webpackChunkName: "ui-list" */ '@assoc/ui/parts/list')
const form = () => import(/* webpackChunkName: "ui-form" */ '@assoc/ui/parts/form')
const whole = async () => ({ ...shell, ...(await list()), ...(await form()) })

/** The modules that the host gives to remotes: most are there with the shell, a part of ui comes when it is wanted. */
export function sharedModules(versions: Record<string, string> = __SHARED_VERSIONS__): SharedModule[] {
  const version = (name: string) => versions[name] ?? '0.0.0'
  const kit = version('@assoc/ui/parts/shell')
  return [
    ...Object.entries(loaded).map(([name, module]) => ({ name, version: version(name), lib: () => module })),
    { name: '@assoc/ui/parts/list', version: kit, get: list },
    { name: '@assoc/ui/parts/form', version: kit, get: form },
    // Releases from before sources had one import ask for these two names.
    { name: '@assoc/ui', version: kit, get: whole },
    { name: '@assoc/ui/data', version: kit, get: whole },
  ]
}
