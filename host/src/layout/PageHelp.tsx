import { CODE, type ResponseOf } from '@assoc/contract'
import { emptyRich, type RichDoc } from '@assoc/contract/core/rich-text'
import { savePageHelp, selectPageHelp } from '@assoc/contract/platform/page-help'
import { ApiError, api, dateFormat } from '@assoc/http'
import { session, tellLost, toasts } from '@assoc/session'
import { Alert, AppDrawer, Button, FailedToLoad, Flex, RichText, RichView, Skeleton, StateScreen, Typography, theme } from '@assoc/ui'
import { useEffect, useState } from 'react'

type Help = ResponseOf<typeof selectPageHelp>

export interface PageHelpProps {
  open: boolean
  /** The page that is in front. */
  menuLink: string
  title: string
  onClose: () => void
}

/** What staff have written about the page in front; whoever may edits it in its place. */
export function PageHelp({ open, menuLink, title, onClose }: PageHelpProps) {
  return (
    <AppDrawer open={open} title={`帮助：${title}`} size={480} onClose={onClose}>
      {open ? <Body key={menuLink} menuLink={menuLink} /> : null}
    </AppDrawer>
  )
}

function Body({ menuLink }: { menuLink: string }) {
  const [help, setHelp] = useState<Help | 'failed' | null>(null)
  const [draft, setDraft] = useState<RichDoc | null>(null)
  const load = () => {
    setHelp(null)
    api(selectPageHelp, { menuLink }).then(setHelp, () => setHelp('failed'))
  }
  // eslint-disable-next-line react-hooks/exhaustive-deps -- another page is another Body
  useEffect(load, [])
  if (help === null) return <Skeleton active />
  if (help === 'failed') return <FailedToLoad onRetry={load} />
  const mayEdit = session().has('rbac:help:update')
  if (draft) return <Editing menuLink={menuLink} help={help} draft={draft} onChange={setDraft} onCancel={() => setDraft(null)} onSaved={(saved) => (setHelp(saved), setDraft(null))} />
  const edit = mayEdit ? <Button onClick={() => setDraft(help.content ?? emptyRich())}>{help.content ? '编辑' : '编写帮助'}</Button> : null
  if (!help.content)
    return (
      <StateScreen title="本页还没有帮助" actions={edit}>
        {mayEdit ? null : '如有疑问，请联系系统管理员。'}
      </StateScreen>
    )
  return (
    <Flex vertical gap={16}>
      <RichView value={help.content} />
      <Flex justify="space-between" align="center" gap={8}>
        <Typography.Text type="secondary" style={{ fontSize: 12 }}>
          {help.updateName ? `${help.updateName} ` : ''}
          {help.updateTime ? `更新于 ${dateFormat(help.updateTime, 'YYYY-MM-DD HH:mm')}` : ''}
        </Typography.Text>
        {edit}
      </Flex>
    </Flex>
  )
}

interface EditingProps {
  menuLink: string
  help: Help
  draft: RichDoc
  onChange: (draft: RichDoc) => void
  onCancel: () => void
  onSaved: (help: Help) => void
}

function Editing({ menuLink, help, draft, onChange, onCancel, onSaved }: EditingProps) {
  const { token } = theme.useToken()
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  /** What somebody else has saved meanwhile: the next saving is over theirs. */
  const [theirs, setTheirs] = useState<Help | null>(null)
  const save = async (content: RichDoc | null) => {
    setBusy(true)
    setProblem(null)
    try {
      await api(savePageHelp, { menuLink, content, version: (theirs ?? help).version }, { quiet: [CODE.input, CODE.conflict] })
      toasts.success(content ? '帮助已保存' : '帮助已清除')
      onSaved(await api(selectPageHelp, { menuLink }))
    } catch (error) {
      if (error instanceof ApiError && error.code === CODE.conflict) setTheirs(await api(selectPageHelp, { menuLink }).catch(() => null))
      else if (error instanceof ApiError && error.code === CODE.input) setProblem(error.fields[0]?.message ?? error.message)
      else tellLost(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Flex vertical gap={12}>
      {theirs ? <Alert type="warning" showIcon title={`${theirs.updateName ?? '其他人'}刚刚修改过本页帮助。再次保存将以您的内容为准。`} description={theirs.content ? <RichView value={theirs.content} /> : '已清除。'} /> : null}
      <RichText aria-label="帮助内容" placeholder="本页做什么、按什么步骤办理、要注意什么" value={draft} onChange={onChange} disabled={busy} />
      {problem ? (
        <span role="alert" style={{ color: token.colorError }}>
          {problem}
        </span>
      ) : null}
      <Flex gap={8}>
        <Button type="primary" loading={busy} onClick={() => void save(draft)}>
          保存
        </Button>
        <Button disabled={busy} onClick={onCancel}>
          取消
        </Button>
        {help.content ? (
          <Button danger disabled={busy} style={{ marginInlineStart: 'auto' }} onClick={() => void save(null)}>
            清除
          </Button>
        ) : null}
      </Flex>
    </Flex>
  )
}
