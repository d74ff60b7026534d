import { selectDebtors } from '@assoc/contract/fee/arrears'
import { api } from '@assoc/http'
import { useNavigate } from '@assoc/router'
import { session, tellLost, toasts } from '@assoc/session'
import { Button, MailOutlined, MessageOutlined, type PageTools } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState, type ReactNode } from 'react'
import { keepChosen } from './chosen-store'
import type { Channel } from './compose-values'

const Issue = lazy(() => import('../letter/Issue'))
/** Letters of one print file. */
const MAX_LETTERS = 500

/** Rows that may be chosen one by one; more of them are chosen by a filter. */
const MAX_IDS = 2000

/**
 * 短信催缴 and 邮件催缴 to the members of the chosen rows, or of all that the filter matches, who owe past the last day. The page of the
 * message shows how many it reaches and who is skipped before it goes out.
 */
export const RemindChosen = observer(function RemindChosen({ from, tools }: { from: 'bill' | 'case'; tools: Pick<PageTools<unknown>, 'list' | 'reload'> }) {
  const navigate = useNavigate()
  const { store } = tools.list
  const count = store.selectedCount
  const [busy, setBusy] = useState<Channel | 'letter' | null>(null)
  const [letters, setLetters] = useState<string[] | null>(null)
  const remind = async (channel: Channel | 'letter') => {
    setBusy(channel)
    const ids = store.allMatching ? [] : [...store.selected.keys()]
    try {
      const { memberIds, rows } = await api(selectDebtors, { from, billIds: from === 'bill' ? ids : [], caseIds: from === 'case' ? ids : [], filter: store.allMatching ? store.filterInput() : null })
      if (memberIds.length === 0) return toasts.error('所选记录中没有逾期未缴的会员，无需催缴')
      if (channel === 'letter') {
        if (memberIds.length > MAX_LETTERS) return toasts.error(`逾期会员有 ${memberIds.length} 个，一次最多出具 ${MAX_LETTERS} 份，请用筛选条件分批办理`)
        return setLetters(memberIds)
      }
      toasts.success(`所选 ${rows} 条记录中有 ${memberIds.length} 个会员逾期未缴，已作为收件人`)
      navigate(keepChosen(channel, { contactIds: [], memberIds, filter: null, total: memberIds.length }))
    } catch (error) {
      tellLost(error)
    } finally {
      setBusy(null)
    }
  }
  const button = (channel: Channel | 'letter', label: string, icon: ReactNode) =>
    session().has(channel === 'letter' ? 'fee:letter:issue' : `message:${channel}:write`) && session().has('fee:unpaid:handle') ? (
      <Button icon={icon} loading={busy === channel} disabled={count === 0 || (!store.allMatching && count > MAX_IDS)} title={count === 0 ? '请先勾选要催缴的记录，或选择全部符合条件的记录' : undefined} onClick={() => void remind(channel)}>
        {label}
      </Button>
    ) : null
  return (
    <>
      {button('sms', '短信催缴', <MessageOutlined />)}
      {button('mail', '邮件催缴', <MailOutlined />)}
      {button('letter', '出具函件', null)}
      {letters ? (
        <Suspense fallback={null}>
          <Issue
            memberIds={letters}
            onClose={() => setLetters(null)}
            onDone={() => {
              setLetters(null)
              void tools.reload()
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
})
