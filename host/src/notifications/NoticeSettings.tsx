import type { ResponseOf } from '@assoc/contract'
import { isFixedWay, noticeKind, type NoticeWay } from '@assoc/contract/platform/notice-kind'
import { saveNoticeChoice, selectNoticeChoices } from '@assoc/contract/platform/workspace'
import { api } from '@assoc/http'
import { tellLost } from '@assoc/session'
import { Checkbox, FailedToLoad, Skeleton, Typography } from '@assoc/ui'
import { useEffect, useState } from 'react'

type Choices = ResponseOf<typeof selectNoticeChoices>

const WAYS: { way: NoticeWay; label: string }[] = [
  { way: 'console', label: '铃铛' },
  { way: 'mail', label: '邮件' },
  { way: 'im', label: '办公平台' },
]

/** Which kinds of notices reach the person on which way; each change is kept at once. */
export function NoticeSettings() {
  const [choices, setChoices] = useState<Choices | 'failed' | null>(null)
  const load = () => {
    setChoices(null)
    api(selectNoticeChoices, {}).then(setChoices, () => setChoices('failed'))
  }
  useEffect(load, [])
  if (choices === null) return <Skeleton active />
  if (choices === 'failed') return <FailedToLoad onRetry={load} />
  const there: Record<NoticeWay, boolean> = { console: true, mail: choices.hasEmail, im: choices.messengers.length > 0 }
  const turn = async (item: Choices['items'][number], way: NoticeWay) => {
    const next = { ...item, [way]: !item[way] }
    const put = (one: typeof item) => setChoices((now) => (now && now !== 'failed' ? { ...now, items: now.items.map((i) => (i.noticeKind === one.noticeKind ? one : i)) } : now))
    put(next)
    try {
      await api(saveNoticeChoice, next)
    } catch (error) {
      put(item)
      tellLost(error)
    }
  }
  return (
    <>
      <table style={{ width: '100%', borderCollapse: 'collapse' }}>
        <caption style={{ textAlign: 'left', paddingBottom: 8 }}>哪些消息用哪种方式提醒我</caption>
        <thead>
          <tr>
            <th scope="col" style={{ textAlign: 'left', padding: '8px 0' }}>
              消息类别
            </th>
            {WAYS.map(({ way, label }) => (
              <th key={way} scope="col" style={{ padding: 8, whiteSpace: 'nowrap' }}>
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {choices.items.map((item) => (
            <tr key={item.noticeKind}>
              <th scope="row" style={{ textAlign: 'left', fontWeight: 400, padding: '8px 0' }}>
                {noticeKind.labels[item.noticeKind]}
              </th>
              {WAYS.map(({ way, label }) => (
                <td key={way} style={{ textAlign: 'center', padding: 8 }}>
                  {isFixedWay(item.noticeKind, way) && !item[way] ? (
                    <span aria-label="不适用">—</span>
                  ) : (
                    <Checkbox aria-label={`${noticeKind.labels[item.noticeKind]}：${label}`} checked={item[way] && there[way]} disabled={isFixedWay(item.noticeKind, way) || !there[way]} onChange={() => void turn(item, way)} />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <Typography.Paragraph type="secondary" style={{ marginTop: 12 }}>
        不用铃铛提醒的消息仍在“我的消息”中，标为已读。{there.mail ? '' : '在个人中心填写邮箱后可以选择邮件。'}
        {there.im ? `办公平台：${choices.messengers.join('、')}。` : '在个人中心绑定企业微信、钉钉或飞书后可以选择办公平台。'}
      </Typography.Paragraph>
    </>
  )
}
