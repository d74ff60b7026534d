import { consoleConfig } from '@assoc/session'

/** The way in by the organisation's own sign-on; nothing where none is set up. A link, for the browser goes to another site. */
export function SignOnButton() {
  const { signOn } = consoleConfig()
  if (!signOn) return null
  const reback = new URLSearchParams(window.location.search).get('reback')
  return (
    <a className="l-button l-other" href={`/sso/oidc/start${reback ? `?reback=${encodeURIComponent(reback)}` : ''}`}>
      {signOn.label}
    </a>
  )
}
