import { ComposePage } from '../../message/ComposePage'

/** Writing a text message to members. */
export default function WriteText() {
  return <ComposePage channel="sms" />
}
