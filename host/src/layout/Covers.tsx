import { session } from '@assoc/session'
import { Alert, Button, Flex, Spin, theme } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useEffect, useState } from 'react'

const DELAY_MS = 200
const LEAST_MS = 300
const CANCEL_MS = 10_000

/** Takes the console away from mouse, keyboard and screen reader while something covers it. */
function useInert(on: boolean): void {
  useEffect(() => {
    if (!on) return
    const root = document.querySelector('[data-console]')
    root?.setAttribute('inert', '')
    return () => root?.removeAttribute('inert')
  }, [on])
}

/** Covers the page for work that must not be disturbed: late, so that short work does not flash, then long enough to be seen; after ten seconds it can be put away. */
export const LoadingCover = observer(function LoadingCover() {
  const { token } = theme.useToken()
  const wanted = session().globalLoading
  const [shown, setShown] = useState(false)
  const [old, setOld] = useState(false)
  const [putAway, setPutAway] = useState(false)
  useEffect(() => {
    const timer = setTimeout(() => setShown(wanted), wanted ? DELAY_MS : shown ? LEAST_MS : 0)
    return () => clearTimeout(timer)
  }, [wanted, shown])
  useEffect(() => {
    if (!wanted) setPutAway(false)
  }, [wanted])
  useEffect(() => {
    setOld(false)
    if (!shown) return
    const timer = setTimeout(() => setOld(true), CANCEL_MS)
    return () => clearTimeout(timer)
  }, [shown])
  const covering = shown && !putAway
  useInert(covering)
  if (!covering) return null
  return (
    <Flex align="center" justify="center" vertical gap={12} aria-busy="true" role="status" style={{ position: 'fixed', inset: 0, zIndex: 2000, background: token.colorBgMask, color: token.colorTextLightSolid }}>
      <Spin size="large" />
      加载中
      {old ? (
        <>
          <span>仍在处理，可取消等待</span>
          <Button onClick={() => setPutAway(true)}>取消</Button>
        </>
      ) : null}
    </Flex>
  )
})

/** The session has ended: nothing can be used any more, and the way to sign in again opens by itself. */
export const SessionEndedCover = observer(function SessionEndedCover() {
  const { token } = theme.useToken()
  const { ended } = session()
  const [left, setLeft] = useState(3)
  useInert(ended !== null)
  useEffect(() => {
    if (!ended) return
    const timer = setInterval(() => setLeft((n) => Math.max(0, n - 1)), 1000)
    return () => clearInterval(timer)
  }, [ended])
  if (!ended) return null
  return (
    <Flex align="center" justify="center" role="alertdialog" aria-modal="true" aria-label="登录已失效" style={{ position: 'fixed', inset: 0, zIndex: 2050, background: token.colorBgMask }}>
      <Flex vertical gap={16} align="center" style={{ padding: 32, borderRadius: token.borderRadiusLG, background: token.colorBgElevated, maxWidth: 420 }}>
        <strong style={{ fontSize: 15 }}>登录已失效，{left} 秒后跳转</strong>
        <span style={{ color: token.colorTextSecondary, textAlign: 'center' }}>{ended.message}。您填写的内容已存为草稿，重新登录后可以恢复。</span>
        <Button type="primary" autoFocus onClick={() => session().leaveNow()}>
          立即前往
        </Button>
      </Flex>
    </Flex>
  )
})

/** Says that the network is away, for as long as it is. */
export function OfflineBar() {
  const [offline, setOffline] = useState(() => !navigator.onLine)
  useEffect(() => {
    const change = () => setOffline(!navigator.onLine)
    window.addEventListener('online', change)
    window.addEventListener('offline', change)
    return () => {
      window.removeEventListener('online', change)
      window.removeEventListener('offline', change)
    }
  }, [])
  return offline ? <Alert banner type="warning" title="网络已断开，恢复后可继续操作；填写中的内容会保留。" /> : null
}
