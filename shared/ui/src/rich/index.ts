export * from './RichEditor'
export * from './RichView'
