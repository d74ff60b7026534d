import { theme } from 'antd'
import { buildTheme, type FontSize } from './theme'
import { chartColours, darkTokens, lightTokens, toneColours, weakChartColours, weakToneColours } from './tokens'

const resolved = (dark: boolean, fontSize: FontSize = 14, compact = false) => theme.getDesignToken(buildTheme(dark, fontSize, compact)) as unknown as Record<string, unknown>

// Colours may be written in another case.
const plain = (value: unknown) => (typeof value === 'string' ? value.toLowerCase() : value)

/** The named tokens that did not come out as they were named; size and height follow the person's settings. */
const lost = (named: Record<string, unknown>, result: Record<string, unknown>) =>
  Object.keys(named).filter((key) => key !== 'fontSize' && key !== 'controlHeight' && plain(result[key]) !== plain(named[key]))

test.each([false, true])('light keeps every token that is named (compact: %s)', (compact) => {
  expect(lost(lightTokens, resolved(false, 14, compact))).toEqual([])
})

test.each([false, true])('dark lays the tokens over what the algorithm derives (compact: %s)', (compact) => {
  expect(lost(darkTokens, resolved(true, 14, compact))).toEqual([])
})

test('dark really is another theme, and what is not named comes from the dark algorithm', () => {
  const [light, dark] = [resolved(false), resolved(true)]
  expect(dark['colorBgContainer']).not.toBe(light['colorBgContainer'])
  expect(dark['colorPrimary']).not.toBe(light['colorPrimary'])
  expect(dark['magenta-3']).not.toBe(light['magenta-3'])
})

test.each([
  [13, 28], [14, 32], [16, 36], [18, 40],
] as [FontSize, number][])('at %d px controls are %d px high, four less when compact, in both themes', (size, height) => {
  for (const dark of [false, true]) {
    expect(resolved(dark, size)).toMatchObject({ fontSize: size, controlHeight: height })
    expect(resolved(dark, size, true)).toMatchObject({ fontSize: size, controlHeight: height - 4 })
  }
})

/** Relative luminance of `#RRGGBB` after WCAG. */
function luminance(colour: string): number {
  const [r, g, b] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  }) as [number, number, number]
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}
const contrast = (a: string, b: string) => {
  const [low, high] = [luminance(a), luminance(b)].toSorted((x, y) => x - y) as [number, number]
  return (high + 0.05) / (low + 0.05)
}

test('every status colour can be read on its ground', () => {
  const weak = (['light', 'dark'] as const).flatMap((mode) =>
    Object.entries(toneColours[mode]).flatMap(([tone, [colour, ground]]) => (contrast(colour, ground) < 4.5 ? [`${mode} ${tone}`] : [])),
  )
  expect(weak).toEqual([])
})

test.each([false, true])('the colour-weak theme has no green: success looks as information does (dark: %s)', (dark) => {
  const weak = theme.getDesignToken(buildTheme(dark, 14, false, true)) as unknown as Record<string, unknown>
  for (const part of ['', 'Bg', 'Border', 'Text']) expect(plain(weak[`colorSuccess${part}`])).toBe(plain(weak[`colorInfo${part}`]))
  expect(resolved(dark)['colorSuccess']).not.toBe(resolved(dark)['colorInfo'])
})

test.each(['light', 'dark'] as const)('colours for eyes that see few (%s) hold their contrast and differ in lightness from their neighbours', (name) => {
  const ground = name === 'light' ? '#FFFFFF' : '#1B1E23'
  const series = weakChartColours[name]
  expect(series.length).toBe(chartColours[name].length)
  for (const colour of series) expect(contrast(colour, ground)).toBeGreaterThanOrEqual(3)
  for (const [at, colour] of series.slice(1).entries()) expect(contrast(colour, series[at] as string)).toBeGreaterThan(1.5)
  for (const [colour, under] of Object.values(weakToneColours[name])) expect(contrast(colour, under)).toBeGreaterThanOrEqual(4.5)
  expect(contrast(weakToneColours[name].red[0], toneColours[name].amber[0])).toBeGreaterThan(1.3)
})
