import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { brokenPasswordRules } from '#features/core/account/passwordRules.ts'
import { factorSettings, factorShape, type TwilioSettings, twilioTogether } from './factorSettings.ts'
import { type SocialSettings, socialPairs, socialSettings, socialShape } from './socialSettings.ts'
import { type SpeechSettings, speechProblems, speechSettings, speechShape } from './speechSettings.ts'
import { type TranslateSettings, translateProblems, translateSettings, translateShape } from './translateSettings.ts'
import { type TurnSettings, turnProblems, turnSettings, turnShape } from './turnSettings.ts'

export type LogLevel = 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'

/** An S3-compatible store; `endpoint` is an http(s) address. */
export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** A LiveKit server that somebody else runs; `url` is its ws(s) address as browsers reach it. */
export interface LiveKitSettings {
  readonly url: string
  readonly apiKey: string
  readonly apiSecret: string
}

/** Everything an operator may decide, read once at start. `undefined` means: this part is not configured. */
export interface Settings {
  readonly port: number
  readonly host: string
  /** Absolute folder for everything the console keeps: database, uploads, tools, keys. */
  readonly dataDir: string
  /** The address people use, without a trailing slash. */
  readonly publicUrl: string
  readonly databaseUrl: string | undefined
  readonly livekit: LiveKitSettings | undefined
  /** UDP port of our own LiveKit. */
  readonly videoUdpPort: number
  /** Address that browsers send video to; chosen from the machine's own when undefined. */
  readonly videoNodeIp: string | undefined
  /** Carries video for those whose network lets out nothing else. */
  readonly turn: TurnSettings | undefined
  /** Where the model for virtual backgrounds is: to be fetched once, nowhere, or in a file. */
  readonly backgroundModel: string
  readonly smtpUrl: string | undefined
  /** From which the keys of secrets at rest are made; without one a key is kept in `dataDir`. */
  readonly secretKey: string | undefined
  /** Who sends text messages. */
  readonly twilio: TwilioSettings | undefined
  readonly mailFrom: string
  /** Who runs this console, as people know them: in the policies, for example. */
  readonly operatorName: string | undefined
  /** Where people turn to with questions, and where the console sends theirs. */
  readonly supportEmail: string | undefined
  /** Whether anybody may register, or only who was invited. */
  readonly registration: 'open' | 'closed'
  /** The providers that people may sign in with. */
  readonly social: SocialSettings
  /** Who recognises what is said on stage, so that no browser has to. */
  readonly speech: SpeechSettings | undefined
  /** Who translates captions. */
  readonly translate: TranslateSettings | undefined
  readonly s3: S3Settings | undefined
  readonly redisUrl: string | undefined
  readonly superadminEmail: string
  readonly superadminPassword: string | undefined
  readonly logLevel: LogLevel
  /** Signs the end of the audit log; without one, a key of this installation's own in `dataDir`. */
  readonly auditKey: string | undefined
  /** Who shows it may read `/metrics` from elsewhere; without one only this machine may. */
  readonly metricsToken: string | undefined
  /** Host names, lower case and without a port, that may be used to reach the console. */
  readonly allowedHosts: readonly string[]
  /** For Fastify's `trustProxy`: nobody, everybody, a number of hops, or addresses. */
  readonly trustProxy: boolean | number | readonly string[]
  readonly convertTimeoutSeconds: number
  readonly convertMemoryMb: number
}

