import type { ServerModule } from '../../platform/module'
import { dunning, unpaidCases } from './arrears'
import { memberBalance } from './balance'
import { bankLine } from './bank'
import { duesBill } from './bill'
import { letterTemplates, memberLetters } from './letter'
import { payment } from './payment'
import { reduction } from './reduction'
import { reminderRules } from './reminder'
import { feeDemo, feeMenu, feeRoles, standardSecondPerson } from './seed'
import { feeStandard } from './standard'
import { feeStatistics } from './statistics'
import { statement } from './statement'
import { suspense } from './suspense'
import { unpaidImport } from './unpaid-import'
import './personal-data'

/** Membership fees: what is owed, what came, and where it went. */
export const feeModules: ServerModule[] = [feeStandard, duesBill, payment, memberBalance, bankLine, suspense, reduction, unpaidCases, dunning, reminderRules, unpaidImport, letterTemplates, memberLetters, statement, feeStatistics, { bindings: [], seeds: [feeRoles, feeMenu, standardSecondPerson, feeDemo] }]
