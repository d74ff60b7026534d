import { makeAutoObservable } from 'mobx'
import type { FontSize } from './theme'

export interface AppearanceSettings {
  theme: 'light' | 'dark' | 'auto'
  fontSize: FontSize
  compact: boolean
  /** Green gives way to blue, for eyes that do not tell green from red. */
  weak: boolean
}

const DEFAULTS: AppearanceSettings = { theme: 'light', fontSize: 14, compact: false, weak: false }
const MIRROR_KEY = 'appearance'

/** How the console looks for this person. The server keeps it; local storage only mirrors it for the first paint. */
export class AppearanceStore {
  settings: AppearanceSettings = DEFAULTS
  systemDark = false

  constructor() {
    makeAutoObservable(this)
    this.settings = checked(readMirror())
    if (typeof window !== 'undefined' && typeof window.matchMedia === 'function') {
      const query = window.matchMedia('(prefers-color-scheme: dark)')
      this.systemDark = query.matches
      query.addEventListener?.('change', (e) => this.setSystemDark(e.matches))
    }
  }

  get dark(): boolean {
    return this.settings.theme === 'dark' || (this.settings.theme === 'auto' && this.systemDark)
  }

  setSystemDark(dark: boolean): void {
    this.systemDark = dark
  }

  /** Takes over a part of the settings; values that are none are left out. */
  apply(part: Partial<AppearanceSettings>): void {
    this.settings = checked({ ...this.settings, ...part })
    try {
      localStorage.setItem(MIRROR_KEY, JSON.stringify(this.settings))
    } catch {
      // Storage may be full or closed; the mirror is only for the first paint.
    }
  }
}

// What is stored may be old, foreign or damaged: anything that is no setting becomes the default.
function checked(given: Partial<AppearanceSettings> | null): AppearanceSettings {
  const { theme, fontSize, compact, weak } = given ?? {}
  return {
    theme: theme === 'light' || theme === 'dark' || theme === 'auto' ? theme : DEFAULTS.theme,
    fontSize: fontSize === 13 || fontSize === 14 || fontSize === 16 || fontSize === 18 ? fontSize : DEFAULTS.fontSize,
    compact: Boolean(compact),
    weak: Boolean(weak),
  }
}

function readMirror(): Partial<AppearanceSettings> {
  try {
    return JSON.parse(localStorage.getItem(MIRROR_KEY) ?? '{}') as Partial<AppearanceSettings>
  } catch {
    return {}
  }
}

export const appearance = new AppearanceStore()
