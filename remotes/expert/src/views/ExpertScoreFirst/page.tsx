import { ScorePage } from '../../score/ScorePage'

/** Works that an expert scores at the first stage. */
export default function ExpertScoreFirst() {
  return <ScorePage preset="first" />
}
