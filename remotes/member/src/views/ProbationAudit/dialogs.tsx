import { extendTrial, openTrial, printTrialLetter, TRIAL_DAYS } from '@assoc/contract/member/trial-account'
import { FIRST_PASSWORD_HOURS } from '@assoc/contract/rbac/user'
import { api, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { FormDrawer, ReasonDialog } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { state, type Trial } from './state'

/** The dialogs of the page's own deeds: opening with the letter of its first password, and extending. */
export const Dialogs = observer(function Dialogs({ onDone }: { onDone: () => void }) {
  const { asked, opened } = state
  const close = () => state.close()
  if (opened) return <FirstLetter trial={opened} onClose={close} />
  if (!asked) return null
  const { kind, trial } = asked
  const { trialId, version } = trial
  if (kind === 'letter') return <FirstLetter trial={trial} onClose={close} />
  if (kind === 'open') {
    return (
      <ReasonDialog
        title={`开通试用账号：${trial.accountName}`}
        text={`账号只能查看：${trial.menuNames}。${trial.endDate} 当天结束后自动到期。`}
        confirmText="开通"
        reason="none"
        onConfirm={async () => {
          await api(openTrial, { trialId, version })
          state.show(trial)
          onDone()
        }}
        onClose={() => state.leave()}
      />
    )
  }
  return (
    <FormDrawer
      open
      title={`延期：${trial.accountName}`}
      call={extendTrial}
      fields={[{ name: 'endDate', kind: 'date', span: 2, help: `原结束日期 ${trial.endDate}，最多延长 ${TRIAL_DAYS} 天，只能延期一次` }]}
      initial={{}}
      hidden={{ trialId, version }}
      submitText="延期"
      onClose={close}
      onDone={() => {
        close()
        toasts.success(`${trial.accountName} 已延期`)
        onDone()
      }}
    />
  )
})

const FirstLetter = ({ trial: { trialId, accountName }, onClose }: { trial: Trial; onClose: () => void }) => (
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
