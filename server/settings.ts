import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { address, list, longSecret, whole } from './settingFields.ts'

/** An S3-compatible store; `endpoint` is an http(s) address. */
export interface S3Settings {
  readonly endpoint: string
  readonly region: string
  readonly bucket: string
  readonly accessKeyId: string
  readonly secretAccessKey: string
}

/** The frame's own settings. `undefined` means that the part is not configured. */
export interface OwnSettings {
  readonly port: number
  readonly host: string
  /** Absolute path of the folder for all of the console's data: database, uploads, tools, keys. */
  readonly dataDir: string
  /** The address that users open, without a trailing slash. */
  readonly publicUrl: string
  readonly databaseUrl: string | undefined
  readonly s3: S3Settings | undefined
  readonly redisUrl: string | undefined
  /** The keys for secrets at rest are derived from this; without it a key is stored in `dataDir`. */
  readonly secretKey: string | undefined
  /** Host names, lower case and without a port, under which the console may be reached. */
  readonly allowedHosts: readonly string[]
  /** For Fastify's `trustProxy`: none, all, a number of hops, or addresses. */
  readonly trustProxy: boolean | number | readonly string[]
  /** Passwords and keys among the settings, which must not appear in the log. */
  readonly secrets: readonly string[]
}

/** All of the operator's settings, read once at the start. A word adds its own by declaration merging. */
export interface Settings extends OwnSettings {}

/** The variables that are set, unparsed. */
export type Given = Readonly<Partial<Record<string, string>>>

/** Some variables, and the settings derived from them. */
export interface SettingsPart<S extends z.ZodRawShape, T> {
  readonly shape: S
  /** Variables that have to be set all together or not at all. */
  readonly together?: readonly (readonly (keyof S & string)[])[]
  /** Contradictions between variables; one line each. */
  readonly problems?: (given: Given) => readonly string[]
  readonly read: (values: z.output<z.ZodObject<S>>, publicUrl: string) => T
  /** Which values are secrets. */
  readonly secrets?: (values: z.output<z.ZodObject<S>>) => readonly (string | undefined)[]
}

/** Declares a part; see `SettingsPart`. */
export const settingsPart = <S extends z.ZodRawShape, T>(part: SettingsPart<S, T>): SettingsPart<S, T> => part

// biome-ignore lint/suspicious/noExplicitAny: the bound of a generic, never a value's type
type AnyPart = SettingsPart<any, object>
/** The intersection of a union's members. */
export type Together<Each> = (Each extends unknown ? (one: Each) => void : never) extends (one: infer All) => void
  ? All
  : never

/** The combined settings of the frame and these parts. */
export type Made<P extends readonly AnyPart[]> = OwnSettings & Together<ReturnType<P[number]['read']>>

/** Lists the invalid variables and the reasons; one line each. */
export class SettingsInvalid extends Error {
  readonly problems: readonly string[]
  constructor(problems: readonly string[]) {
    super(`The settings are not valid:\n${problems.map(line => `  ${line}`).join('\n')}`)
    this.name = 'SettingsInvalid'
    this.problems = problems
  }
}

const own = settingsPart({
  shape: {
    PORT: whole(0, 65_535).default(7500),
    HOST: z.string().default('127.0.0.1'),
    PUBLIC_URL: address('http', 'https').optional(),
    ALLOWED_HOSTS: list.optional(),
    TRUST_PROXY: z.string().default('false').transform(trustProxy),
    DATA_DIR: z.string().default('data'),
    DATABASE_URL: address('postgres', 'postgresql').optional(),
    S3_ENDPOINT: address('http', 'https').optional(),
    S3_REGION: z.string().default('us-east-1'),
    S3_BUCKET: z.string().optional(),
    S3_ACCESS_KEY_ID: z.string().optional(),
    S3_SECRET_ACCESS_KEY: z.string().optional(),
    REDIS_URL: address('redis', 'rediss').optional(),
    SECRET_KEY: longSecret(32).optional(),
  },
  together: [['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY']],
  secrets: v => [v.S3_SECRET_ACCESS_KEY],
  read: (v, publicUrl) => ({
    port: v.PORT,
    host: v.HOST,
    publicUrl,
    databaseUrl: v.DATABASE_URL,
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
    secretKey: v.SECRET_KEY,
    allowedHosts: v.ALLOWED_HOSTS?.map(host => host.toLowerCase()) ?? [new URL(publicUrl).hostname],
    trustProxy: v.TRUST_PROXY,
  }),
})

/** Every variable of the frame and of these parts, in order. */
export const namesOf = (parts: readonly AnyPart[]): string[] =>
  [own, ...parts].flatMap(({ shape }) => Object.keys(shape))

/**
 * Reads the settings from environment variables; an empty one counts as absent. Relative folders are resolved against
 * `root`.
 * @throws {SettingsInvalid} with a line for each invalid variable
 */
export function readParts<const P extends readonly AnyPart[]>(
  words: P,
  env: Readonly<Record<string, string | undefined>>,
  root: string,
): Made<P> {
  const parts: readonly AnyPart[] = [own, ...words]
  const set = namesOf(words).flatMap(name => (env[name]?.trim() ? [[name, env[name].trim()]] : []))
  const given: Given = Object.fromEntries(set)
  const shape: typeof own.shape = Object.assign({}, ...parts.map(part => part.shape))
  const parsed = z.object(shape).safeParse(given)
  const problems = parsed.success ? [] : parsed.error.issues.map(issue => `${issue.path.join('.')} ${issue.message}`)
  for (const names of parts.flatMap(({ together = [] }) => together)) {
    const missing = names.filter(name => given[name] === undefined)
    if (missing.length > 0 && missing.length < names.length)
      problems.push(...missing.map(name => `${name} is missing: ${names.join(', ')} belong together`))
  }
  problems.push(...parts.flatMap(part => part.problems?.(given) ?? []))
  if (!parsed.success || problems.length > 0) throw new SettingsInvalid(problems)
  const { data: v } = parsed
  const publicUrl = v.PUBLIC_URL ?? `http://${isLoopback(v.HOST) ? 'localhost' : hostInUrl(v.HOST)}:${v.PORT}`
  const secrets = parts.flatMap(part => part.secrets?.(v) ?? []).filter(Boolean)
  const made = parts.map(part => part.read(v, publicUrl.replace(/(?<!\/)\/+$/, '')))
  return Object.assign({ dataDir: resolve(root, v.DATA_DIR), secrets }, ...made)
}

/** Whether only this machine can reach an address to listen on. */
export const isLoopback = (host: string) => host === 'localhost' || host === '::1' || host.startsWith('127.')

/** [NAV-037, NAV-039] Whether the console answers to a host; a port does not matter, and localhost is always ours. */
export function isAllowedHost(settings: Pick<Settings, 'allowedHosts' | 'publicUrl'>, host: string): boolean {
  const name = hostName(host)
  return name === 'localhost' || name === new URL(settings.publicUrl).hostname || settings.allowedHosts.includes(name)
}

/** A host without its port, in lower case. */
export const hostName = (host: string): string => host.trim().toLowerCase().replace(/:\d+$/, '')

// 0.0.0.0 and :: mean every address of the machine; a browser cannot open them.
const hostInUrl = (host: string) =>
  host === '0.0.0.0' || host === '::' ? 'localhost' : isIP(host) === 6 ? `[${host}]` : host

function trustProxy(value: string): boolean | number | readonly string[] {
  const word = value.toLowerCase()
  if (word === 'true') return true
  if (word === 'false') return false
  return /^\d+$/.test(word) ? Number(word) : value.split(',').map(part => part.trim())
}
