import type { ResponseOf } from '@assoc/contract'
import { applyPatches, inverse } from '@assoc/contract/form/engine/patch'
import { selectFormChanges, selectFormVersions } from '@assoc/contract/form/template'
import { dateFormat } from '@assoc/http'
import { AppDrawer, Button, FailedToLoad, Skeleton, Tabs, Typography, useAnswer } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import type { DesignerStore } from './store'
import { useDesignerStyle } from './styles'
import { placeText } from './wording'

interface Props {
  store: DesignerStore
  templateId: string
  onClose: () => void
}

/** Versions that were published, and who has changed the draft since: each change can be taken back. */
export function HistoryDrawer({ store, templateId, onClose }: Props) {
  const style = useDesignerStyle()
  return (
    <AppDrawer open title="版本与修改历史" size={440} styles={{ body: style }} onClose={onClose}>
      <Tabs
        items={[
          { key: 'versions', label: '已发布的版本', children: <Versions templateId={templateId} /> },
          { key: 'changes', label: '最近 90 天的修改', children: <Changes store={store} templateId={templateId} /> },
        ]}
      />
    </AppDrawer>
  )
}

function Versions({ templateId }: { templateId: string }) {
  const { data, error, reload } = useAnswer(selectFormVersions, { templateId })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active />
  if (data.length === 0) return <p className="fd-hint">尚未发布过</p>
  return data.map(({ versionNo, questionCount, userName, createTime, sha256 }) => (
    <div key={versionNo} style={{ marginBottom: 16 }}>
      <strong>第 {versionNo} 版</strong>
      <div>
        {questionCount} 道题 · {userName} · {dateFormat(createTime)}
      </div>
      <Typography.Text type="secondary" style={{ fontSize: 12, overflowWrap: 'anywhere' }}>
        摘要 {sha256}
      </Typography.Text>
    </div>
  ))
}

/** Changes that are listed at once; older ones follow page by page no further than anybody looks. */
const LISTED = 50

function Changes({ store, templateId }: Pick<Props, 'store' | 'templateId'>) {
  const { data, error, reload } = useAnswer(selectFormChanges, { templateId, page: 1, pageSize: LISTED })
  if (error) return <FailedToLoad message={error} onRetry={() => void reload()} />
  if (!data) return <Skeleton active />
  if (data.items.length === 0) return <p className="fd-hint">还没有修改</p>
  return data.items.map((change) => <ChangeLine key={change.changeId} store={store} change={change} />)
}

type Change = ResponseOf<typeof selectFormChanges>['items'][number]

const ChangeLine = observer(function ChangeLine({ store, change }: { store: DesignerStore; change: Change }) {
  const { patches, userName, createTime } = change
  const back = () => {
    const applied = applyPatches(store.doc, inverse(patches))
    if (!('doc' in applied)) return store.refuse('此后同一处又有修改，不能撤回这次修改')
    const refused = store.edit(applied.doc, '撤回修改')
    if (refused !== null) store.refuse(refused)
    else store.say('已撤回这次修改，可按 Ctrl+Z 恢复')
  }
  const told = [...new Set(patches.map(({ at }) => placeText(store.doc, at)))]
  return (
    <div style={{ display: 'flex', gap: 12, alignItems: 'flex-start', marginBottom: 12 }}>
      <div style={{ flex: 1, minWidth: 0 }}>
        <div>
          {userName} · {dateFormat(createTime)}
        </div>
        <div className="fd-hint">
          {told.slice(0, 4).join('、')}
          {told.length > 4 ? ` 等 ${told.length} 处` : ''}
        </div>
      </div>
      <Button size="small" disabled={!store.mayEdit} onClick={back}>
        撤回
      </Button>
    </div>
  )
})
