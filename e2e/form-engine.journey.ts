import { join } from 'node:path'
import { build } from 'esbuild'
import fc from 'fast-check'
import { form, step } from '@assoc/contract/form/engine/testing'
import { stateAfter } from '@assoc/contract/form/engine/testing-run'
import { openBrowser } from './browser'

// What the browser computes while a form is filled in is what the server computes when it is handed in.

const FORMS = 10_000
const AT_ONCE = 1_000
const SEED = 20261127

/** The engine as a browser gets it: bundled and minified, with one function for this test. */
async function engineForBrowsers(): Promise<string> {
  const { outputFiles } = await build({
    stdin: { contents: "import { stateAfter } from './testing-run'\nglobalThis.stateAfter = stateAfter", resolveDir: join(process.cwd(), 'shared/contract/src/form/engine'), loader: 'ts' },
    bundle: true,
    minify: true,
    format: 'iife',
    charset: 'utf8',
    write: false,
    logLevel: 'silent',
  })
  return outputFiles[0]?.text ?? ''
}

const filled = fc.tuple(form, fc.array(step, { maxLength: 10 }))
type Filled = ReturnType<typeof fc.sample<[Parameters<typeof stateAfter>[0], Parameters<typeof stateAfter>[1]]>>[number]

/** Says in the page's words what is undefined, which JSON leaves out of lists. */
const told = (state: unknown) => JSON.stringify(state, (_key, value: unknown) => (value === undefined ? '(none)' : value))

test('ten thousand filled-in forms come out in Chromium as in Node', async () => {
  const browser = await openBrowser()
  try {
    const page = await browser.newPage()
    await page.addScriptTag({ content: await engineForBrowsers() })
    const inBrowser = (cases: readonly Filled[]) =>
      page.evaluate(
        (list) => (JSON.parse(list) as [unknown, [unknown, unknown][]][]).map(([doc, steps]) => JSON.stringify((globalThis as unknown as { stateAfter: (doc: unknown, steps: unknown) => unknown }).stateAfter(doc, steps.map(([path, value]) => [path, value ?? undefined])), (_key, value: unknown) => (value === undefined ? '(none)' : value))),
        JSON.stringify(cases),
      )
    let shown = 0
    let hidden = 0
    for (let at = 0; at < FORMS; at += AT_ONCE) {
      const cases = fc.sample(filled, { numRuns: AT_ONCE, seed: SEED + at })
      const here = cases.map(([doc, steps]) => told(stateAfter(doc, steps)))
      const without = here.filter((text) => text.includes('"qb",false')).length
      hidden += without
      shown += AT_ONCE - without
      const there = await inBrowser(cases)
      // The first that differs tells more than a list of thousands.
      const at0 = here.findIndex((text, n) => text !== there[n])
      if (at0 >= 0) expect({ form: cases[at0], chromium: there[at0] }).toEqual({ form: cases[at0], chromium: here[at0] })
    }
    // Forms in which nothing is ever hidden would prove little.
    expect([shown > 1_000, hidden > 500]).toEqual([true, true])
    const [one] = fc.sample(filled, { numRuns: 1, seed: SEED })
    if (!one) throw new Error('no form')
    // The control: another answer comes out differently.
    const [other] = await inBrowser([[one[0], [...one[1], [{ key: 'qa' }, '123456.5']]]])
    expect(other).not.toBe(told(stateAfter(one[0], one[1])))
  } finally {
    await browser.close()
  }
})
