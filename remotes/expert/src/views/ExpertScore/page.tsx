import { ScorePage } from '../../score/ScorePage'

/** Works that an expert scores at the final stage. */
export default function ExpertScore() {
  return <ScorePage preset="final" />
}
