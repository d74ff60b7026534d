import { AppstoreOutlined, AuditOutlined, BankOutlined, BookOutlined, CalendarOutlined, FileTextOutlined, MailOutlined, MessageOutlined, SettingOutlined, ShopOutlined, TeamOutlined, UserOutlined } from '@assoc/ui'

const ICONS = {
  setting: SettingOutlined, user: UserOutlined, team: TeamOutlined, calendar: CalendarOutlined, bank: BankOutlined,
  book: BookOutlined, shop: ShopOutlined, audit: AuditOutlined, file: FileTextOutlined, mail: MailOutlined, message: MessageOutlined,
} as const

/** The icon of a menu group by the name that the menu table holds. */
export function MenuIcon({ name }: { name: string | null }) {
  const Icon = (name && ICONS[name as keyof typeof ICONS]) || AppstoreOutlined
  return <Icon aria-hidden aria-label="" />
}
