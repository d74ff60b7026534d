import { useNavigate } from '@assoc/router'
import { session } from '@assoc/session'
import { Alert, Button, MailOutlined, MessageOutlined } from '@assoc/ui'
import type { PageTools } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import type { Channel, Chosen } from './compose-values'

const KEPT = 'member.chosen'
const WRITE = { sms: '/textMessageManagement/writeText', mail: '/emailManagement/writeEmail' }
/** People that may be chosen one by one; more of them are chosen by a filter. */
const MAX_IDS = 2000

/** Keeps who was chosen for the page that writes to them, in this browser tab alone; answers the page's address. */
function keepChosen(channel: Channel, chosen: Chosen): string {
  const key = Date.now().toString(36)
  sessionStorage.setItem(KEPT, JSON.stringify({ key, chosen }))
  return `${WRITE[channel]}?chosen=${key}`
}

/** Who was chosen under the key of an address; null when that is gone. */
export function takeChosen(key: string): Chosen | null {
  try {
    const kept = JSON.parse(sessionStorage.getItem(KEPT) ?? 'null') as { key: string; chosen: Chosen } | null
    return kept?.key === key ? kept.chosen : null
  } catch {
    return null
  }
}

interface WriteToChosenProps {
  /** What the rows of the list are. */
  from: 'contact' | 'member'
  tools: PageTools<never>
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
  const button = (channel: Channel, label: string, icon: React.ReactNode) =>
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

const worded = ({ contactIds, memberIds, filter, total }: Chosen): string => {
  if (filter)
    return filter.from === 'contact'
      ? `符合筛选条件的全部联系人，选择时共 ${total} 位；发送时按同一条件重新查找`
      : `符合筛选条件的全部会员的在任联系人，选择时共 ${total} 家；发送时按同一条件重新查找`
  return memberIds.length > 0 ? `已选 ${memberIds.length} 家会员的在任联系人` : `已选 ${contactIds.length} 位联系人`
}

/** Who was chosen in a list, as a line that can be taken away. */
export function ChosenLine({ chosen, onRemove }: { chosen: Chosen; onRemove: () => void }) {
  return (
    <Alert
      type="info"
      style={{ marginBottom: 12 }}
      title={worded(chosen)}
      action={
        <Button size="small" type="text" onClick={onRemove}>
          移除
        </Button>
      }
    />
  )
}