/** Says which variables are wrong and why; one line each. */
export class SettingsInvalid extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map(line => `  ${line}`).join('\n')}`)
    this.name = 'SettingsInvalid'
    this.problems = problems
  }
}

const whole = (least: number, most: number) => {
  const error = `must be a whole number from ${least} to ${most}`
  return z.string().regex(/^\d+$/, error).transform(Number).pipe(z.number().min(least, error).max(most, error))
}
const address = (...protocols: string[]) =>
  z.string().refine(
    value => {
      const url = URL.parse(value)
      return url !== null && protocols.includes(url.protocol.slice(0, -1)) && (url.hostname !== '' || url.search !== '')
    },
    `must be an address that starts with ${protocols.map(protocol => `${protocol}://`).join(' or ')}`,
  )
const list = z.string().transform(value =>
  value
    .split(',')
    .map(part => part.trim())
    .filter(Boolean),
)
const goodPassword = 'must have 8 to 64 characters, a digit and a lowercase letter, and must not be easy to guess'
const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const
// An own pattern, because a fresh machine's superadmin@localhost has no top-level domain.
const mailbox = z.string().regex(/^[^\s@<>,;]+@[^\s@<>,;]+$/, 'must be one e-mail address')
const sender = z
  .string()
  .regex(/^([^\r\n<>]*<[^\s@<>,;]+@[^\s@<>,;]+>|[^\s@<>,;]+@[^\s@<>,;]+)$/, 'must be like Name <name@example.com>')

const schema = z.object({
  PORT: whole(0, 65_535).default(7500),
  HOST: z.string().default('127.0.0.1'),
  DATA_DIR: z.string().default('data'),
  PUBLIC_URL: address('http', 'https').optional(),
  DATABASE_URL: address('postgres', 'postgresql').optional(),
  LIVEKIT_URL: address('ws', 'wss').optional(),
  LIVEKIT_API_KEY: z.string().optional(),
  LIVEKIT_API_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  VIDEO_UDP_PORT: whole(1, 65_535).default(7882),
  VIDEO_NODE_IP: z
    .string()
    .refine(value => isIP(value) !== 0, 'must be an IP address')
    .optional(),
  ...turnShape,
  BACKGROUND_MODEL: z.string().default('fetch'),
  SMTP_URL: address('smtp', 'smtps').optional(),
  MAIL_FROM: sender.optional(),
  OPERATOR_NAME: z.string().max(120, 'must have at most 120 characters').optional(),
  SUPPORT_EMAIL: mailbox.optional(),
  ...factorShape,
  REGISTRATION: z.enum(['open', 'closed'], 'must be open or closed').default('closed'),
  ...socialShape,
  ...speechShape,
  ...translateShape,
  S3_ENDPOINT: address('http', 'https').optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_BUCKET: z.string().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  REDIS_URL: address('redis', 'rediss').optional(),
  SUPERADMIN_EMAIL: mailbox.default('superadmin@localhost'),
  SUPERADMIN_PASSWORD: z
    .string()
    .refine(value => brokenPasswordRules(value).length === 0, goodPassword)
    .optional(),
  LOG_LEVEL: z.enum(logLevels, `must be one of ${logLevels.join(', ')}`).default('info'),
  AUDIT_KEY: z.string().min(32, 'must have at least 32 characters').optional(),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  ALLOWED_HOSTS: list.optional(),
  TRUST_PROXY: z.string().default('false').transform(trustProxy),
  CONVERT_TIMEOUT_SECONDS: whole(5, 3600).default(120),
  CONVERT_MEMORY_MB: whole(256, 65_536).default(2048),
})

/** Every variable that the console reads, in the order of `.env.example`. */
export const settingNames = Object.keys(schema.shape) as readonly (keyof typeof schema.shape)[]

/** Parts that need all of their variables or none. */
const together: readonly (readonly (keyof typeof schema.shape)[])[] = [
  twilioTogether,
  ['LIVEKIT_URL', 'LIVEKIT_API_KEY', 'LIVEKIT_API_SECRET'],
  ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'],
  ...socialPairs,
]

/**
 * Reads the settings from environment variables; an empty one counts as absent.
 * Relative folders are taken from `root`, the current folder unless told otherwise.
 * @throws {SettingsInvalid} with a line for each variable that is wrong
 */
export function readSettings(env: Readonly<Record<string, string | undefined>>, root = process.cwd()): Settings {
  const given: Partial<Record<string, string>> = {}
  for (const name of settingNames) {
    const value = env[name]?.trim()
    if (value) given[name] = value
  }
  const parsed = schema.safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`)
  for (const names of together) {
    const missing = names.filter(name => given[name] === undefined)
    if (missing.length > 0 && missing.length < names.length)
      problems.push(...missing.map(name => `${name} is missing: ${names.join(', ')} belong together`))
  }
  problems.push(...turnProblems(given), ...speechProblems(given), ...translateProblems(given))
  if (!parsed.success || problems.length > 0) throw new SettingsInvalid(problems)
  return settingsFrom(parsed.data, root)
}

function settingsFrom(v: z.infer<typeof schema>, root: string): Settings {
  const publicUrl = (
    v.PUBLIC_URL ?? `http://${isLoopback(v.HOST) ? 'localhost' : hostInUrl(v.HOST)}:${v.PORT}`
  ).replace(/\/+$/, '')
  const publicHost = new URL(publicUrl).hostname
  return {
    port: v.PORT,
    host: v.HOST,
    dataDir: resolve(root, v.DATA_DIR),
    publicUrl,
    databaseUrl: v.DATABASE_URL,
    livekit:
      v.LIVEKIT_URL && v.LIVEKIT_API_KEY && v.LIVEKIT_API_SECRET
        ? { url: v.LIVEKIT_URL, apiKey: v.LIVEKIT_API_KEY, apiSecret: v.LIVEKIT_API_SECRET }
        : undefined,
    videoUdpPort: v.VIDEO_UDP_PORT,
    videoNodeIp: v.VIDEO_NODE_IP,
    turn: turnSettings(v),
    backgroundModel: v.BACKGROUND_MODEL,
    smtpUrl: v.SMTP_URL,
    mailFrom: v.MAIL_FROM ?? `Rostrum <no-reply@${publicHost}>`,
    operatorName: v.OPERATOR_NAME,
    supportEmail: v.SUPPORT_EMAIL,
    ...factorSettings(v),
    registration: v.REGISTRATION,
    social: socialSettings(v),
    speech: speechSettings(v),
    translate: translateSettings(v),
    s3:
      v.S3_ENDPOINT && v.S3_BUCKET && v.S3_ACCESS_KEY_ID && v.S3_SECRET_ACCESS_KEY
        ? {
            endpoint: v.S3_ENDPOINT,
            region: v.S3_REGION,
            bucket: v.S3_BUCKET,
            accessKeyId: v.S3_ACCESS_KEY_ID,
            secretAccessKey: v.S3_SECRET_ACCESS_KEY,
          }
        : undefined,
    redisUrl: v.REDIS_URL,
    superadminEmail: v.SUPERADMIN_EMAIL,
    superadminPassword: v.SUPERADMIN_PASSWORD,
    logLevel: v.LOG_LEVEL,
    auditKey: v.AUDIT_KEY,
    metricsToken: v.METRICS_TOKEN,
    allowedHosts: v.ALLOWED_HOSTS?.map(host => host.toLowerCase()) ?? [publicHost],
    trustProxy: v.TRUST_PROXY,
    convertTimeoutSeconds: v.CONVERT_TIMEOUT_SECONDS,
    convertMemoryMb: v.CONVERT_MEMORY_MB,
  }
}

/** Whether only this machine can reach an address to listen on. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

// 0.0.0.0 and :: mean every address of the machine, which nobody can type into a browser.
const hostInUrl = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host

function trustProxy(value: string): boolean | number | readonly string[] {
  const word = value.toLowerCase()
  if (word === 'true') return true
  if (word === 'false') return false
  return /^\d+$/.test(word) ? Number(word) : value.split(',').map(part => part.trim())
}
