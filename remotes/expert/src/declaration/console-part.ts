import type { PermitCode } from '@assoc/contract'
import { useLocation } from '@assoc/router'

// One page stands at several fixed paths. Which rows it shows is the server's to say; the path says which of them belong there and what is
// done with them.

/** Parts of the console where a declaration, or a scheme with its declarations, is opened. */
export type ConsolePart = 'office' | 'own' | 'local' | 'form'

/** First segments of the paths. */
const PARTS: Readonly<Record<string, ConsolePart>> = { declarationManagement: 'office', directorDetail: 'office', myQuestionnaire: 'own', manageSecond: 'local', formManage: 'form' }

export const usePart = (): ConsolePart => PARTS[useLocation().pathname.split('/')[1] ?? ''] ?? 'office'

/** How `viewLink` names a part. */
export const OF_PART: Readonly<Record<ConsolePart, string | undefined>> = { office: undefined, own: 'myQuestionnaire', local: 'manageSecond', form: 'formManage' }

interface Preset {
  title: string
  /** Who the page at this path is for. */
  permit: PermitCode
  /** Steps that are carried out from here. */
  verbs: readonly string[]
  /** Points and grade are shown. */
  scores: boolean
  /** Only what the reader declares. */
  ownOnly: boolean
}

/** What a declaration's page does at each path: for the association, its declarant, the local association, and who certifies. */
export const DETAIL: Readonly<Record<ConsolePart, Preset>> = {
  office: { title: '董事申报详情', permit: 'declaration:declare:manage', verbs: ['accept', 'passFirst', 'returnFirst', 'passSecond', 'returnSecond', 'disqualify'], scores: true, ownOnly: false },
  own: { title: '我的申报详情', permit: 'declaration:mine:update', verbs: ['withdraw', 'resume'], scores: false, ownOnly: true },
  local: { title: '辖区申报详情', permit: 'declaration:first:audit', verbs: ['accept', 'passFirst', 'returnFirst'], scores: false, ownOnly: false },
  form: { title: '申报表认证', permit: 'declaration:second:audit', verbs: ['passSecond', 'returnSecond'], scores: false, ownOnly: false },
}

/** Who a scheme's page is for at each path. */
export const MANAGE: Readonly<Record<ConsolePart, PermitCode>> = { office: 'declaration:declare:manage', own: 'declaration:mine:update', local: 'declaration:first:audit', form: 'evaluation:scheme:read' }
