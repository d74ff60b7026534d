import * as calls from '@assoc/contract/expert/review/assign'
import { handle } from '../../../../platform/http/context'
import type { ServerModule } from '../../../../platform/module'
import * as own from './own'
import * as service from './service'

/** Who scores what: the office's matrix, and the answers of the experts. */
export const assign: ServerModule = {
  bindings: [
    handle(calls.selectReviewMatrix, service.matrix),
    handle(calls.previewReviewAssignment, service.preview),
    handle(calls.runReviewAssignment, service.run),
    handle(calls.placeReviewExpert, service.place),
    handle(calls.removeReviewAssignment, service.remove),
    handle(calls.replaceReviewExpert, service.replace),
    handle(calls.sendReviewInvitations, service.send),
    handle(calls.checkReviewTies, service.check),
    handle(calls.selectOwnReviewAssignments, own.listOwn),
    handle(calls.acceptOwnReviews, own.accept),
    handle(calls.declineOwnReviews, own.decline),
    handle(calls.declareOwnConflict, own.declareConflict),
  ],
}
