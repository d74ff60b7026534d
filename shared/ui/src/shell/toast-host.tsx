import { theme } from 'antd'
import { CheckCircleFilled, CloseCircleFilled, InfoCircleFilled } from '@ant-design/icons'
import { toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'

const ICONS = { success: CheckCircleFilled, info: InfoCircleFilled, error: CloseCircleFilled }

/** Shows the one toast. Errors are announced at once, others when the reader pauses. */
export const ToastHost = observer(function ToastHost() {
  const { token } = theme.useToken()
  const toast = toasts.current
  const colour = toast?.kind === 'error' ? token.colorError : toast?.kind === 'success' ? token.colorSuccess : token.colorInfo
  const Icon = toast ? ICONS[toast.kind] : null
  return (
    <div aria-live={toast?.kind === 'error' ? 'assertive' : 'polite'} style={{ position: 'fixed', top: 64, left: 0, right: 0, zIndex: 2100, display: 'flex', justifyContent: 'center', pointerEvents: 'none' }}>
      {toast && Icon ? (
        <div
          data-testid="toast"
          role={toast.kind === 'error' ? 'alert' : 'status'}
          onMouseEnter={() => toasts.pause()}
          onMouseLeave={() => toasts.hold()}
          style={{
            pointerEvents: 'auto',
            display: 'flex',
            gap: 8,
            alignItems: 'flex-start',
            maxWidth: 560,
            padding: '9px 16px',
            borderRadius: token.borderRadiusLG,
            background: token.colorBgElevated,
            color: token.colorText,
            boxShadow: token.boxShadowSecondary,
            fontSize: token.fontSize,
            lineHeight: token.lineHeight,
          }}
        >
          <Icon style={{ color: colour, fontSize: 16, marginTop: 3 }} />
          <span style={{ wordBreak: 'break-word' }}>{toast.text}</span>
        </div>
      ) : null}
    </div>
  )
})
