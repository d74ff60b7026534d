import { ScorePage } from '../../score/ScorePage'

/** Declarations that an expert scores at the second stage. */
export default function ManageScoringP1() {
  return <ScorePage preset="declaredAgain" />
}
