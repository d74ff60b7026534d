import fs from 'node:fs'
import { exportsOf, importParts, readPartTable } from '../shared/federation/build/ui-parts.mjs'
import { SHARED_MODULES } from '../shared/federation/build/shared-modules.mjs'
import { at } from './lib/root.mjs'

const small = new Map([['Button', '@assoc/ui/parts/shell'], ['ListPage', '@assoc/ui/parts/list'], ['Select', '@assoc/ui/parts/list']])

test('what types and tests see is what the parts give, name by name', async () => {
  const table = await readPartTable()
  expect([...table.keys()].toSorted()).toEqual((await exportsOf(at('shared/ui/src/index.ts'))).toSorted())
  expect(table.get('Button')).toBe('@assoc/ui/parts/shell')
  expect(table.get('ListPage')).not.toBe(table.get('Button'))
  // Each part is one that the host gives.
  expect([...new Set(table.values())].toSorted()).toEqual(SHARED_MODULES.filter((name) => name.startsWith('@assoc/ui')).toSorted())
})

test('one import becomes imports of the parts, on its own line', () => {
  const code = 'import { Button, ListPage as Page, Select } from "@assoc/ui";\nimport { useState } from "react";\n'
  expect(importParts(code, small)).toBe(
    'import { Button } from "@assoc/ui/parts/shell"; import { ListPage as Page, Select } from "@assoc/ui/parts/list";\nimport { useState } from "react";\n',
  )
  expect(importParts("import { Button } from '@assoc/ui';", small)).toBe('import { Button } from "@assoc/ui/parts/shell";')
  expect(importParts('const text = "@assoc/ui"', small)).toBe('const text = "@assoc/ui"')
})

test.each([
  ['a name that no part has', 'import { Nothing } from "@assoc/ui";', /gives no Nothing/],
  ['everything at once', 'import * as ui from "@assoc/ui";', /by names/],
  ['a later import', 'const ui = await import("@assoc/ui");', /by names/],
  ['passing on', 'export { Button } from "@assoc/ui";', /by names/],
])('%s does not build', (_what, code, words) => {
  expect(() => importParts(code, small)).toThrow(words)
})

test('what the build leaves out of antd is used by no screen', () => {
  // As the list in shared/federation/build/host.mjs has them: whoever needs one takes it out of there.
  const left = /\b(?:Input\.(?:OTP|Group)|Badge\.Ribbon|Dropdown\.Button|Tag\.CheckableTag|Alert\.ErrorBoundary|Skeleton\.(?:Avatar|Button|Image)|(?:CheckableTag|Ribbon)\b[^'"]*\} = )|<Skeleton[^>]* avatar|<Typography[^>]* editable/
  const sources = ['host/src', 'shared/ui', ...fs.readdirSync(at('remotes')).map((name) => `remotes/${name}/src`)].flatMap((folder) =>
    fs.readdirSync(at(folder), { recursive: true, encoding: 'utf8' }).flatMap((name) => (/\.tsx?$/.test(name) && !name.includes('node_modules') ? [`${folder}/${name}`] : [])),
  )
  expect(sources.length).toBeGreaterThan(300)
  for (const used of ['<Input.OTP length={6} />', '<Typography.Text editable>', '<Skeleton active avatar />']) expect(left.test(used)).toBe(true)
  expect(sources.filter((file) => left.test(fs.readFileSync(at(file), 'utf8')))).toEqual([])
})
