import { LoadingOutlined } from '@ant-design/icons'
import { ConfigProvider } from 'antd'
import zhCN from 'antd/locale/zh_CN'
import dayjs from 'dayjs'
import 'dayjs/locale/zh-cn'
import { observer } from 'mobx-react-lite'
import { useEffect, type ReactNode } from 'react'
import { appearance } from '../theme/appearance'
import { buildTheme } from '../theme/theme'
import { ToastHost } from './toast-host'

dayjs.locale('zh-cn')

// antd's own loading icon leaves by a transition that never ends when an answer comes at once: it stays, unseen,
// and a screen reader goes on reading "loading". An icon of our own has no transition, and no name.
const busyIcon = <LoadingOutlined aria-hidden />

/** Theme, locale and toast around the console. */
export const UiProvider = observer(function UiProvider({ children }: { children: ReactNode }) {
  const { dark, settings } = appearance
  useEffect(() => {
    document.documentElement.dataset['theme'] = dark ? 'dark' : 'light'
    document.documentElement.style.colorScheme = dark ? 'dark' : 'light'
  }, [dark])
  return (
    <ConfigProvider
      locale={zhCN}
      theme={buildTheme(dark, settings.fontSize, settings.compact)}
      button={{ autoInsertSpace: false, loadingIcon: busyIcon }}
    >
      {children}
      <ToastHost />
    </ConfigProvider>
  )
})
