import { verifyOwnFormCertificate } from '@assoc/contract/form/certificate'
import * as calls from '@assoc/contract/form/fill'
import { selectOwnFormTasks } from '@assoc/contract/form/task'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { submitAnonymous } from '../anonymous/submit'
import { exportOwn, openTask, saveAnswers, selectTasks, submit, verifyCertificate, withdraw } from './service'
import { uploadFile } from './upload'

/** Forms as those see them who fill them in. */
export const fill: ServerModule = {
  bindings: [
    handle(selectOwnFormTasks, selectTasks),
    handle(calls.exportOwnAnswer, exportOwn),
    handle(calls.openFormTask, openTask),
    handle(calls.saveFormAnswers, saveAnswers),
    handle(calls.submitFormAnswer, submit),
    handle(calls.withdrawFormAnswer, withdraw),
    handle(verifyOwnFormCertificate, verifyCertificate),
    handle(calls.uploadAnswerFile, uploadFile),
    handle(calls.submitAnonymousAnswer, submitAnonymous),
  ],
}
