import { LoadingOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { observer } from 'mobx-react-lite'
import { useEffect, type ReactNode } from 'react'
import { appearance } from '../theme/appearance'
import { buildTheme } from '../theme/theme'
import { injectPagePrint } from './print-css'
import { ToastHost } from './toast-host'
import { UndoHost } from './undo'

dayjs.locale('zh-cn')

/** Set by the console's build, in which the sheets of antd are finished (theme/static); elsewhere antd makes them itself. */
declare const __STATIC_STYLES__: boolean | undefined
const zeroRuntime = typeof __STATIC_STYLES__ !== 'undefined'

// antd's own loading icon leaves by a transition that never ends when an answer comes at once: it stays, unseen,
// and a screen reader goes on reading "loading". An icon of our own has no transition, and no name.
const busyIcon = <LoadingOutlined aria-hidden />

/**
 * Tab leaves a select and chooses nothing. antd's would take the option under the cursor along, or drop it when it is chosen;
 * the key is kept from it, and the browser moves the focus all the same.
 */
function leaveSelect(event: KeyboardEvent) {
  if (event.key === 'Tab' && event.target instanceof Element && event.target.closest('.ant-select')) event.stopPropagation()
}

/** Theme, locale and toast around the console. */
export const UiProvider = observer(function UiProvider({ children }: { children: ReactNode }) {
  injectPagePrint()
  const { dark, settings } = appearance
  useEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
    document.documentElement.toggleAttribute('data-weak', settings.weak)
  }, [dark, settings.weak])
  useEffect(() => {
    document.addEventListener('keydown', leaveSelect, true)
    return () => document.removeEventListener('keydown', leaveSelect, true)
  }, [])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={{ ...buildTheme(dark, settings.fontSize, settings.compact, settings.weak), zeroRuntime }}
      button={{ autoInsertSpace: false, loadingIcon: busyIcon }}
    >
      {children}
      <ToastHost />
      <UndoHost />
    </ConfigProvider>
  )
})
