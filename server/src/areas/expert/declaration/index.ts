import { beginDeclaration, selectOpenSchemes } from '@assoc/contract/expert/declaration-begin'
import { exportDeclarationDocuments } from '@assoc/contract/expert/declaration-documents'
import { selectSchemeProgress, selectUndeclaredByPage } from '@assoc/contract/expert/declaration-progress'
import * as review from '@assoc/contract/expert/declaration-review'
import { handle } from '../../../platform/http/context'
import type { ServerModule } from '../../../platform/module'
import { begin, selectSchemes } from './begin'
import './clock'
import './company-part'
import './merge'
import './reviewable'
import { compare, exportDocuments, exportPaper, returnQuestions, selectBeside, selectContent, stepOne } from './content'
import { declarationDemo } from './demo'
import { declarationLog } from './log'
import { selectProgress, selectUndeclared } from './progress'
import { declarationResource } from './resource'
import { declarationGrants, declarationMenu, declarationRoles } from './seed'

/** Declarations under schemes of evaluation: begun and handed in by declarants, reviewed by local associations and the association. */
export const declarationModule: ServerModule = {
  bindings: [
    ...declarationResource.bindings,
    ...declarationLog.bindings,
    handle(selectOpenSchemes, selectSchemes),
    handle(beginDeclaration, begin),
    handle(review.selectDeclarationContent, selectContent),
    handle(review.selectDeclarationBeside, selectBeside),
    handle(review.compareDeclaration, compare),
    handle(review.returnDeclaration, returnQuestions),
    handle(review.stepDeclarationQuery, stepOne),
    handle(review.exportDeclarationPaper, exportPaper),
    handle(exportDeclarationDocuments, exportDocuments),
    handle(selectSchemeProgress, selectProgress),
    handle(selectUndeclaredByPage, selectUndeclared),
  ],
  seeds: [declarationRoles, declarationGrants, declarationMenu, declarationDemo],
}
