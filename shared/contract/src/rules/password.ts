/** Password rules of the security policy. Defaults follow the house decision: long, no forced expiry. */
export interface PasswordPolicy {
  minLength: number
  /** Classes of characters that are needed, of: upper, lower, digit, symbol. */
  minClasses: number
  forbidRepeats: boolean
}

export const DEFAULT_PASSWORD_POLICY: PasswordPolicy = { minLength: 10, minClasses: 1, forbidRepeats: true }

export interface PasswordRule {
  label: string
  passed: boolean
}

const SEQUENCES = '01234567890 abcdefghijklmnopqrstuvwxyz qwertyuiop asdfghjkl zxcvbnm'

/** Whether the text has three or more equal or consecutive characters in a row making up most of it. */
function isMonotonous(password: string): boolean {
  const lower = password.toLowerCase()
  if (new Set(lower).size <= 3) return true
  let covered = 0
  for (let i = 0; i + 3 <= lower.length; ) {
    let length = 0
    for (let end = Math.min(lower.length, i + 12); end - i >= 4; end--) {
      const part = lower.slice(i, end)
      const reversed = [...part].reverse().join('')
      if (SEQUENCES.includes(part) || SEQUENCES.includes(reversed)) {
        length = end - i
        break
      }
    }
    covered += length
    i += length || 1
  }
  return covered >= lower.length * 0.6
}

/**
 * Checks a new password rule by rule, for the live list of the reset form and for the server alike.
 * `personal` are texts it must not contain: sign-in name, mobile. The weak list is the server's.
 */
export function passwordRules(
  password: string,
  personal: readonly (string | null | undefined)[] = [],
  policy: PasswordPolicy = DEFAULT_PASSWORD_POLICY,
): PasswordRule[] {
  const length = [...password].length
  const classes = [/[a-z]/, /[A-Z]/, /\d/, /[^a-zA-Z\d]/].filter((r) => r.test(password)).length
  const lower = password.toLowerCase()
  const rules: PasswordRule[] = [
    { label: `至少 ${policy.minLength} 个字符，最多 128 个`, passed: length >= policy.minLength && length <= 128 },
    {
      label: '不含登录账号或手机号码',
      passed: length > 0 && !personal.some((p) => p && p.length >= 4 && lower.includes(p.toLowerCase())),
    },
  ]
  if (policy.forbidRepeats) {
    rules.push({ label: '不是重复或连续的字符', passed: length > 0 && !isMonotonous(password) })
  }
  if (policy.minClasses > 1) {
    rules.push({ label: `大写、小写、数字、符号至少 ${policy.minClasses} 种`, passed: classes >= policy.minClasses })
  }
  return rules
}

export const passwordIsAllowed = (...args: Parameters<typeof passwordRules>): boolean =>
  passwordRules(...args).every((rule) => rule.passed)
