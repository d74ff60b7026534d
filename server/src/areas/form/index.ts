import type { ServerModule } from '../../platform/module'
import { answer } from './answer'
import { demoForms } from './demo/seed'
import { fill } from './fill'
import { round } from './round'
import { formGrants, formRoles } from './seed'
import { template } from './template'
import './personal-data'

/** Forms: their versions, the rounds that they are sent in, and what is filled in. */
export const formModules: ServerModule[] = [template, round, answer, fill, { bindings: [], seeds: [formRoles, formGrants, demoForms] }]
