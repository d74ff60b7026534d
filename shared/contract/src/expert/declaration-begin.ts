import { z } from 'zod'
import { body, call } from '../core/call'
import { id } from '../core/fields'
import { ruleOutcome } from './declaration'
import { declaration as permit } from './permits'
import { evalTarget } from './eval-target'

/** Declarants of one scheme that somebody acts for; the rest begins when these have. */
export const DECLARANTS_MOST = 200

/** Schemes that take declarations now, and for whom the caller may begin one: each rule with how it turns out today. */
export const selectOpenSchemes = call({
  path: '/expert/declaration/selectOpenSchemes',
  title: '查询可申报的方案',
  access: permit('mine:update'),
  request: body({}),
  response: z.object({
    schemes: z.array(
      z.object({
        schemeId: id(),
        schemeName: z.string(),
        evalTarget: evalTarget.schema,
        periodEnd: z.string(),
        applyEnd: z.string(),
        declarants: z.array(
          z.object({
            personId: id().nullable(),
            companyId: id(),
            name: z.string(),
            companyName: z.string(),
            /** What is open already; another one cannot be begun beside it. */
            declareId: id().nullable(),
            rules: z.array(ruleOutcome),
          }),
        ),
      }),
    ),
  }),
})

/** Begins a declaration: of a person in office at a company that the caller acts for, of themselves, or of the company. */
export const beginDeclaration = call({
  path: '/expert/declaration/beginDeclaration',
  title: '开始申报',
  access: permit('mine:update'),
  write: true,
  request: body({
    // No ref: fillers see neither schemes nor the register; the server looks for them among whom they act for.
    schemeId: id('评价方案'),
    personId: id('申报人').nullish(),
    companyId: id('公司'),
  }),
  response: z.object({ declareId: id(), taskId: id() }),
})
