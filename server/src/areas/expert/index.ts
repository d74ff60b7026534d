import type { ServerModule } from '../../platform/module'
import { appointment } from './appointment'
import { declarationModule } from './declaration'
import { director } from './director'
import { duty } from './duty'
import { independence } from './independence'
import './personal-data'
import { expertPool } from './pool'
import { earlierAccounts } from './pool/earlier'
import { reviewModules } from './review'
import { reviewResults } from './result'
import { score } from './score'
import { scoreMenu } from './score/seed'
import { grade } from './grade'
import { gradeResult } from './grade-result'
import { indicator } from './indicator'
import { integrity } from './integrity'
import { notice } from './notice'
import { scheme } from './scheme'
import { seatWarning } from './seat-warning'
import { secretary } from './secretary'
import { scoreDemo } from './demo/scores'
import { evaluationDemo } from './demo/evaluation'
import { expertDemo } from './demo/seed'
import { expertGrants, expertMenu, fillerGrants, fillerMenu } from './seed'
import { statement } from './statement'

const people = [expertPool, director, appointment, duty, seatWarning, independence, secretary, statement]
const reviews = [...reviewModules, score, reviewResults]
const evaluations = [scheme, indicator, grade, gradeResult, notice, integrity, declarationModule]
/** Experts of the association and what they review; directors of listed companies, their offices, duties, declarations and grades. */
export const expertModules: ServerModule[] = [
  ...people,
  ...reviews,
  ...evaluations,
  { bindings: [], seeds: [expertGrants, expertMenu, fillerGrants, fillerMenu, earlierAccounts, scoreMenu, expertDemo, scoreDemo, evaluationDemo] },
]
