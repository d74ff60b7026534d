export { startRun, withFixedRows, FormLimit } from '@assoc/contract/form/engine/run'
export { FormSheet } from './FormSheet'
export { createSheet, elementId, progressOf, useVersion, WHOLE } from './store'
