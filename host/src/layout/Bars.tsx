import { Button, Flex, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { LentRemotes } from '../console/lent'
import type { Newer } from '../console/newer'

// Bars that few ever see: they come with the first one that has something to say.

/** Offers one reload while a newer console is out; it lies over the foot of the page and takes no room from it. */
export const NewerBar = observer(function NewerBar({ newer }: { newer: Newer }) {
  const { token } = theme.useToken()
  return (
    <Flex
      role="status"
      align="center"
      gap={12}
      style={{ position: 'fixed', insetInlineStart: '50%', bottom: 24, transform: 'translateX(-50%)', zIndex: 1900, padding: '10px 16px', borderRadius: token.borderRadiusLG, background: token.colorBgElevated, boxShadow: token.boxShadow, border: `1px solid ${token.colorBorder}` }}
    >
      控制台有新版本，刷新后使用。刷新前请保存正在填写的内容。
      <Button size="small" type="primary" onClick={() => window.location.reload()}>
        刷新
      </Button>
      <Button size="small" onClick={() => newer.later()}>
        稍后
      </Button>
    </Flex>
  )
})

/** Says all the time that something unreleased runs here, and leads back. */
export const LentBar = observer(function LentBar({ lent }: { lent: LentRemotes }) {
  const { token } = theme.useToken()
  const used = Object.entries(lent.used)
  return (
    <Flex
      role="status"
      align="center"
      gap={12}
      style={{ position: 'fixed', insetInlineEnd: 24, bottom: 24, zIndex: 1900, padding: '10px 16px', borderRadius: token.borderRadiusLG, background: token.colorWarningBg, color: token.colorText, boxShadow: token.boxShadow, border: `1px solid ${token.colorWarningBorder}` }}
    >
      <span>
        {used.length > 0 ? `正在使用开发机上的模块：${used.map(([name, origin]) => `${name}（${origin}）`).join('、')}。` : ''}
        {lent.refused.length > 0 ? `没有采用：${lent.refused.join('、')}，本环境未列入该地址或它没有应答。` : ''}
      </span>
      <Button size="small" type="primary" onClick={() => lent.reset()}>
        恢复已发布版本
      </Button>
    </Flex>
  )
})
