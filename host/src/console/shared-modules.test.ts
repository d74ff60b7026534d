import * as React from 'react'
import { sharedModules } from './shared-modules'

const { SHARED_MODULES } = jest.requireActual<{ SHARED_MODULES: string[] }>('../../../shared/federation/build/shared-modules.mjs')

const versions = Object.fromEntries(SHARED_MODULES.map((name, i) => [name, `1.0.${i}`]))

// Releases that were built before sources had one import of the kit go on running.
const FORMER = ['@assoc/ui', '@assoc/ui/data']

test('the host gives exactly the modules that remotes are built without, each once', () => {
  const names = sharedModules(versions).map((m) => m.name)
  expect(names.toSorted()).toEqual([...SHARED_MODULES, ...FORMER].toSorted())
  expect(new Set(names).size).toBe(names.length)
})

test('each has its version and something to give', () => {
  for (const module of sharedModules(versions)) {
    // The parts and former names of the kit all have the kit's version.
    expect([module.name, module.version]).toEqual([module.name, versions[module.name.startsWith('@assoc/ui') ? '@assoc/ui/parts/shell' : module.name]])
    expect([module.name, Boolean(module.lib) !== Boolean(module.get)]).toEqual([module.name, true])
    if (module.lib) expect([module.name, typeof module.lib()]).toEqual([module.name, expect.stringMatching(/^(object|function)$/)])
  }
})

test('what is given is the host’s own instance', () => {
  const given = sharedModules(versions).find((m) => m.name === 'react')?.lib?.() as typeof React
  expect(given.useState).toBe(React.useState)
})

test('table and forms come when they are wanted, not with the shell', async () => {
  const data = sharedModules(versions).find((m) => m.name === '@assoc/ui/parts/list')
  expect(data?.lib).toBeUndefined()
  expect(await data?.get?.()).toHaveProperty('ListPage')
})
