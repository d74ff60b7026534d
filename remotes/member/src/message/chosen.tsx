import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Button, MailOutlined, MessageOutlined, type PageTools } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { ReactNode } from 'react'
import { keepChosen } from './chosen-store'
import type { Channel, Chosen } from './compose-values'

/** People that may be chosen one by one; more of them are chosen by a filter. */
const MAX_IDS = 2000

interface WriteToChosenProps {
  /** What the rows of the list are. */
  from: 'contact' | 'member'
  tools: Pick<PageTools<unknown>, 'list'>
}

/**
 * 发短信 and 发邮件 to the chosen rows of a list of contacts or members, over pages, or to all that its filter matches: the
 * toolbar of such a page shows it. Only for who may write.
 */
export const WriteToChosen = observer(function WriteToChosen({ from, tools }: WriteToChosenProps) {
  const navigate = useNavigate()
  const { store } = tools.list
  const count = store.selectedCount
  const write = (channel: Channel) => {
    const ids = store.allMatching ? [] : [...store.selected.keys()]
    const chosen: Chosen = {
      contactIds: from === 'contact' ? ids : [],
      memberIds: from === 'member' ? ids : [],
      filter: store.allMatching ? { from, conditions: store.filterInput() } : null,
      total: count,
    }
    navigate(keepChosen(channel, chosen))
  }
  const button = (channel: Channel, label: string, icon: ReactNode) =>
    session().has(`message:${channel}:write`) ? (
      <Button
        icon={icon}
        disabled={count === 0 || (!store.allMatching && count > MAX_IDS)}
        title={count === 0 ? '请先勾选收件人' : undefined}
        onClick={() => write(channel)}
      >
        {label}
      </Button>
    ) : null
  return (
    <>
      {button('sms', '发短信', <MessageOutlined />)}
      {button('mail', '发邮件', <MailOutlined />)}
    </>
  )
})
