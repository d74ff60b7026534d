import type { pi } from './core/personal'
import type { PermitGroup } from './core/permit'
import type { appointment, declaration, evaluation, expert, review } from './expert/permits'
import type { fee } from './fee/permits'
import type { form } from './form/permits'
import type { invoice } from './invoice/permits'
import type { course, exchange, meeting } from './meeting/permits'
import type { director, member, report } from './member/permits'
import type { message } from './message/permits'
import type { rbac } from './rbac/permits'

type CodeOf<G> = G extends PermitGroup<infer M, infer K> ? `${M}:${K}` : never

/** Groups of permits, so that whoever holds a permit is asked for by a name that exists. */
export interface PermitGroups {
  areas: typeof appointment | typeof course | typeof declaration | typeof director | typeof evaluation | typeof exchange | typeof expert | typeof fee | typeof form | typeof invoice | typeof meeting | typeof member | typeof message | typeof rbac | typeof report | typeof review
  personal: typeof pi
}

/** Permits of steps that the server itself carries out: no role is ever given one. */
export type ServerPermit = 'declaration:system' | 'form:fill' | 'invoice:system' | 'message:send:work'

/** Every permit that the contract declares, `module:entity:action`: a misspelt one does not compile. */
export type PermitCode = CodeOf<PermitGroups[keyof PermitGroups]> | ServerPermit
