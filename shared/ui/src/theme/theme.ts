import { theme as antdTheme, type ThemeConfig } from 'antd'
import { darkComponents, darkTokens, lightComponents, lightTokens, weakToneColours } from './tokens'

export type FontSize = 13 | 14 | 16 | 18

const CONTROL_HEIGHT: Record<FontSize, number> = { 13: 28, 14: 32, 16: 36, 18: 40 }

/**
 * The antd theme for a person's settings. In the dark theme the map tokens are laid over the result
 * of the dark algorithm, for antd would derive them anew from the seeds and lose the contrast.
 */
export function buildTheme(dark: boolean, fontSize: FontSize, compact: boolean, weak = false): ThemeConfig {
  const size = { fontSize, controlHeight: CONTROL_HEIGHT[fontSize] - (compact ? 4 : 0), ...(weak ? { ...successAsInfo(dark ? darkTokens : lightTokens), ...errorApart(dark) } : {}) }
  if (!dark) {
    return {
      token: { ...lightTokens, ...size },
      components: lightComponents,
      ...(compact ? { algorithm: [antdTheme.defaultAlgorithm, antdTheme.compactAlgorithm, (_seed, map) => ({ ...(map as object), ...lightTokens, ...size }) as never] } : {}),
    }
  }
  const overlay: NonNullable<ThemeConfig['algorithm']> = [
    antdTheme.darkAlgorithm,
    ...(compact ? [antdTheme.compactAlgorithm] : []),
    (_seed, map) => ({ ...(map as object), ...darkTokens, ...size }) as never,
  ]
  return { algorithm: overlay, token: { ...darkTokens, ...size }, components: darkComponents }
}

/** Success in the colours of information: red and green are not told apart by everybody, red and blue are. */
const successAsInfo = (tokens: object): object => Object.fromEntries(Object.entries(tokens).flatMap(([name, colour]) => (name.startsWith('colorInfo') ? [[name.replace('Info', 'Success'), colour]] : [])))

/** Errors apart from warnings in lightness. */
const errorApart = (dark: boolean): object => {
  const [colour] = weakToneColours[dark ? 'dark' : 'light'].red
  return { colorErrorText: colour, ...(dark ? {} : { colorError: colour }) }
}
