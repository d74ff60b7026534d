import { token2CSSVar } from '@ant-design/cssinjs'
import { unitless as globalUnitless } from 'antd/es/theme/useToken'
import { putStyle } from './put-style'
import useToken from './use-token'

// Takes the place of antd's `genStyleUtils` in the console's build: the sheet of a component is not made in the browser but has been made
// by the build, which gives it here in place of the function that would make it (federation/build/antd-styles.mjs). The values of
// its variables depend on the person's theme and are computed once for each.

type Values = Record<string, unknown>
type DefaultToken = ((token: never) => Values) | Values | null | undefined

interface Options {
  order?: number
  injectStyle?: boolean
  unitless?: Record<string, boolean>
  deprecatedTokens?: [string, string][]
  extraCssVarPrefixCls?: string[] | ((info: { prefixCls: string; rootCls: string }) => string[])
}

type Name = string | [string, string]

declare const __ANTD_LINKS__: string

/** Sheets that stand in the page, by what they style and its class. */
const put = new Set<string>()

function putSheet(name: Name, css: string, prefixCls: string, rootCls: string, { injectStyle, order = -999 }: Options): void {
  if (injectStyle === false) return
  const key = `${String(name)} ${prefixCls}`
  if (put.has(key)) return
  if (put.size === 0) putStyle(__ANTD_LINKS__, -999)
  put.add(key)
  if (css) putStyle(css.replaceAll('~~p', prefixCls).replaceAll('~~r', rootCls), order)
}

/** Which values stand in the page for a component, by the component and its place. */
const shown = new Map<string, { token: Values; element: HTMLStyleElement | null }>()

function putValues(component: string, scopes: readonly string[], getDefault: DefaultToken, { unitless, deprecatedTokens }: Options, [, token, , , { prefix, key }]: ReturnType<typeof useToken>): void {
  const place = `${component} ${key} ${scopes.join(' ')}`
  const now = shown.get(place)
  if (now?.token === token) return
  const own = { ...(token[component] as Values | undefined) }
  const given: Values = typeof getDefault === 'function' ? getDefault({ ...token, ...own } as never) : (getDefault ?? {})
  for (const [before, after] of deprecatedTokens ?? []) if (own[before] !== undefined) own[after] ??= own[before]
  let css = ''
  for (const [name, value] of Object.entries({ ...given, ...own })) {
    // What is as it is everywhere needs no word.
    if (value === token[name] || (typeof value !== 'string' && typeof value !== 'number')) continue
    // A value that is not the component's own is one of the theme, which is another one within the component.
    const isOwn = name in given
    const plain = unitless?.[name] || (isOwn ? name === 'zIndexPopup' : name in globalUnitless)
    css += `${token2CSSVar(isOwn ? component + name.slice(0, 1).toUpperCase() + name.slice(1) : name, prefix)}:${typeof value === 'number' && !plain ? `${value}px` : value};`
  }
  const text = css && `${scopes.map((scope) => `.${key}.${scope}`).join(',')}{${css}}`
  const element = now?.element ?? (text ? putStyle(text, -999) : null)
  if (now?.element && now.element.textContent !== text) now.element.textContent = text
  shown.set(place, { token, element })
}

/** A component's own hook: `css` is its finished sheet, in which `~~p` stands for its class and `~~r` for that of its root. */
export function genStyleHooks(name: Name, css: string, getDefault?: DefaultToken, options: Options = {}) {
  const component = typeof name === 'string' ? name : name[0]
  const { extraCssVarPrefixCls: extra } = options
  return (prefixCls: string, rootCls = prefixCls): [hashId: string, cssVarCls: string] => {
    const answer = useToken()
    putSheet(name, css, prefixCls, rootCls, options)
    const more = typeof extra === 'function' ? extra({ prefixCls, rootCls }) : (extra ?? [])
    putValues(component, [rootCls, ...more], getDefault, options, answer)
    return [answer[2], answer[4].key]
  }
}

export function genComponentStyleHook(name: Name, css: string, _getDefault?: DefaultToken, options: Options = {}) {
  return (prefixCls: string, rootCls = prefixCls): string => {
    const answer = useToken()
    putSheet(name, css, prefixCls, rootCls, options)
    return answer[2]
  }
}

export function genSubStyleComponent(name: Name, css: string, getDefault?: DefaultToken, options: Options = {}) {
  const useStyle = genComponentStyleHook(name, css, getDefault, { order: -998, ...options })
  return function SubStyle({ prefixCls, rootCls = prefixCls }: { prefixCls: string; rootCls?: string }) {
    useStyle(prefixCls, rootCls)
    return null
  }
}

/** Names and references of a component's variables, as antd's own answers them. */
export function genCssVar(antCls: string, component: string): [(name: string) => string, (name: string, fallback?: string) => string] {
  const prefix = `--${antCls.replaceAll('.', '')}-${component}-`
  return [(name) => prefix + name, (name, fallback) => (fallback ? `var(${prefix}${name}, ${fallback})` : `var(${prefix}${name})`)]
}
