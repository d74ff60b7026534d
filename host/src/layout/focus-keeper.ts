import { useEffect } from 'react'

const POPUPS = '.ant-dropdown,.ant-popover,.ant-select-dropdown,.ant-picker-dropdown,.ant-tooltip'
const DIALOGS = '[role="dialog"],[role="alertdialog"]'
const REMEMBERED = 20
/** Milliseconds until a menu that was sent away has faded out. */
const FADED_MS = 350

const isSeen = (element: Element): boolean => element.isConnected && element.getClientRects().length > 0

/** Focuses what has just been opened: the page, and the dialog that stands over it if one does. One that opens later takes the focus by itself, and leaves it to the page. */
export function focusOpened(): void {
  document.getElementById('content')?.focus({ preventScroll: true })
  ;[...document.querySelectorAll<HTMLElement>(DIALOGS)].filter(isSeen).at(-1)?.focus({ preventScroll: true })
}

/**
 * A dialog or menu that goes away takes the focus with it, and the keyboard would begin again at the
 * top of the page. Gives it back to what had it last, inside the dialog that is still open if one is.
 */
export function useFocusKeeper(): void {
  useEffect(() => {
    let last: HTMLElement[] = []
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement && target !== document.body && !target.closest(POPUPS)) last = [target, ...last.filter((e) => e !== target)].slice(0, REMEMBERED)
    }
    let frame = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    const giveBack = () => {
      cancelAnimationFrame(frame)
      frame = requestAnimationFrame(() => {
        if (document.activeElement !== document.body && document.activeElement !== null) return
        const dialog = [...document.querySelectorAll(DIALOGS)].filter(isSeen).at(-1)
        last.find((e) => isSeen(e) && (!dialog || dialog.contains(e)))?.focus({ preventScroll: true })
      })
    }
    const escape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return
      clearTimeout(timer)
      timer = setTimeout(giveBack, FADED_MS)
    }
    // Dialogs stand beside the console, directly in the body.
    const gone = new MutationObserver((changes) => {
      if (changes.some((change) => change.removedNodes.length > 0)) giveBack()
    })
    document.addEventListener('focusin', note)
    window.addEventListener('keyup', escape)
    gone.observe(document.body, { childList: true })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(timer)
      gone.disconnect()
      document.removeEventListener('focusin', note)
      window.removeEventListener('keyup', escape)
    }
  }, [])
}
