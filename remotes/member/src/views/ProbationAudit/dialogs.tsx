import { extendTrial, openTrial, printTrialLetter, TRIAL_DAYS, type trialAccount } from '@assoc/contract/member/trial-account'
import { FIRST_PASSWORD_HOURS } from '@assoc/contract/rbac/user'
import { api, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { FormDrawer, ReasonDialog, type PageDialog, type RowOfResource } from '@assoc/ui'
import { useRef, useState } from 'react'

export type Trial = RowOfResource<typeof trialAccount>

/** Opens a trial, and goes on to the letter of its first password. */
export function OpenTrial({ row: trial, onClose, onDone }: PageDialog<Trial>) {
  const [opened, setOpened] = useState(false)
  const goesOn = useRef(false)
  if (opened) return <TrialLetter row={trial} onClose={onDone} />
  return (
    <ReasonDialog
      title={`开通试用账号：${trial.accountName}`}
      text={`账号只能查看：${trial.menuNames}。${trial.endDate} 当天结束后自动到期。`}
      confirmText="开通"
      reason="none"
      onConfirm={async () => {
        await api(openTrial, { trialId: trial.trialId, version: trial.version })
        goesOn.current = true
        setOpened(true)
      }}
      // The question closes by itself once it is answered; what follows from it stays.
      onClose={() => (goesOn.current ? undefined : onClose())}
    />
  )
}

export const ExtendTrial = ({ row: { trialId, version, accountName, endDate }, onClose, onDone }: PageDialog<Trial>) => (
  <FormDrawer
    open
    title={`延期：${accountName}`}
    call={extendTrial}
    fields={[{ name: 'endDate', kind: 'date', span: 2, help: `原结束日期 ${endDate}，最多延长 ${TRIAL_DAYS} 天，只能延期一次` }]}
    initial={{}}
    hidden={{ trialId, version }}
    submitText="延期"
    onClose={onClose}
    onDone={() => {
      toasts.success(`${accountName} 已延期`)
      onDone()
    }}
  />
)

export const TrialLetter = ({ row: { trialId, accountName }, onClose }: Pick<PageDialog<Trial>, 'row' | 'onClose'>) => (
  <ReasonDialog
    title={`打印密码函：${accountName}`}
    text={`密码只印在密码函上，屏幕上不显示；请打印后装入信封封口交给申请人，${FIRST_PASSWORD_HOURS} 小时内有效，首次登录须设置新密码。再次打印会使前一份失效。`}
    confirmText="打印密码函"
    reason="none"
    onConfirm={async () => {
      const { blob, fileName } = await download(printTrialLetter, { trialId })
      saveAs(blob, fileName)
    }}
    onClose={onClose}
  />
)
