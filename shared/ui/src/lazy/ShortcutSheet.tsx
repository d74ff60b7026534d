import { AppModal } from '../shell'

export interface ShortcutSheetProps {
  withNew: boolean
  onClose: () => void
}

const KEYS: [key: string, what: string][] = [
  ['/', '跳到查询条件'],
  ['j 与 k', '下一行与上一行，也可用上下键'],
  ['Enter', '打开所在的行'],
  ['空格', '选择或取消选择所在的行'],
  ['n', '新增'],
  ['r', '刷新'],
  ['Ctrl S', '保存表单'],
  ['Ctrl Enter', '提交表单，确认填写的原因'],
  ['Ctrl K', '搜索菜单与记录'],
  ['Esc', '离开查询条件，关闭窗口'],
  ['?', '显示本说明'],
]

/** The keys that lists and forms know. */
export function ShortcutSheet({ withNew, onClose }: ShortcutSheetProps) {
  return (
    <AppModal open title="快捷键" footer={null} width={420} onCancel={onClose}>
      <dl style={{ display: 'grid', gridTemplateColumns: '120px 1fr', rowGap: 8, margin: 0 }}>
        {KEYS.filter(([key]) => key !== 'n' || withNew).flatMap(([key, what]) => [
          <dt key={key}>
            <kbd>{key}</kbd>
          </dt>,
          <dd key={`${key} `} style={{ margin: 0 }}>
            {what}
          </dd>,
        ])}
      </dl>
    </AppModal>
  )
}
