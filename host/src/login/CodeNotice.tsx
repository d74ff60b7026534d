import type { CodeNotice as Notice } from '@assoc/session'

/** Says at once, before anything is typed, that a code will not arrive. */
export function CodeNotice({ notice }: { notice: Notice | null }) {
  return notice ? (
    <p className={notice.stopped ? 'l-message' : 'l-warning'} role="note">
      {notice.text}
    </p>
  ) : null
}
