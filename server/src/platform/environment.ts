// Every variable of the environment that the server knows, and nothing else reads one: a name that is misspelt does not compile, and
// `environment.test.ts` finds one that no page for operators tells of.

export const VARIABLES = [
  'ADMIN_PASSWORD',
  'CLAMD_URL',
  'DATABASE_OWNER_URL',
  'DATABASE_URL',
  'DATA_DIR',
  'DATA_KEY_FILE',
  'DB_POOL',
  'EMPTY',
  'HOST',
  'LOG_FILE',
  'LOG_LEVEL',
  'MAIL_FROM',
  'MESSAGE_CALLBACK_SECRET',
  'METRICS',
  'NODE_ENV',
  'OIDC_CLAIM',
  'OIDC_CLIENT_ID',
  'OIDC_CLIENT_SECRET',
  'OIDC_CLIENT_SECRET_FILE',
  'OIDC_FIELD',
  'OIDC_ISSUER',
  'OIDC_LABEL',
  'OIDC_SCOPE',
  'OPENAPI',
  'PORT',
  'PUBLIC_URL',
  'RELEASE_DIR',
  'RELEASE_KEY_FILE',
  'RELEASE_PUBLIC_KEYS',
  'RELEASE_PUBLIC_URL',
  'RELEASE_S3',
  'S3_ACCESS_KEY',
  'S3_ACCESS_KEY_FILE',
  'S3_ENDPOINT',
  'S3_REGION',
  'S3_SECRET_KEY',
  'S3_SECRET_KEY_FILE',
  'SERVER_ROLE',
  'SESSIONS_PER_USER',
  'SESSION_HOURS',
  'SESSION_IDLE_MINUTES',
  'SLIDER_CHECK',
  'SLOW_SQL_MS',
  'SMTP_URL',
  'TLS_CERT',
  'TLS_KEY',
  'TRUST_PROXY',
  'WEB_ROOT',
] as const

/** The environment as the server reads it: text where a variable is set. */
export type Environment = { readonly [Name in (typeof VARIABLES)[number]]?: string | undefined }

/** The variables that the server knows, out of all that a process has. */
export const environmentOf = (all: Readonly<Record<string, string | undefined>>): Environment => Object.fromEntries(VARIABLES.map((name) => [name, all[name]]))
