import { companyType, controllerType, JURISDICTIONS } from '@assoc/contract/member/company'
import { BOARD_PREFIXES, creditCodeCheckDigit } from '@assoc/contract/rules/identifiers'
import type { NewCompany } from './repository'
import { EXCHANGE_OF_BOARD } from './fields'
import { pinyinOf, searchTextOf } from './grams'

// Words that every reader knows for things that do not exist.
const NOWHERE = [
  '子虚',
  '乌有',
  '镜花',
  '水月',
  '海市',
  '蜃楼',
  '南柯',
  '黄粱',
  '桃源',
  '蓬莱',
  '瀛洲',
  '方壶',
  '昆墟',
  '扶桑',
  '空谷',
  '浮槎',
  '幻境',
  '虚舟',
  '捕风',
  '捉影',
  '画饼',
  '望梅',
  '烂柯',
  '梦蝶',
  '太虚',
] as const
const TRADES: readonly [word: string, industry: string, shenwan: string][] = [
  ['电子', 'C39', '270000'],
  ['新材', 'C26', '220000'],
  ['生物', 'C27', '370000'],
  ['食品', 'C14', '340000'],
  ['科技', 'I65', '710000'],
  ['证券', 'J67', '490000'],
  ['银行', 'J66', '480000'],
  ['地产', 'K70', '430000'],
  ['传媒', 'R87', '720000'],
  ['物流', 'G59', '420000'],
  ['能源', 'D44', '410000'],
  ['环保', 'N77', '760000'],
  ['机械', 'C34', '640000'],
  ['仪器', 'C40', '640000'],
  ['汽车', 'C36', '280000'],
  ['航空', 'G56', '420000'],
  ['港口', 'G55', '420000'],
  ['矿业', 'B09', '240000'],
  ['钢铁', 'C31', '230000'],
  ['水泥', 'C30', '610000'],
  ['纺织', 'C17', '350000'],
  ['服饰', 'C18', '350000'],
  ['家居', 'C21', '360000'],
  ['造纸', 'C22', '360000'],
  ['化工', 'C26', '220000'],
  ['药业', 'C27', '370000'],
  ['医疗', 'Q84', '370000'],
  ['教育', 'P83', '460000'],
  ['软件', 'I65', '710000'],
  ['通信', 'I63', '730000'],
  ['建设', 'E48', '620000'],
  ['园林', 'E48', '620000'],
  ['农业', 'A01', '110000'],
  ['渔业', 'A04', '110000'],
  ['百货', 'F52', '450000'],
  ['酒店', 'H61', '460000'],
  ['旅游', 'N78', '460000'],
  ['租赁', 'L71', '490000'],
  ['检测', 'M74', '460000'],
  ['光学', 'C40', '270000'],
]
const STEMS = '甲乙丙丁戊己庚辛壬癸'
const BRANCHES = '子丑寅卯辰巳午未申酉戌亥'
const MIDDLES = ['', ...STEMS, ...[...STEMS].flatMap((a) => [...BRANCHES].map((b) => a + b))]
const SURNAMES = '甄贾吴梅尤艾莫卜'
const LISTED_BOARDS = ['shMain', 'szMain', 'star', 'chiNext', 'bse'] as const

const NORMAL = Array<string>(20).fill('normal')
const LISTED_STATUSES = [...NORMAL, 'warned', ...NORMAL, 'suspended', ...NORMAL, 'delisting', 'warned', 'delisted']

const ORG_WEIGHTS = [3, 7, 9, 10, 5, 8, 4, 2]

/** Credit code of the n-th invented company: region 000000, both check digits right (GB 32100, GB 11714). */
export function demoCreditCode(n: number): string {
  const org = `FC${'TUWXYHJ'[Math.floor(n / 100_000)] ?? 'K'}${String(n % 100_000).padStart(5, '0')}`
  const value = (c: string) => (c <= '9' ? Number(c) : c.charCodeAt(0) - 55)
  const check = (11 - ([...org].reduce((sum, c, i) => sum + value(c) * (ORG_WEIGHTS[i] ?? 0), 0) % 11)) % 11
  const first17 = `91000000${org}${check === 10 ? 'X' : check}`
  return first17 + creditCodeCheckDigit(first17)
}

const at = <T>(list: ArrayLike<T>, i: number): T => list[i % list.length] as T

/** Days of history that listing dates are spread over, counted from 1993-01-04. */
const FIRST_LISTING = Date.UTC(1993, 0, 4)
const dateOf = (n: number) => new Date(FIRST_LISTING + ((n * 37) % 11_500) * 86_400_000).toISOString().slice(0, 10)

/** Code of the k-th company of a board: the board's last prefix with the fewest real bearers, counted downwards. */
function codeOf(board: (typeof LISTED_BOARDS)[number], k: number): string | null {
  const prefixes = [...BOARD_PREFIXES[board]].reverse()
  const prefix = prefixes[Math.floor(k / 1000)]
  return prefix ? prefix + String(999 - (k % 1000)).padStart(3, '0') : null
}

/**
 * The n-th invented company (n from 0). The same n gives the same company everywhere; names are unique up to 131,000,
 * stock codes as far as the boards have any.
 */
export function demoCompany(n: number): NewCompany {
  const [trade, industry, shenwan] = at(TRADES, Math.floor(n / NOWHERE.length))
  const shortName = `${at(NOWHERE, n)}${at(MIDDLES, Math.floor(n / (NOWHERE.length * TRADES.length)))}${trade}`
  const place = at(JURISDICTIONS, n * 7 + Math.floor(n / 36))
  const board = at(LISTED_BOARDS, n)
  // Three of four are listed: the rest are preparing, abroad, or no company of the market at all.
  const code = n % 4 === 3 ? null : codeOf(board, Math.floor(n / LISTED_BOARDS.length))
  const type = code ? 'listed' : at(companyType.keys.slice(1), Math.floor(n / 4))
  const status = code ? at(LISTED_STATUSES, Math.floor(n / 3)) : 'unlisted'
  const texts = {
    companyName: `${place}${shortName}股份有限公司`,
    shortName,
    stockCode: code,
    oldStockCode: code && board === 'bse' ? `8${code.slice(1)}` : null,
  }
  return {
    company_name: texts.companyName,
    short_name: shortName,
    company_type: type,
    stock_code: code,
    old_stock_code: texts.oldStockCode,
    exchange: code ? EXCHANGE_OF_BOARD[board] : type === 'overseas' ? 'overseas' : null,
    board: code ? board : 'unlisted',
    credit_code: demoCreditCode(n + 1),
    list_date: code ? dateOf(n) : null,
    total_shares: code ? `${5000 + ((n * 7919) % 400_000)}.${n % 10}` : null,
    jurisdiction: place,
    csrc_industry: industry,
    // Shenwan classifies listed companies alone.
    sw_industry: code ? shenwan : null,
    legal_rep: `${at(SURNAMES, n)}${at(['子虚', '乌有', '如幻', '若梦'], Math.floor(n / 8))}`,
    reg_address: `${place}虚构路 ${1 + (n % 999)} 号`,
    office_address: `${place}虚构路 ${1 + (n % 999)} 号`,
    company_phone: `010-5550${String(n % 10_000).padStart(4, '0')}`,
    company_email: `office${n + 1}@example.com`,
    controller_type: at(controllerType.keys, Math.floor(n / 5)),
    list_status: status,
    short_pinyin: pinyinOf(shortName),
    search_text: searchTextOf(texts),
  }
}
