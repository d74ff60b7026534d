import type { ConsoleLink } from '@assoc/contract'
import { withoutEnd } from '@assoc/contract/core/characters'
import type { ServerConfig } from '../config'

/** The address of a place in the console for those who read a mail; null where the server does not know at which address it is reached (PUBLIC_URL). */
export const consoleAddress = ({ publicUrl }: Pick<ServerConfig, 'publicUrl'>, link: ConsoleLink): string | null => (publicUrl ? `${withoutEnd(publicUrl, '/')}${link}` : null)

/** The last line of a mail that asks somebody to do something in the console. It leads there through the login page. */
export function mailHint(config: Pick<ServerConfig, 'publicUrl'>, link: ConsoleLink): string {
  const address = consoleAddress(config, link)
  return address ? `请打开以下链接，登录后办理：\n${address}` : '请登录控制台办理。'
}
