import type { QuestionType } from '@assoc/contract/form/engine/document'
import { useCallback, type RefCallback } from 'react'
import { attachDrag, attachEnd, attachScroll, attachType } from './drag'
import type { DesignerStore } from './store'

/** Makes an element one that can be dragged; answers what undoes it. */
export type Attach = (id: string, element: HTMLElement) => () => void

export const useAttachDrag = (store: DesignerStore): Attach => useCallback((id, element) => attachDrag(store, id, element), [store])

/** A ref that attaches an element for as long as it is there. */
export const useAttached = (attach: Attach, id: string): RefCallback<HTMLDivElement> => useCallback((element) => (element ? attach(id, element) : undefined), [attach, id])

export const useAttachEnd = (store: DesignerStore, section: string): RefCallback<HTMLDivElement> => useCallback((element) => (element ? attachEnd(store, section, element) : undefined), [store, section])

export const useAttachType = (store: DesignerStore, type: QuestionType): RefCallback<HTMLButtonElement> => useCallback((element) => (element ? attachType(store, type, element) : undefined), [store, type])

export const useScrollWhileDragging = (store: DesignerStore): RefCallback<HTMLDivElement> => useCallback((element) => (element ? attachScroll(store, element) : undefined), [store])
