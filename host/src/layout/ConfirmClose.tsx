import { AppModal } from '@assoc/ui'

/** Asks before typed text is thrown away with its tab. */
export function ConfirmClose({ names, onCancel, onConfirm }: { open: boolean; names: string[]; onCancel: () => void; onConfirm: () => void }) {
  return (
    <AppModal open title="关闭前请确认" okText="放弃并关闭" cancelText="继续编辑" okButtonProps={{ danger: true }} onOk={onConfirm} onCancel={onCancel}>
      以下页面有未保存的内容：{names.join('、')}。关闭后内容不再显示，已存的草稿可在下次打开时恢复。
    </AppModal>
  )
}
