import type { AnyResource, Call, RequestOf } from '@assoc/contract'
import type { ReactNode } from 'react'
import { Button, Dropdown, ExportOutlined } from '../../shell'
import type { ListStore } from './list-store'
import { ReasonDialog } from '../forms'
import { mayCall } from './resource-steps'
import { useExport } from './use-export'

/**
 * The export of a resource's list: the button of the toolbar, that of the selection, and the question for a reason.
 * `shown` names the fields that the person sees at this moment, in their order.
 */
export function useListExport(resource: AnyResource, store: ListStore<Call>, shown: () => string[]): { button: ReactNode; chosenButton: ReactNode; dialog: ReactNode } {
  const { busy, progress, run, asked, drop } = useExport((resource.exportRows ?? resource.list) as Call)
  if (!resource.exportRows || !mayCall(resource.exportRows)) return { button: null, chosenButton: null, dialog: null }
  const inputOf = (chosen: boolean, fields?: string[]) => {
    const { sort } = store.query
    const rows = chosen && !store.allMatching ? { ids: [...store.selected.keys()] } : store.filterInput()
    return { ...rows, ...(sort ? { sort } : {}), ...(fields ? { columns: fields } : {}) } as RequestOf<Call>
  }
  return {
    button: (
      <Dropdown
        trigger={['click']}
        disabled={store.total === 0 || busy}
        menu={{
          items: [
            { key: 'shown', label: '导出显示的列' },
            { key: 'all', label: '导出全部列' },
          ],
          onClick: ({ key }) => void run(inputOf(false, key === 'shown' ? shown() : undefined)),
        }}
      >
        <Button icon={<ExportOutlined />} loading={busy}>
          {progress === null ? '导出' : `导出中 ${progress}%`}
        </Button>
      </Dropdown>
    ),
    chosenButton: (
      <Button size="small" loading={busy} onClick={() => void run(inputOf(true))}>
        导出选中
      </Button>
    ),
    dialog: asked ? (
      <ReasonDialog
        title="导出个人信息"
        text={asked.text}
        confirmText="导出"
        reason="required"
        onConfirm={(reason) => {
          drop()
          return run({ ...(asked.input as object), reason } as never)
        }}
        onClose={drop}
      />
    ) : null,
  }
}
