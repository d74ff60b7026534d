import { useEffect, useRef } from 'react'
import { useTabHandle } from '../../shell/tab-context'

const TYPING = 'input, textarea, select, [contenteditable="true"], [role="combobox"], [role="menu"]'

/** Whether an element stands in a dialog or drawer. One that is on its way out still has the focus, and is over for who has closed it. */
function inDialog(target: HTMLElement | null): boolean {
  const drawer = target?.closest('.ant-drawer')
  return drawer ? drawer.classList.contains('ant-drawer-open') : !!target?.closest('[role="dialog"]')
}

/**
 * Keys of a view, alive while its tab is shown, nothing is being typed and no dialog is open. A key that an input
 * method is using is left to it.
 */
export function useShortcuts(keys: Record<string, () => void>): void {
  const tab = useTabHandle()
  const latest = useRef(keys)
  useEffect(() => {
    latest.current = keys
  })
  useEffect(() => {
    const press = (e: KeyboardEvent) => {
      if (!tab.visible) return
      if (e.isComposing || e.ctrlKey || e.metaKey || e.altKey || e.defaultPrevented) return
      const target = e.target as HTMLElement | null
      if (target?.closest(TYPING) || inDialog(target) || document.querySelector('.ant-modal-wrap:not([style*="display: none"]) [role="dialog"], .ant-drawer-open')) return
      const act = latest.current[e.key]
      if (!act) return
      e.preventDefault()
      act()
    }
    window.addEventListener('keydown', press)
    return () => window.removeEventListener('keydown', press)
  }, [tab])
}
