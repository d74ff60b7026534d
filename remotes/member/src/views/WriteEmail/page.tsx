import { ComposePage } from '../../message/ComposePage'

/** Writing a mail to members. */
export default function WriteEmail() {
  return <ComposePage channel="mail" />
}
