import { putStyle } from './put-style'

declare const __ANTD_ICONS__: string

let there = false

/** Takes the place of antd's `useResetIconStyle` in the console's build: the sheet of its icons, as the build has made it. */
export default function useResetIconStyle(): void {
  if (there) return
  there = true
  putStyle(__ANTD_ICONS__, 0)
}
