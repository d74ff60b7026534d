import { token2CSSVar } from '@ant-design/cssinjs'
import { ConfigContext } from 'antd/es/config-provider/context'
import { DesignTokenContext, defaultTheme } from 'antd/es/theme/context'
import seed from 'antd/es/theme/themes/seed'
import { getComputedToken, ignore, unitless } from 'antd/es/theme/useToken'
import { useContext, type ContextType } from 'react'
import { putStyle } from './put-style'

// Takes the place of antd's `useToken` in the console's build. antd's asks its style cache at every drawing of every component; what it
// answers depends on the theme alone, so it is made once for a theme.

type Design = ContextType<typeof DesignTokenContext>
type Values = Record<string, unknown>

/** What antd's own hook answers: theme, values, class of its sheets, references to the values, where they stand, no styles at run time. */
type Answer = [theme: unknown, realToken: Values, hashId: string, token: Values, cssVar: { prefix: string; key: string }, zeroRuntime: true]

declare const __ANTD_HASH__: string

const known = new WeakMap<object, Answer>()
/** The values that stand in the page, by the class of the provider that they are for. */
const shown = new Map<string, { answer: Answer; css: string; element: HTMLStyleElement }>()
const texts = new WeakMap<Answer, { all: string; again: string }>()

function make(design: Design, prefix: string, key: string): Answer {
  const theme = design.theme ?? defaultTheme
  const real = getComputedToken({ ...seed, ...design.token } as never, design.override as never, theme as never) as unknown as Values
  const references: Values = {}
  const changedWithin = new Set(Object.values(design.components ?? {}).flatMap((own) => Object.keys(own ?? {})))
  let all = ''
  let again = ''
  for (const [name, value] of Object.entries(real)) {
    // Widths of windows stand in conditions, which take no reference.
    if (name.startsWith('screen')) references[name] = value
    else if ((typeof value === 'string' || typeof value === 'number') && !(name in ignore)) {
      const variable = token2CSSVar(name, prefix)
      const line = `${variable}:${typeof value === 'number' && !(name in unitless) ? `${value}px` : value};`
      all += line
      if (changedWithin.has(name)) again += line
      references[name] = `var(${variable})`
    }
  }
  const answer: Answer = [theme, real, __ANTD_HASH__, references, { prefix, key }, true]
  texts.set(answer, { all, again })
  return answer
}

/**
 * Writes the values into the page: those of the outermost provider to its root, so that no element but that has to take hundreds of them. Only
 * those that some component changes within itself are said again for each, for what stands in a field does not take the field's.
 */
function show(answer: Answer): void {
  const { key } = answer[4]
  const now = shown.get(key)
  if (now?.answer === answer) return
  const [first] = shown.keys()
  const { all, again } = texts.get(answer) ?? { all: '', again: '' }
  const css = first === undefined || first === key ? `:root{${all}}.${key}{${again}}` : `.${key}{${all}}`
  if (!now) shown.set(key, { answer, css, element: putStyle(css, -999) })
  else {
    if (now.css !== css) now.element.textContent = css
    shown.set(key, { ...now, answer, css })
  }
}

export default function useToken(): Answer {
  const design = useContext(DesignTokenContext)
  const { getPrefixCls } = useContext(ConfigContext)
  let answer = known.get(design)
  if (!answer) known.set(design, (answer = make(design, design.cssVar?.prefix ?? getPrefixCls(), design.cssVar?.key ?? 'css-var-root')))
  show(answer)
  return answer
}
