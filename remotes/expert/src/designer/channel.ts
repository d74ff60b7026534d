import type { FormDoc } from '@assoc/contract/form/engine/document'
import { autorun, toJS } from 'mobx'
import type { DesignerStore } from './store'

// The document on its way from the designer to its preview: nothing is saved for it, and it leaves this browser for nowhere.

/** Pause between two documents that are sent, ms. */
const PAUSE = 300

const nameOf = (templateId: string): string => `form-preview/${templateId}`

/** Sends the document to open previews whenever it has changed, and to each that asks. Answers how to stop. */
export function sendToPreviews(store: DesignerStore, templateId: string): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(nameOf(templateId))
  const send = () => channel.postMessage({ document: toJS(store.doc) })
  channel.onmessage = ({ data }: MessageEvent<{ wanted?: boolean } | null>) => {
    if (data?.wanted) send()
  }
  const stop = autorun(
    () => {
      if (store.doc) send()
    },
    { delay: PAUSE },
  )
  return () => {
    stop()
    channel.close()
  }
}

/** Asks the designer for its document and hears of every change; whoever hears nothing reads the draft that was saved. */
export function hearDesigner(templateId: string, take: (document: FormDoc) => void): () => void {
  if (typeof BroadcastChannel === 'undefined') return () => undefined
  const channel = new BroadcastChannel(nameOf(templateId))
  channel.onmessage = ({ data }: MessageEvent<{ document?: FormDoc } | null>) => {
    if (data?.document) take(data.document)
  }
  channel.postMessage({ wanted: true })
  return () => channel.close()
}
