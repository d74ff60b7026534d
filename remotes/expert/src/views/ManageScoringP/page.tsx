import { ScorePage } from '../../score/ScorePage'

/** Declarations that an expert scores. */
export default function ManageScoringP() {
  return <ScorePage preset="declared" />
}
