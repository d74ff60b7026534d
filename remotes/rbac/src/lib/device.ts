const BROWSERS: [RegExp, string][] = [[/Edg\//, 'Edge'], [/Firefox\//, 'Firefox'], [/Chrome\//, 'Chrome'], [/Safari\//, 'Safari']]
const SYSTEMS: [RegExp, string][] = [[/Windows/, 'Windows'], [/HarmonyOS/, '鸿蒙'], [/Android/, 'Android'], [/iPhone|iPad/, 'iOS'], [/Mac OS X/, 'macOS'], [/Linux/, 'Linux']]

const first = (list: typeof BROWSERS, agent: string) => list.find(([pattern]) => pattern.test(agent))?.[1]

/** Browser and system of a user agent, short; what is not known is shown as it came. */
export function deviceName(agent: string): string {
  const [browser, system] = [first(BROWSERS, agent), first(SYSTEMS, agent)]
  return browser && system ? `${browser} · ${system}` : agent || '未知设备'
}
