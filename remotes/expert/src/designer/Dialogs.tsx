import { AppModal, Button, Radio, Typography } from '@assoc/ui'
import { observer } from 'mobx-react-lite'
import { useState } from 'react'
import type { DraftSaver } from './saver'
import { removeNow } from './commands'
import { focusOn } from './regions'
import type { DesignerStore } from './store'
import { useDesignerStyle } from './styles'
import { placeText, valueText } from './wording'

/** Asks before something is deleted that others refer to, and says who does. */
export const DeleteDialog = observer(function DeleteDialog({ store }: { store: DesignerStore }) {
  const { deleting } = store
  const style = useDesignerStyle()
  return (
    <AppModal
      style={style}
      open={deleting !== null}
      title={
        deleting && deleting.ids.length > 1
          ? `删除所选的 ${deleting.ids.length} 项？`
          : `删除“${deleting ? store.nameOf(deleting.ids[0] ?? '') || '未命名' : ''}”？`
      }
      okText="仍然删除"
      transitionName=""
      maskTransitionName=""
      focusable={{ focusTriggerAfterClose: false }}
      // Before it is gone it would take the focus along.
      afterClose={() => focusOn(store, 'outline')}
      okButtonProps={{ danger: true, autoFocus: true }}
      cancelText="取消"
      onOk={() => {
        if (deleting) removeNow(store, deleting.ids)
      }}
      onCancel={() => store.closeDeleting()}
    >
      {deleting && deleting.referrers.length > 0 ? (
        <>
          <Typography.Paragraph>删除后以下各处会失去引用，须逐一修改：</Typography.Paragraph>
          <ul className="fd-list">
            {deleting.referrers.slice(0, 30).map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
          {deleting.referrers.length > 30 ? <p>……共 {deleting.referrers.length} 处</p> : null}
        </>
      ) : (
        '其中的题目会一并删除，可按 Ctrl+Z 撤销。'
      )}
    </AppModal>
  )
})

/** What somebody else has changed as well: for each place mine or theirs. */
export const ConflictChoice = observer(function ConflictChoice({ store, saver }: { store: DesignerStore; saver: DraftSaver }) {
  return store.conflicts ? <Choices key={saver.revision} store={store} saver={saver} /> : null
})

const Choices = observer(function Choices({ store, saver }: { store: DesignerStore; saver: DraftSaver }) {
  const [mine, setMine] = useState<ReadonlySet<string>>(new Set())
  const conflicts = store.conflicts ?? []
  const { doc } = store
  const style = useDesignerStyle()
  const all = conflicts.map(({ at }) => at.join('/'))
  return (
    <AppModal
      style={style}
      open
      closable={false}
      mask={{ closable: false }}
      keyboard={false}
      width={640}
      title="他人修改了同一处"
      footer={
        <>
          <Button onClick={() => setMine(new Set(all))}>全部用我的</Button>
          <Button onClick={() => setMine(new Set())}>全部用对方的</Button>
          <Button type="primary" onClick={() => saver.resolve(mine)}>
            按所选继续
          </Button>
        </>
      }
    >
      <Typography.Paragraph>其余修改已自动合并。请为以下 {conflicts.length} 处选择保留哪一方：</Typography.Paragraph>
      {conflicts.map(({ at, mine: own, theirs }) => {
        const key = at.join('/')
        return (
          <div key={key} style={{ marginBottom: 16 }} role="group" aria-label={placeText(doc, at)}>
            <strong>{placeText(doc, at)}</strong>
            <Radio.Group
              style={{ display: 'block', marginTop: 4 }}
              value={mine.has(key) ? 'mine' : 'theirs'}
              options={[
                { value: 'mine', label: '用我的' },
                { value: 'theirs', label: '用对方的' },
              ]}
              onChange={({ target }) => {
                const next = new Set(mine)
                if (target.value === 'mine') next.add(key)
                else next.delete(key)
                setMine(next)
              }}
            />
            <div className="fd-sides">
              <div>
                <div className="fd-hint">我的</div>
                {valueText(doc, at, own)}
              </div>
              <div>
                <div className="fd-hint">对方的</div>
                {valueText(doc, at, theirs)}
              </div>
            </div>
          </div>
        )
      })}
    </AppModal>
  )
})
