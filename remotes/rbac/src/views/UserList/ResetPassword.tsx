import { adminResetPassword, FIRST_PASSWORD_HOURS, printPasswordLetter, resetWay, selectResetWays } from '@assoc/contract/rbac/user'
import { api, download, saveAs } from '@assoc/http'
import { toasts } from '@assoc/session'
import { AppModal, Flex, Radio, ReasonDialog, sentenceOf, Skeleton, theme, Typography, useAnswer } from '@assoc/ui'
import { useId, useState } from 'react'
import type { User } from './Users'

/** Fetches the letter with a new first password and saves it; the password itself is shown nowhere. */
async function printLetter(userId: string): Promise<void> {
  const { blob, fileName } = await download(printPasswordLetter, { userIds: [userId] })
  saveAs(blob, fileName)
}

const SEALED = `密码只印在密码函上，屏幕上不显示；请打印后装入信封封口交给本人，${FIRST_PASSWORD_HOURS} 小时内有效，首次登录须设置新密码。`

/** After an account was made: its first password as a letter. */
export function FirstLetter({ user: { userId, realName }, onClose }: { user: { userId: string; realName: string }; onClose: () => void }) {
  return (
    <ReasonDialog
      title={`打印密码函：${realName}`}
      text={`账号已新增，还没有密码。${SEALED}已登记手机或邮箱的，也可以由本人用验证码登录。`}
      confirmText="打印密码函"
      reason="none"
      onConfirm={() => printLetter(userId)}
      onClose={onClose}
    />
  )
}

type Way = 'letter' | keyof typeof resetWay.labels

/** Takes the password away: the person sets a new one with a code, or signs in with the one of a sealed letter. */
export function ResetPassword({ user, onClose, onDone }: { user: User; onClose: () => void; onDone: () => void }) {
  const { token } = theme.useToken()
  const label = useId()
  const { data: ways, error } = useAnswer(selectResetWays, { userId: user.userId })
  const [chosen, setChosen] = useState<Way | null>(null)
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  // What the person sets by themselves passes through nobody's hands.
  const way: Way = chosen ?? (ways?.sms ? 'sms' : ways?.mail ? 'mail' : 'letter')
  const reset = async () => {
    setBusy(true)
    try {
      if (way === 'letter') await printLetter(user.userId)
      else await api(adminResetPassword, { userId: user.userId, version: user.version, way })
      toasts.success(way === 'letter' ? '密码函已生成，请打印后交给本人' : `已通知 ${user.realName} 设置新密码`)
      onDone()
    } catch (caught) {
      setProblem(sentenceOf(caught, '密码没有重置成功，请重试'))
    } finally {
      setBusy(false)
    }
  }
  const send = (kind: 'sms' | 'mail') => `${resetWay.labels[kind]}通知本人`
  const missing = (kind: 'sms' | 'mail') => (kind === 'sms' ? '没有可用的短信通道，或未登记手机' : '没有接入邮件服务，或未登记邮箱')
  return (
    <AppModal open title={`重置密码：${user.realName}`} okText="重置密码" cancelText="取消" okButtonProps={{ danger: true, loading: busy, disabled: !ways }} onOk={() => void reset()} onCancel={onClose}>
      <Flex vertical gap={12}>
        <Typography.Text>{`原密码立即失效，${user.realName} 会退出登录。新密码由本人设置，任何人都看不到。`}</Typography.Text>
        {error ? (
          <Typography.Text type="danger">{error}</Typography.Text>
        ) : !ways ? (
          <Skeleton active paragraph={{ rows: 2 }} />
        ) : (
          <>
            <span id={label}>送达方式</span>
            <Radio.Group aria-labelledby={label} value={way} onChange={(e) => setChosen(e.target.value as Way)}>
              <Flex vertical gap={8}>
                {(['sms', 'mail'] as const).map((kind) => (
                  <Radio key={kind} value={kind} disabled={!ways[kind]}>
                    {send(kind)} <Typography.Text type="secondary">{ways[kind] ?? missing(kind)}</Typography.Text>
                  </Radio>
                ))}
                <Radio value="letter">打印密码函</Radio>
              </Flex>
            </Radio.Group>
            <Typography.Text type="secondary">{way === 'letter' ? SEALED : '本人按通知在登录页“找回密码”，用验证码设置新密码。'}</Typography.Text>
          </>
        )}
        {problem ? (
          <span role="alert" style={{ color: token.colorError }}>
            {problem}
          </span>
        ) : null}
      </Flex>
    </AppModal>
  )
}
