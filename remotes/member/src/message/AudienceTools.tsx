import { audienceLookup } from '@assoc/contract/message/lookups'
import { readMailRecipients, readSmsRecipients, selectAudience } from '@assoc/contract/message/audience'
import { api, ApiError, upload } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Alert, Button, Flex, ImportOutlined, RefSelect, Upload } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { lazy, Suspense, useState } from 'react'
import { fieldsOfAudience, listed, type Channel, type Values } from './compose-values'

const SaveAudience = lazy(() => import('./SaveAudience'))

/** An audience that was put into the form, and may be written again from there. */
export interface Loaded {
  audienceId: string
  version: number
  audienceName: string
  changeable: boolean
}

interface AudienceToolsProps {
  channel: Channel
  values: Values
  edit: (part: Partial<Values>) => void
}

type Unread = { count: number; lines: { row: number; text: string; reason: string }[] }

/** Takes a named audience into the form, keeps the form's as one, and reads recipients out of a workbook. */
export const AudienceTools = observer(function AudienceTools({ channel, values, edit }: AudienceToolsProps) {
  const [loaded, setLoaded] = useState<Loaded | null>(null)
  const [saving, setSaving] = useState(false)
  const [busy, setBusy] = useState(false)
  const [unread, setUnread] = useState<Unread | null>(null)
  const mayRead = session().has('message:audience:read')
  const mayKeep = session().has('message:audience:update')
  const attempt = async (work: () => Promise<void>) => {
    setBusy(true)
    try {
      await work()
    } catch (error) {
      if (error instanceof ApiError) toasts.error(error.fields[0]?.message ?? error.message)
      else tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  const take = (audienceId: string | string[] | null) => {
    if (typeof audienceId !== 'string') return setLoaded(null)
    void attempt(async () => {
      const { audience, abilities, ...found } = await api(selectAudience, { audienceId })
      edit(fieldsOfAudience(channel, audience))
      setLoaded({ ...found, changeable: abilities.includes('update') })
    })
  }
  const read = (file: File) =>
    attempt(async () => {
      const found = await upload(channel === 'sms' ? readSmsRecipients : readMailRecipients, {}, file, file.name)
      const extra = [...new Set([...listed(values.extra), ...found.addresses])]
      const before = values.chosen
      const memberIds = [...new Set([...(before?.memberIds ?? []), ...found.memberIds])]
      const contactIds = before?.contactIds ?? []
      edit({
        extra: extra.join('\n'),
        ...(found.memberIds.length > 0
          ? { chosen: { contactIds, filter: before?.filter ?? null, memberIds, total: contactIds.length + memberIds.length } }
          : {}),
        // A file says whom it is for: everybody else only when that is wanted.
        byMarks: false,
      })
      setUnread(found.unreadCount > 0 ? { count: found.unreadCount, lines: found.unread } : null)
      const parts = [
        ...(found.addresses.length > 0 ? [`${found.addresses.length} 个${channel === 'sms' ? '手机号码' : '邮箱'}`] : []),
        ...(found.memberIds.length > 0 ? [`${found.memberIds.length} 家会员`] : []),
      ]
      if (parts.length > 0) toasts.success(`已从文件读取 ${parts.join('、')}`)
    })
  return (
    <>
      <Flex gap={8} wrap style={{ marginBottom: 12 }}>
        {mayRead ? (
          <div style={{ flex: '1 1 180px' }}>
            <RefSelect
              lookup={audienceLookup}
              value={loaded?.audienceId ?? null}
              onChange={take}
              placeholder="选用收件人分组"
              aria-label="收件人分组"
              known={loaded ? [{ value: loaded.audienceId, label: loaded.audienceName }] : []}
            />
          </div>
        ) : null}
        {mayKeep ? (
          <Button disabled={busy} onClick={() => setSaving(true)}>
            保存为分组
          </Button>
        ) : null}
        <Upload
          accept=".xlsx,.xls,.csv,.txt"
          showUploadList={false}
          disabled={busy}
          beforeUpload={(file) => {
            void read(file)
            return false
          }}
        >
          <Button icon={<ImportOutlined />} loading={busy}>
            从文件读取
          </Button>
        </Upload>
      </Flex>
      {unread ? (
        <Alert
          type="warning"
          showIcon
          closable={{ onClose: () => setUnread(null) }}
          style={{ marginBottom: 12 }}
          title={`文件中有 ${unread.count} 行没有读取`}
          description={
            <ul style={{ margin: 0, paddingInlineStart: 18, maxHeight: 160, overflow: 'auto' }}>
              {unread.lines.map(({ row, text, reason }) => (
                <li key={row}>
                  第 {row} 行“{text}”：{reason}
                </li>
              ))}
            </ul>
          }
        />
      ) : null}
      {saving ? (
        <Suspense fallback={null}>
          <SaveAudience
            values={values}
            loaded={loaded?.changeable ? loaded : null}
            onClose={() => setSaving(false)}
            onKept={(audienceId) => {
              setSaving(false)
              void attempt(async () => {
                const { audience: _same, abilities, ...found } = await api(selectAudience, { audienceId })
                setLoaded({ ...found, changeable: abilities.includes('update') })
              })
            }}
          />
        </Suspense>
      ) : null}
    </>
  )
})
