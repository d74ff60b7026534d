/** Name of the remote that runs alone. */
declare const __DEV_REMOTE__: string

interface DevContext<T> {
  (key: string): T
  keys(): string[]
}

interface ImportMeta {
  /** webpack's own: every module below a folder whose name fits. `lazy` ones are loaded when they are asked for. */
  webpackContext(folder: string, options: { recursive: boolean; regExp: RegExp; mode: 'lazy' }): DevContext<Promise<unknown>>
  webpackContext(folder: string, options: { recursive: boolean; regExp: RegExp; mode: 'sync' }): DevContext<unknown>
}
