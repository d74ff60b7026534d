import { extendTrial, openTrial, TRIAL_DAYS } from '@assoc/contract/member/trial-account'
import { api } from '@assoc/http'
import { toasts } from '@assoc/session'
import { Alert, AppModal, Button, CopyOutlined, Flex, Typography, theme } from '@assoc/ui'
import { FormDrawer, ReasonDialog } from '@assoc/ui/data'
import { observer } from 'mobx-react-lite'
import { state } from './state'

/** The dialogs of the page's own deeds: opening with its first password, and extending. */
export const Dialogs = observer(function Dialogs({ onDone }: { onDone: () => void }) {
  const { asked, opened } = state
  const close = () => state.close()
  if (opened) return <FirstPassword {...opened} onClose={close} />
  if (!asked) return null
  const { kind, trial } = asked
  const { trialId, version } = trial
  if (kind === 'open') {
    return (
      <ReasonDialog
        title={`开通试用账号：${trial.accountName}`}
        text={`账号只能查看：${trial.menuNames}。${trial.endDate} 当天结束后自动到期。`}
        confirmText="开通"
        reason="none"
        onConfirm={async () => {
          state.show(await api(openTrial, { trialId, version }))
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

function FirstPassword({ accountName, password, onClose }: { accountName: string; password: string; onClose: () => void }) {
  const { token } = theme.useToken()
  const copy = () => navigator.clipboard.writeText(password).then(() => toasts.success('密码已复制'), () => toasts.error('浏览器不允许复制，请手动抄录'))
  return (
    <AppModal open title={`${accountName} 的初始密码`} closable={false} mask={{ closable: false }} keyboard={false} footer={<Button type="primary" onClick={onClose}>我已记下，关闭</Button>}>
      <Flex vertical gap={12}>
        <Flex align="center" justify="space-between" gap={12} style={{ padding: '12px 16px', background: token.colorFillAlter, borderRadius: token.borderRadiusLG }}>
          <Typography.Text data-testid="initial-password" style={{ fontFamily: 'ui-monospace, Consolas, monospace', fontSize: 18 }}>
            {password}
          </Typography.Text>
          <Button icon={<CopyOutlined />} onClick={() => void copy()}>
            复制
          </Button>
        </Flex>
        <Alert type="warning" showIcon title="密码只显示这一次。请通过安全方式告知申请人，首次登录时须设置新密码。" />
      </Flex>
    </AppModal>
  )
}
