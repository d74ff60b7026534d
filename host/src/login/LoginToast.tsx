import { toasts } from '@assoc/session'
import { observer } from 'mobx-react-lite'

/** The one toast of the login page, without the component library. */
export const LoginToast = observer(function LoginToast() {
  const toast = toasts.current
  return (
    <div className="l-toasts" aria-live={toast?.kind === 'error' ? 'assertive' : 'polite'}>
      {toast ? (
        <div className={`l-toast l-toast-${toast.kind}`} role={toast.kind === 'error' ? 'alert' : 'status'} data-testid="toast" onMouseEnter={() => toasts.pause()} onMouseLeave={() => toasts.hold()}>
          <span aria-hidden="true">{toast.kind === 'error' ? '✕' : '✓'}</span>
          {toast.text}
        </div>
      ) : null}
    </div>
  )
})
