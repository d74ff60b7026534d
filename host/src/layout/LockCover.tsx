import { CODE } from '@assoc/contract'
import { lockSession, unlockSession } from '@assoc/contract/rbac/lock'
import { ApiError, api } from '@assoc/http'
import { session } from '@assoc/session'
import { Button, Flex, Form, Input, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'

/** Locks the screen, here and at the server; other tabs of the session are covered with their next call. */
export async function lockScreen(): Promise<void> {
  await api(lockSession, {})
  session().setLocked(true)
}

/** Covers the whole console until the password is typed; what was typed below stays as it is. */
export const LockCover = observer(function LockCover({ name }: { open: boolean; name: string }) {
  const { token } = theme.useToken()
  const [form] = Form.useForm<{ passWord?: string }>()
  const [busy, setBusy] = useState(false)
  useEffect(() => {
    const root = document.querySelector('[data-console]')
    root?.setAttribute('inert', '')
    return () => root?.removeAttribute('inert')
  }, [])
  const submit = async () => {
    const { passWord = '' } = form.getFieldsValue(true) as { passWord?: string }
    const say = (text: string) => form.setFields([{ name: 'passWord', errors: text ? [text] : [] }])
    say(passWord ? '' : '请填写登录密码')
    if (!passWord) return
    setBusy(true)
    try {
      await api(unlockSession, { passWord }, { quiet: [CODE.input, CODE.tooMany] })
      session().setLocked(false)
      // Locked before the console stood there: nothing is lost by beginning anew.
      if (session().menuList.length === 0) window.location.reload()
    } catch (error) {
      if (!(error instanceof ApiError)) say('网络连接失败，请重试')
      // After too many tries the session has ended: the way to sign in again.
      else if (error.code === CODE.tooMany) void session().logout()
      else say(error.fields[0]?.message ?? error.message)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex align="center" justify="center" role="dialog" aria-modal="true" aria-label="屏幕已锁定" style={{ position: 'fixed', inset: 0, zIndex: 2040, background: token.colorBgLayout }}>
      <Flex vertical gap={16} style={{ width: 320, padding: 32, borderRadius: token.borderRadiusLG, background: token.colorBgElevated, boxShadow: token.boxShadow }}>
        <strong style={{ fontSize: 15 }}>屏幕已锁定</strong>
        <span style={{ color: token.colorTextSecondary }}>{name ? `${name}，` : ''}输入登录密码后继续。未保存的内容仍在。</span>
        <Form form={form} layout="vertical" onFinish={() => void submit()}>
          <Form.Item name="passWord" label="登录密码">
            <Input.Password autoComplete="current-password" maxLength={256} autoFocus />
          </Form.Item>
          <Flex gap={8}>
            <Button type="primary" htmlType="submit" loading={busy}>
              解锁
            </Button>
            <Button onClick={() => void session().logout()}>退出登录</Button>
          </Flex>
        </Form>
      </Flex>
    </Flex>
  )
})
