// What other areas may ask of forms; everything else of this folder is its own.
export { answersByCode, openSystemRound, type ByCode } from './offered'
export { onCertified } from './offered/hooks'
export { seedSystemForm } from './offered/repository'
export { makeForm as makeDemoForm } from './demo/seed'
export { formName, publishedVersion, versionText } from './template/published.repository'
